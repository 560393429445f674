/** What a custom domain does besides being served: the fields that adding one and its settings have in common. */
import type { ReactNode } from 'react';
import { isWildcardHost } from '../../../../../src/core/wildcard-host.ts';
import { isAbout, sentenceOf } from '../../../api/api-error.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { CheckField, SelectField } from '../../../ui/field.tsx';
import { wwwProblem } from '../host-problem.ts';
import { useOffersDns } from './challenge-types.ts';
import styles from './domain-options.module.css';
import { hstsOptions } from './hsts-choices.ts';

export type DomainOptionValues = {
  readonly redirectToWww: boolean;
  readonly webAnalytics: 'inject' | 'manual' | 'off';
  readonly hstsMaxAge: number;
  readonly challengeType: 'http01' | 'dns01';
};

const analyticsModes = [
  {
    value: 'inject',
    label: 'Automatic',
    hint: "A small script is added to every page as it's proxied. Nothing to install.",
  },
  { value: 'manual', label: 'Manual', hint: 'You add the script to the pages you want counted.' },
  { value: 'off', label: 'Off', hint: "Visitors aren't counted. Requests still are." },
] as const;

const challengeTypes = [
  { value: 'http01', label: 'HTTP (domain already points here)' },
  { value: 'dns01', label: 'DNS (one CNAME record, set once)' },
] as const;

export function DomainOptions({
  host,
  values,
  onChange,
  failure,
  disabled,
  aboutAnalytics,
}: {
  /** As it will be stored; undefined while what was typed is none. */
  readonly host: string | undefined;
  readonly values: DomainOptionValues;
  readonly onChange: (change: Partial<DomainOptionValues>) => void;
  /** Of the last attempt to save; shown at the field that it is about. */
  readonly failure: unknown;
  readonly disabled: boolean;
  /** What stands below the choice of web analytics. */
  readonly aboutAnalytics?: ReactNode;
}) {
  const noWww = wwwProblem(host);
  const offersDns = useOffersDns();
  const errorOf = (parameter: string): string | undefined =>
    isAbout(failure, parameter) ? sentenceOf(failure) : undefined;
  return (
    <>
      <ChoiceField
        label="Web analytics"
        value={values.webAnalytics}
        options={analyticsModes}
        onChange={(webAnalytics) => onChange({ webAnalytics })}
        error={errorOf('web_analytics')}
        disabled={disabled}
      />
      {aboutAnalytics}
      <div>
        <CheckField
          label={host === undefined || noWww ? 'Send visitors to www.' : `Send visitors to www.${host}`}
          hint={
            noWww ??
            `Both hosts are served, and ${host ?? 'the host'} redirects to www. Both need DNS records.`
          }
          checked={values.redirectToWww && noWww === undefined}
          disabled={disabled || noWww !== undefined}
          onChange={(event) => onChange({ redirectToWww: event.target.checked })}
        />
        {errorOf('redirect_to_www') === undefined ? null : (
          <p role="alert" className={styles['error']}>
            {errorOf('redirect_to_www')}
          </p>
        )}
      </div>
      {offersDns === true || values.challengeType === 'dns01' ? (
        <div className={styles['narrow']}>
          <SelectField
            label="Certificate validation"
            value={values.challengeType}
            options={challengeTypes}
            disabled={disabled}
            onChange={(challengeType) => onChange({ challengeType })}
            error={errorOf('challenge_type')}
            hint={
              host !== undefined && isWildcardHost(host)
                ? 'Wildcards get automatic certificates through DNS only, which takes one more CNAME record. Or upload a certificate.'
                : 'With DNS, the certificate is ready before the first visitor, even behind another CDN. It takes one more CNAME record.'
            }
          />
        </div>
      ) : null}
      {offersDns === false && host !== undefined && isWildcardHost(host) ? (
        <p>
          Wildcards get no automatic certificate here, as no zone is set up for DNS validation. Upload one.
        </p>
      ) : null}
      <div className={styles['narrow']}>
        <SelectField
          label="HTTPS only (HSTS)"
          value={String(values.hstsMaxAge)}
          options={hstsOptions(values.hstsMaxAge)}
          disabled={disabled}
          onChange={(seconds) => onChange({ hstsMaxAge: Number(seconds) })}
          error={errorOf('hsts_max_age')}
          hint="How long browsers that visited use HTTPS only. Browsers can't be told to forget it, so start with minutes and increase it once everything works."
        />
      </div>
    </>
  );
}

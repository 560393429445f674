/** The fields of an upstream that most don't need, folded away unless they have something in them. */
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { parseDnsName } from '../../../../src/core/hostname.ts';
import { isAbout, sentenceOf } from '../../api/api-error.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { CheckField, FieldStack, TextArea, TextField } from '../../ui/field.tsx';
import { HealthCheckFields } from './health-check-fields.tsx';
import { refusalOf } from './refusal.ts';
import { TargetFields } from './target-fields.tsx';
import { type AdvancedValues, advancedFields, isAdvanced } from './upstream-advanced-values.ts';
import styles from './upstream-fields.module.css';
import type { UpstreamValues } from './upstream-fields.tsx';

const hostHeaders = [
  { value: 'upstream', label: "The server's own host", hint: 'X-Served-For names the custom domain.' },
  { value: 'original', label: "The visitor's host", hint: 'For servers that choose the site by Host.' },
] as const;

export function UpstreamAdvanced({
  values,
  onChange,
  failure,
}: {
  readonly values: AdvancedValues & UpstreamValues;
  readonly onChange: (change: Partial<AdvancedValues>) => void;
  /** Of the last attempt to save; shown at the field that it is about. */
  readonly failure: unknown;
}) {
  const [isOpen, setOpen] = useState(() => isAdvanced(values));
  const errorOf = (parameter: string): string | undefined =>
    isAbout(failure, parameter) ? sentenceOf(failure) : undefined;
  return (
    <details
      className={styles['advanced']}
      // A refused value must not hide in it.
      open={isOpen || isAbout(failure, ...advancedFields)}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <ChevronRight size={15} aria-hidden />
        Advanced
      </summary>
      <FieldStack>
        <ChoiceField
          label="Host field of its requests"
          value={values.hostHeader}
          options={hostHeaders}
          onChange={(hostHeader) => onChange({ hostHeader })}
          error={errorOf('host_header')}
        />
        {values.tls ? (
          <TextField
            label="TLS server name"
            optional
            inputMode="url"
            autoCapitalize="off"
            placeholder={values.host}
            value={values.tlsServerName}
            onChange={(event) => onChange({ tlsServerName: event.target.value })}
            error={nameProblem(values.tlsServerName) ?? errorOf('tls_server_name')}
            hint="The name its certificate must be valid for, if not the server's. For servers that are reached by address or by an inner name."
          />
        ) : null}
        {values.tls || errorOf('tls_ca') !== undefined ? (
          <TextArea
            label="Certificates to trust"
            optional
            rows={3}
            maxLength={65_536}
            placeholder="-----BEGIN CERTIFICATE-----"
            value={values.tlsCa}
            onChange={(event) => onChange({ tlsCa: event.target.value })}
            error={refusalOf(failure, 'tls_ca')}
            hint="In PEM: of its own authority, or its own if it is self-signed. Instead of the authorities that this machine trusts."
          />
        ) : null}
        <TargetFields
          rows={values.targets}
          onChange={(targets) => onChange({ targets })}
          own={values}
          failure={failure}
        />
        <HealthCheckFields
          values={values.healthCheck}
          onChange={(healthCheck) => onChange({ healthCheck })}
          failure={failure}
        />
        <CheckField
          label="Send the visitor's place"
          hint="Country, region and city, in X-Geo-Country, X-Geo-Region and X-Geo-City."
          checked={values.geoFields}
          onChange={(event) => onChange({ geoFields: event.target.checked })}
        />
        <CheckField
          label="Send the domain's own data"
          hint="Its external id and metadata, in X-Nameplate-External-Id and X-Nameplate-Metadata."
          checked={values.metadataFields}
          onChange={(event) => onChange({ metadataFields: event.target.checked })}
        />
      </FieldStack>
    </details>
  );
}

function nameProblem(text: string): string | undefined {
  const name = parseDnsName(text.trim());
  return text.trim() === '' || name.ok ? undefined : `That isn't a DNS name: ${name.reason}.`;
}

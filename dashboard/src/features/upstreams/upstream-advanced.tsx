/** The fields of an upstream that most don't need, folded away unless they have something in them. */
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { isAbout, sentenceOf } from '../../api/api-error.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { CheckField, FieldStack } from '../../ui/field.tsx';
import { HealthCheckFields } from './health-check-fields.tsx';
import { TargetFields } from './target-fields.tsx';
import { TlsFields } from './tls-fields.tsx';
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
        {values.tls || isAbout(failure, 'tls') ? (
          <TlsFields values={values} host={values.host} onChange={onChange} failure={failure} />
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
          label="Compress its answers"
          hint="With br or gzip, where the server doesn't. Not for pages that have a secret beside something the visitor chose."
          checked={values.compression}
          onChange={(event) => onChange({ compression: event.target.checked })}
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

/**
 * What is recorded of visits only where it is asked for. Source: docs/reference/engagement.md,
 * docs/reference/web-vitals.md, docs/reference/enrichment.md.
 */
import type { ReportSwitches } from '../../../../../src/core/report-scripts.ts';
import { isAbout, sentenceOf } from '../../../api/api-error.ts';
import { CheckField } from '../../../ui/field.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import styles from './domain-options.module.css';

export type MeasureValues = ReportSwitches & { readonly referrerPaths: boolean };

/** Each says what it costs and what it stores. */
const switches = [
  {
    name: 'engagement',
    parameter: 'engagement',
    label: 'Time on page and scroll depth',
    hint: 'Adds a script of less than 1 KB to the pages, and stores how long each was looked at and how far it was scrolled.',
    needsTracker: true,
  },
  {
    name: 'webVitals',
    parameter: 'web_vitals',
    label: 'Web vitals',
    hint: 'Adds a script of 4 KB to the pages, and stores how quick each was: its LCP, INP, CLS and TTFB.',
    needsTracker: true,
  },
  {
    name: 'referrerPaths',
    parameter: 'referrer_paths',
    label: 'Referrer paths',
    hint: 'Adds nothing to the pages, and stores the path beside the host of the page that led here, which may say what somebody was reading.',
    needsTracker: false,
  },
] as const;

export function MeasureFields({
  values,
  hasTracker,
  onChange,
  failure,
  disabled,
}: {
  readonly values: MeasureValues;
  /** Without the tracker, its further scripts do nothing. */
  readonly hasTracker: boolean;
  readonly onChange: (change: Partial<MeasureValues>) => void;
  /** Of the last attempt to save. */
  readonly failure: unknown;
  readonly disabled: boolean;
}) {
  return (
    <FieldGroup legend="Also record">
      {switches.map(({ name, parameter, label, hint, needsTracker }) => (
        <div key={name}>
          <CheckField
            label={label}
            hint={hint}
            checked={values[name]}
            disabled={disabled || (needsTracker && !hasTracker)}
            onChange={(event) => onChange({ [name]: event.target.checked })}
          />
          {isAbout(failure, parameter) ? (
            <p role="alert" className={styles['error']}>
              {sentenceOf(failure)}
            </p>
          ) : null}
        </div>
      ))}
    </FieldGroup>
  );
}

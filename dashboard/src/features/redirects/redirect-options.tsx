/** What a redirect keeps of a request, how it answers, and whether it does: choices that have a default. */
import { useCanWrite } from '../../session/session.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { CheckField } from '../../ui/field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import styles from './redirect-form.module.css';
import type { RedirectValues } from './redirect-values.ts';

export function RedirectOptions({
  values,
  onChange,
}: {
  readonly values: RedirectValues;
  readonly onChange: (change: Partial<RedirectValues>) => void;
}) {
  const canWrite = useCanWrite();
  return (
    <div className={styles['columns']}>
      <FieldGroup legend="Options" disabled={!canWrite}>
        <CheckField
          label="Append the path"
          hint="Adds the request's path to the destination's path."
          checked={values.preserve_path}
          onChange={(event) => onChange({ preserve_path: event.target.checked })}
        />
        <CheckField
          label="Append the query"
          hint="Adds the request's query to the destination's query."
          checked={values.preserve_query_string}
          onChange={(event) => onChange({ preserve_query_string: event.target.checked })}
        />
        <CheckField
          label="Active"
          hint="While paused, requests get a 404, or the host's custom domain if there is one."
          checked={values.active}
          onChange={(event) => onChange({ active: event.target.checked })}
        />
      </FieldGroup>
      <ChoiceField
        label="Type"
        value={values.redirect_type}
        onChange={(type) => onChange({ redirect_type: type })}
        options={types}
        disabled={!canWrite}
      />
    </div>
  );
}

const types = [
  {
    value: 'permanent',
    label: (
      <>
        Permanent <code>301</code>
      </>
    ),
    hint: 'Search engines switch to the new address. Browsers cache it for 90 seconds.',
  },
  {
    value: 'found',
    label: (
      <>
        Temporary <code>302</code>
      </>
    ),
    hint: "Search engines keep the old address. Browsers don't cache it.",
  },
] as const;

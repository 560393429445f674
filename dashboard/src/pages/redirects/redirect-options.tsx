/** What a redirect keeps of a request, how it answers, and whether it does: choices that have a default. */
import { useCanWrite } from '../../session/session.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { CheckField } from '../../ui/field.tsx';
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
      <fieldset className={styles['group']} disabled={!canWrite}>
        <legend className={styles['legend']}>Options</legend>
        <CheckField
          label="Append the path"
          hint="The path of the request follows the path of the destination."
          checked={values.preserve_path}
          onChange={(event) => onChange({ preserve_path: event.target.checked })}
        />
        <CheckField
          label="Append the query"
          hint="What follows the ? in the request follows the destination's own query."
          checked={values.preserve_query_string}
          onChange={(event) => onChange({ preserve_query_string: event.target.checked })}
        />
        <CheckField
          label="Active"
          hint="A paused redirect answers nothing; requests get 404, or the custom domain of the host."
          checked={values.active}
          onChange={(event) => onChange({ active: event.target.checked })}
        />
      </fieldset>
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
    hint: 'Search engines move to the new address. Browsers remember it for 90 seconds.',
  },
  {
    value: 'found',
    label: (
      <>
        Temporary <code>302</code>
      </>
    ),
    hint: 'Search engines keep the old address. Browsers remember nothing.',
  },
] as const;

/** The form of a redirect: checked while one types, with a preview of what becomes of a request. */
import { type FormEvent, useState } from 'react';
import { redirectDefinitions, redirectResource } from '../../../../src/resources/redirect.ts';
import { isAbout, sentenceOf } from '../../api/api-error.ts';
import { type Redirect, redirects } from '../../api/resources.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { FieldStack } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { useSave } from '../../ui/use-save.ts';
import { RedirectFields } from './redirect-fields.tsx';
import styles from './redirect-form.module.css';
import { RedirectOptions } from './redirect-options.tsx';
import { RedirectPreview } from './redirect-preview.tsx';
import { problemsOf, type RedirectProblems, type RedirectValues, sentValues } from './redirect-values.ts';

/** Fields in which people type. */
const checkedFields = redirectResource.writable.filter((name) => redirectDefinitions[name].type === 'text');

export function RedirectForm({
  draftKey,
  uuid,
  initial,
  onClose,
  onEdit,
}: {
  readonly draftKey: string;
  /** Of the redirect that is edited; without it a new one is created. */
  readonly uuid: string | undefined;
  readonly initial: RedirectValues;
  readonly onClose: () => void;
  readonly onEdit: (uuid: string) => void;
}) {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const draft = useDraft(draftKey, initial);
  const { values, change, clear } = draft;
  const [touched, setTouched] = useState<ReadonlySet<keyof RedirectValues>>(new Set());
  const saving = useSave<Redirect>({
    changes: [redirects.key],
    done: ({ source_host: host, warnings = [] }) =>
      [
        uuid === undefined ? `Requests for ${host} are now redirected.` : `${host} was saved.`,
        ...warnings.map((warning) => `It ${warning}.`),
      ].join(' '),
    onSaved: () => {
      clear();
      onClose();
    },
  });
  const save = () =>
    saving.run(() =>
      uuid === undefined
        ? redirects.create({ account_uuid: accountUuid }, sentValues(values))
        : redirects.update({ account_uuid: accountUuid, redirect_uuid: uuid }, sentValues(values)),
    );
  const { form, failed } = useProblemFocus();
  const problems = problemsOf(values);
  const shown = shownProblems(problems, touched, values, initial, saving.failure);
  const edit = (changed: Partial<RedirectValues>): void => {
    // The API's error was about the previous value.
    saving.reset();
    change(changed);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTouched(new Set(checkedFields));
    if (Object.keys(problems).length > 0 || !(await save())) failed();
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <FieldStack>
        <DraftNotice draft={draft} onStartOver={() => setTouched(new Set())} />
        <div className={styles['columns']}>
          <RedirectFields
            values={values}
            problems={shown}
            editedUuid={uuid}
            onChange={edit}
            onTouched={(name) => setTouched((before) => new Set(before).add(name))}
            onEdit={onEdit}
          />
          <RedirectPreview values={values} editedUuid={uuid} />
        </div>
        <RedirectOptions values={values} onChange={edit} />
        {saving.failure !== undefined && !isAbout(saving.failure, ...checkedFields) ? (
          <FailureNotice error={saving.failure} />
        ) : null}
        <DialogActions>
          <Button onClick={onClose}>{canWrite ? 'Cancel' : 'Close'}</Button>
          {canWrite ? (
            <Button type="submit" variant="primary" busy={saving.isBusy}>
              {uuid === undefined ? 'Create redirect' : 'Save changes'}
            </Button>
          ) : null}
        </DialogActions>
      </FieldStack>
    </form>
  );
}

/** What to say at which field: what the API refused, else what is wrong in fields that were left or differ. */
function shownProblems(
  problems: RedirectProblems,
  touched: ReadonlySet<keyof RedirectValues>,
  values: RedirectValues,
  initial: RedirectValues,
  refusal: unknown,
): RedirectProblems {
  const shown: RedirectProblems = {};
  for (const name of checkedFields) {
    const problem = problems[name];
    const isDueNow =
      touched.has(name) && (values[name] !== initial[name] || touched.size === checkedFields.length);
    if (isAbout(refusal, name)) shown[name] = sentenceOf(refusal);
    else if (problem !== undefined && isDueNow) shown[name] = problem;
  }
  return shown;
}

/** A form from a definition: its fields, checked when it is sent, with what the API refuses at the field it is about. */
import { type ComponentProps, type FormEvent, Fragment, type ReactNode, useState } from 'react';
import { isAbout, sentenceOf } from '../api/api-error.ts';
import { Button } from './button.tsx';
import { ChoiceField } from './choice-field.tsx';
import { DialogActions } from './dialog.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { CheckField, FieldRow, FieldStack, SelectField, TextField } from './field.tsx';
import { FailureNotice } from './notice.tsx';
import { useDraft } from './use-draft.ts';
import { useProblemFocus } from './use-problem-focus.ts';
import { type SaveOptions, useSave } from './use-save.ts';

type Choice = { readonly value: string; readonly label: string };

export type FieldState<Values> = {
  readonly values: Values;
  readonly edit: (change: Partial<Values>) => void;
  readonly error: string | undefined;
  /** Of the last attempt to save. */
  readonly failure: unknown;
  /** Whether there was an attempt, after which empty fields are problems. */
  readonly isTried: boolean;
};

export type FieldDefinition<Values> = {
  readonly name: keyof Values & string;
  /** What is wrong with the value; the form is not sent then. */
  readonly problem?: string | undefined;
  /** The API's parameters that are shown here, if not the one of this name. */
  readonly parameters?: readonly string[];
} & (
  | ({ readonly kind: 'text'; readonly label: string } & Omit<
      ComponentProps<typeof TextField>,
      'name' | 'label' | 'value' | 'onChange' | 'error'
    >)
  | {
      readonly kind: 'select';
      readonly label: string;
      readonly hint?: ReactNode;
      readonly options: readonly Choice[];
    }
  | {
      readonly kind: 'choice';
      readonly label: string;
      readonly options: ComponentProps<typeof ChoiceField>['options'];
    }
  | { readonly kind: 'check'; readonly label: ReactNode; readonly hint?: ReactNode }
  /** Fields of its own, for what is no single value. */
  | { readonly kind: 'own'; readonly render: (state: FieldState<Values>) => ReactNode }
);

/** Fields in an array stand in a row where they fit. */
type FieldRowDefinition<Values> = FieldDefinition<Values> | readonly FieldDefinition<Values>[];

export type FormProps<Values extends object, Result> = SaveOptions<Result> & {
  readonly initial: Values;
  /** Keeps what was typed when the form is closed, under this name. */
  readonly draft?: string;
  readonly intro?: ReactNode;
  readonly fields: (values: Values) => readonly FieldRowDefinition<Values>[];
  readonly send: (values: Values) => Promise<Result>;
  /** The button's label. */
  readonly action: string;
  readonly onCancel?: (() => void) | undefined;
};

export function Form<Values extends object, Result>({
  initial,
  draft: draftKey,
  intro,
  fields,
  send,
  action,
  onCancel,
  onSaved,
  ...options
}: FormProps<Values, Result>) {
  const draft = useDraft(draftKey, initial);
  const { values, change, clear } = draft;
  const [isTried, setTried] = useState(false);
  const { form, failed } = useProblemFocus();
  const save = useSave<Result>({
    ...options,
    onSaved: (result) => {
      clear();
      onSaved?.(result);
    },
  });
  const { failure } = save;
  const edit = (changed: Partial<Values>): void => {
    // The API's error was about the previous values.
    save.reset();
    change(changed);
  };
  const rows = fields(values);
  const all = rows.flat();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (all.some(({ problem }) => problem !== undefined) || !(await save.run(() => send(values)))) failed();
  };
  const stateOf = (field: FieldDefinition<Values>): FieldState<Values> => ({
    values,
    edit,
    error: isAbout(failure, ...parametersOf(field))
      ? sentenceOf(failure)
      : isTried
        ? field.problem
        : undefined,
    failure,
    isTried,
  });
  const isElsewhere = failure !== undefined && !isAbout(failure, ...all.flatMap(parametersOf));
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <FieldStack>
        {draftKey === undefined ? null : <DraftNotice draft={draft} onStartOver={() => setTried(false)} />}
        {intro}
        {rows.map((row) =>
          'name' in row ? (
            <FormField key={`${row.name} ${row.kind}`} field={row} state={stateOf(row)} />
          ) : (
            <FieldRow key={row[0]?.name}>
              {row.map((field) => (
                <FormField key={field.name} field={field} state={stateOf(field)} />
              ))}
            </FieldRow>
          ),
        )}
        {isElsewhere ? <FailureNotice error={failure} /> : null}
        <DialogActions>
          {onCancel === undefined ? null : <Button onClick={onCancel}>Cancel</Button>}
          <Button type="submit" variant="primary" busy={save.isBusy}>
            {action}
          </Button>
        </DialogActions>
      </FieldStack>
    </form>
  );
}

function parametersOf<Values>({ name, parameters }: FieldDefinition<Values>): readonly string[] {
  return parameters ?? [name];
}

function FormField<Values>({
  field,
  state,
}: {
  readonly field: FieldDefinition<Values>;
  readonly state: FieldState<Values>;
}) {
  const { name, problem: _problem, parameters: _parameters, ...rest } = field;
  const { values, edit, error } = state;
  // The definition's kind is the value's.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const set = (value: unknown): void => edit({ [name]: value } as Partial<Values>);
  const text = String(values[name]);
  if (rest.kind === 'own') return <Fragment>{rest.render(state)}</Fragment>;
  if (rest.kind === 'text') {
    const { kind: _kind, ...input } = rest;
    return <TextField {...input} value={text} error={error} onChange={(event) => set(event.target.value)} />;
  }
  if (rest.kind === 'select') {
    const { kind: _kind, ...select } = rest;
    return <SelectField {...select} value={text} error={error} onChange={set} />;
  }
  if (rest.kind === 'choice')
    return (
      <ChoiceField label={rest.label} value={text} options={rest.options} error={error} onChange={set} />
    );
  return (
    <CheckField
      label={rest.label}
      hint={rest.hint}
      checked={values[name] === true}
      onChange={(event) => set(event.target.checked)}
    />
  );
}

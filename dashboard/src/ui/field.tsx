/** Form fields: a label, the control, a hint and the error, wired for screen readers. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';

type FieldParts = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The error message. */
  readonly error?: string | undefined;
  readonly optional?: boolean;
};

export function TextField({
  label,
  hint,
  error,
  optional,
  prefix,
  ...rest
}: FieldParts & Omit<ComponentProps<'input'>, 'prefix'> & { readonly prefix?: ReactNode }) {
  const ids = useFieldIds(hint, error);
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false} ids={ids}>
      <span className={styles['control']} data-invalid={error !== undefined || undefined}>
        {prefix === undefined ? null : <span className={styles['prefix']}>{prefix}</span>}
        <input autoComplete="off" spellCheck={false} {...rest} {...ids.control} className={styles['input']} />
      </span>
    </Field>
  );
}

export function TextArea({ label, hint, error, optional, ...rest }: FieldParts & ComponentProps<'textarea'>) {
  const ids = useFieldIds(hint, error);
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false} ids={ids}>
      <span className={styles['control']} data-invalid={error !== undefined || undefined}>
        <textarea spellCheck={false} {...rest} {...ids.control} className={styles['area']} />
      </span>
    </Field>
  );
}

/** A native select, which works on every phone and with every screen reader. */
export function SelectField<Value extends string>({
  label,
  hint,
  error,
  optional,
  options,
  onChange,
  ...rest
}: FieldParts &
  Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
    readonly value: NoInfer<Value>;
    readonly options: readonly { readonly value: Value; readonly label: string }[];
    readonly onChange: (value: Value) => void;
  }) {
  const ids = useFieldIds(hint, error);
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false} ids={ids}>
      <span className={styles['control']} data-invalid={error !== undefined || undefined}>
        <select
          {...rest}
          {...ids.control}
          className={styles['select']}
          onChange={({ target }) => {
            const chosen = options.find(({ value }) => value === target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
    </Field>
  );
}

/** A checkbox with a description. */
export function CheckField({
  label,
  hint,
  ...rest
}: { readonly label: ReactNode; readonly hint?: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  const id = useId();
  return (
    <div className={styles['check']}>
      <input
        {...rest}
        type="checkbox"
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className={styles['hint']}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

/** Fields in a column. */
export function FieldStack({ children }: { readonly children: ReactNode }) {
  return <div className={styles['stack']}>{children}</div>;
}

/** Fields in a row where they fit. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles['row']}>{children}</div>;
}

type Ids = ReturnType<typeof useFieldIds>;

function Field({
  label,
  hint,
  error,
  optional,
  ids,
  children,
}: FieldParts & { readonly ids: Ids; readonly children: ReactNode }) {
  return (
    <div className={styles['field']}>
      <label htmlFor={ids.control.id} className={styles['label']}>
        {label}
        {optional === true ? <span className={styles['optional']}> optional</span> : null}
      </label>
      {children}
      {error === undefined ? null : (
        <p id={ids.errorId} className={styles['error']} role="alert">
          {error}
        </p>
      )}
      {hint === undefined ? null : (
        <div id={ids.hintId} className={styles['hint']}>
          {hint}
        </div>
      )}
    </div>
  );
}

function useFieldIds(hint: ReactNode, error: string | undefined) {
  const id = useId();
  const described = [error === undefined ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`].filter(
    Boolean,
  );
  return {
    errorId: `${id}-error`,
    hintId: `${id}-hint`,
    control: {
      id,
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': described.length === 0 ? undefined : described.join(' '),
    },
  };
}

/** Radio buttons, each with a description. */
import { type ReactNode, useId } from 'react';
import styles from './choice-field.module.css';

export function ChoiceField<Value extends string>({
  label,
  value,
  onChange,
  options,
  error,
  disabled = false,
}: {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly hint: ReactNode }[];
  /** The error message. */
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}) {
  const id = useId();
  return (
    <fieldset
      className={styles['group']}
      disabled={disabled}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className={styles['legend']}>{label}</legend>
      <div className={styles['options']}>
        {options.map((option) => (
          <div key={option.value} className={styles['option']}>
            <input
              type="radio"
              id={`${id}-${option.value}`}
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              aria-describedby={`${id}-${option.value}-hint`}
            />
            <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
            <span id={`${id}-${option.value}-hint`} className={styles['hint']}>
              {option.hint}
            </span>
          </div>
        ))}
      </div>
      {error === undefined ? null : (
        <p id={`${id}-error`} className={styles['error']} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

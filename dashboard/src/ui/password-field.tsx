/** A field for a secret that is typed: the current password, or a new one with what it has to be. */
import type { ReactNode } from 'react';
import { TextField } from './field.tsx';

export function PasswordField({
  label,
  isNew = false,
  hint = isNew ? 'At least 12 characters.' : undefined,
  value,
  onChange,
  ...rest
}: {
  readonly label: string;
  /** To be set, rather than known already; password managers suggest one. */
  readonly isNew?: boolean;
  readonly hint?: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
}) {
  return (
    <TextField
      {...rest}
      label={label}
      hint={hint}
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Names that people give to accounts and tokens. */
import { quoteValue } from '../core/errors.ts';
import { UsageError } from './failures.ts';

const maxNameLength = 200;
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Reads a name; `what` is how the argument is called in the error. */
export function readName(what: string, text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= maxNameLength && !control.test(name)) return name;
  throw new UsageError(
    `${what} ${quoteValue(text)} is invalid; allowed: 1 to ${maxNameLength} characters on one line`,
  );
}

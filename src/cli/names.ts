/** Names that people give to accounts, tokens and what others are shown. */
import { quoteValue } from '../core/errors.ts';
import { allowedLabel, parseLabel } from '../core/label.ts';
import { UsageError } from './failures.ts';

/** Reads a name; `what` is how the argument is called in the error. */
export function readName(what: string, text: string): string {
  const name = parseLabel(text);
  if (name !== undefined) return name;
  throw new UsageError(`${what} ${quoteValue(text)} is invalid; allowed: ${allowedLabel()}`);
}

/** Reads lists of words, such as `events`. Source: docs/reference/api.md ("Bodies"). */
import { quoteValue } from '../core/errors.ts';
import type { Reading } from './definition.ts';
import type { RequestBody } from './request-body.ts';

/** Ends the sentence "allowed: …". */
export function allowedTextList(choices: readonly string[]): string {
  return `a list of ${choices.join(', ')}`;
}

/** Reads a JSON array of some of `choices`, which forms have separated by commas. Words that are given twice count once. */
export function textListReader(
  choices: readonly string[],
): (value: unknown, encoding: RequestBody['encoding']) => Reading<readonly string[]> {
  return (value, encoding) => {
    const list: unknown =
      encoding === 'form' && typeof value === 'string'
        ? value.split(',').flatMap((word) => word.trim() || [])
        : value;
    if (!Array.isArray(list)) return { ok: false, reason: 'it is not a list' };
    const wrong: unknown = list.find((word: unknown) => !choices.some((choice) => choice === word));
    if (wrong !== undefined) return { ok: false, reason: `there is no ${quoteValue(wrong)}` };
    return { ok: true, value: choices.filter((choice) => list.includes(choice)) };
  };
}

/** `--filter`, as commands take it. Source: docs/reference/query.md ("Filters"). */
import { quoteValue } from '../core/errors.ts';
import { UsageError } from './failures.ts';

/** Words with commas between. */
export function listOf(text: string): string[] {
  return text === '' ? [] : text.split(',').map((word) => word.trim());
}

/** Reads `OPERATOR DIMENSION VALUE,VALUE`, or JSON when it begins with a bracket. */
export function readFilter(text: string): unknown {
  if (text.trimStart().startsWith('[')) {
    try {
      return JSON.parse(text);
    } catch {
      throw new UsageError(`--filter ${quoteValue(text)} is invalid; allowed: JSON when it begins with "["`);
    }
  }
  const [, operator, dimension, values] = /^\s*(\S+)\s+(\S+)\s+(.*\S)\s*$/s.exec(text) ?? [];
  if (values === undefined)
    throw new UsageError(
      `--filter ${quoteValue(text)} is invalid; allowed: "OPERATOR DIMENSION VALUES", such as "is visit:country DE,AT"`,
    );
  return [operator, dimension, listOf(values)];
}

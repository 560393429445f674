/**
 * How a variable's value may be shown to people: as it is, or without its secrets.
 * Source: docs/reference/config.md ("How variables are read").
 */
import { quoteValue } from '../core/errors.ts';
import { definitionOf, type VariableName } from './variables.ts';

/**
 * A URL whose secrets can be told apart beyond doubt: one `@` region, before the path. A password with a raw `/`,
 * `?` or `#` in it ends the authority early, so that its rest would pass for a path or a query; any `@` after the
 * authority is taken as a sign of that.
 */
const transparentUrl =
  /^([a-z][a-z0-9+.-]*:\/\/)([^/?#\s]*@)?((?:[a-z0-9._%-]*|\[[0-9a-f:.]*\])(?::[0-9]*)?)(\/[^@?#\s]*)?([?#][^@]*)?$/i;

/** Shows a value inside a sentence: quoted; of a secret, the URL with `***` or only the length. */
export function showValue(name: VariableName, raw: string): string {
  const { secret, kind } = definitionOf(name);
  if (!secret) return quoteValue(raw);
  return kind === 'postgres_url' || kind === 'clickhouse_url' ? showUrl(raw) : showLength(raw);
}

/** Says that a value is there and how long it is, and nothing else. */
export function showLength(raw: string): string {
  return `(hidden, ${raw.length} characters)`;
}

function showUrl(raw: string): string {
  const parts = transparentUrl.exec(raw);
  if (!parts) return showLength(raw);
  const [, scheme = '', userInfo, authority = '', path = '', rest] = parts;
  return quoteValue(`${scheme}${userInfo ? '***@' : ''}${authority}${path}${rest ? '?***' : ''}`);
}

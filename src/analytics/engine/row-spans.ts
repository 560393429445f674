/** SQL conditions that choose rows of a domain in a span of time. */
import { dayOf, formatDay, lastDay } from '../../core/date-range.ts';
import { parseUuid } from '../../core/ids.ts';
import { dayMs } from '../../core/time.ts';

/** Rows of one domain. Needs the parameter `domain`. */
export const ofDomain = 'domain = {domain:UUID}';

/** Rows of these domains, UUIDs as text; there must be at least one. Throws TypeError for anything else. */
export function ofDomains(domains: readonly string[]): string {
  const other = domains.find((domain) => parseUuid(domain) === undefined);
  if (other !== undefined) throw new TypeError(`${JSON.stringify(other)} is not a UUID`);
  return `domain IN (${domains.map((domain) => `'${domain}'`).join(', ')})`;
}

/**
 * Rows from an instant to another one, in milliseconds since the Unix epoch; the second may be infinite. `whose` says of
 * which domain.
 */
export function rowsIn(since: number, until: number, whose: string = ofDomain): string {
  const from = Math.max(0, since);
  const to = Math.min(until, (lastDay + 1) * dayMs);
  const days = `day BETWEEN '${formatDay(dayOf(from))}' AND '${formatDay(Math.max(0, dayOf(to - 1)))}'`;
  return [
    `${whose} AND ${days}`,
    ...(from % dayMs === 0 ? [] : [`time >= ${instant(from)}`]),
    ...(to % dayMs === 0 ? [] : [`time < ${instant(to)}`]),
  ].join(' AND ');
}

/** An instant in milliseconds since the Unix epoch. */
export function instant(ms: number): string {
  return `fromUnixTimestamp64Milli(${ms}, 'UTC')`;
}

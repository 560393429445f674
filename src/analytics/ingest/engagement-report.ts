/**
 * Reads a report of how long a page was looked at and how far it was scrolled. It is stored beside events as a row with two
 * properties. Source: docs/reference/engagement.md ("Reports").
 */
import { dayMs } from '../../core/time.ts';
import { type EventDetails, plainPageview, reportMark } from '../engine/pageview-row.ts';

export function readEngagement(value: object): EventDetails | 'engagement_invalid' {
  const { e, sd } = value as { readonly e?: unknown; readonly sd?: unknown };
  if (!isWholeUpTo(e, dayMs) || !isWholeUpTo(sd, 100)) return 'engagement_invalid';
  return {
    ...plainPageview,
    name: 'engagement',
    props: { [reportMark]: '', e: String(e), sd: String(sd) },
  };
}

function isWholeUpTo(value: unknown, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
}

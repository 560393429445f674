/**
 * Reads a report of how quick a page was. It is stored beside events as a row with a property for each measure there is, in whole
 * milliseconds and thousandths. Source: docs/reference/web-vitals.md ("Reports").
 */
import { dayMs } from '../../core/time.ts';
import { type EventDetails, plainPageview, reportMark } from '../engine/pageview-row.ts';

/** The greatest values, and what is stored for 1. */
const measures = [
  ['lcp', dayMs, 1],
  ['inp', dayMs, 1],
  ['ttfb', dayMs, 1],
  ['cls', 1_000, 1_000],
] as const;

export function readVitals(value: object): EventDetails | 'vitals_invalid' {
  const given = value as { readonly [name in (typeof measures)[number][0]]?: unknown };
  const props: Record<string, string> = { [reportMark]: '' };
  for (const [name, most, scale] of measures) {
    const measured = given[name];
    if (measured === undefined) continue;
    // No comparison holds for NaN. JSON has no infinite numbers, but 1e999 is read as one.
    if (typeof measured !== 'number' || !(measured >= 0 && measured <= most)) return 'vitals_invalid';
    props[name] = String(Math.round(measured * scale));
  }
  return { ...plainPageview, name: 'vitals', props };
}

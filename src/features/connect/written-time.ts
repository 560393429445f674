/** Times in UTC, as pages for customers write them. */
import { formatTimestamp } from '../../core/clock.ts';

/** `2026-11-24 11:05` */
export function writtenTime(epochMs: number): string {
  return formatTimestamp(epochMs).slice(0, 16).replace('T', ' ');
}

/** `2026-11-24` */
export function writtenDay(epochMs: number): string {
  return formatTimestamp(epochMs).slice(0, 10);
}

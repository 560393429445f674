/** When failed deliveries are tried again. Source: docs/reference/webhooks.md ("Attempts"). */
import { hourMs, minuteMs } from '../../core/time.ts';

/** Waits after the first failure, the second and so on; about 24 h in all. */
const waitsMs: readonly number[] = [
  5_000,
  30_000,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  8 * hourMs,
];
/** So that what failed together isn't tried again together. */
const jitter = 0.1;

export type BackOff = (failures: number) => number | undefined;

/** How long to wait after so many failures; undefined: no longer worth it. */
export const standardBackOff: BackOff = (failures) => {
  const waitMs = waitsMs[failures - 1];
  return waitMs === undefined ? undefined : Math.round(waitMs * (1 - jitter + 2 * jitter * Math.random()));
};

/**
 * The periods that visitor salts live for, whole UTC days or months, and what a salt is.
 * Source: docs/reference/visitors.md ("Salts"), NAMEPLATE_VISITOR_SALT_PERIOD.
 */
import { minuteMs } from './time.ts';

export type SaltPeriodKind = 'day' | 'month';

/** A time belongs to it from `startMs` on and before `endMs`; milliseconds since the Unix epoch, both midnights. */
export type SaltPeriod = { readonly startMs: number; readonly endMs: number };

/** The key of all visitor hashes made from `fromMs` on and before `toMs`. */
export type VisitorSalt = {
  readonly fromMs: number;
  readonly toMs: number;
  /** 32 random bytes, base64. Never logged. */
  readonly key: string;
};

/** How long a salt outlives its period, so that a visit survives the change: the longest pause within a visit. */
export const saltAfterlifeMs: number = 30 * minuteMs;

/** The UTC day or month that a time is in. */
export function saltPeriodAt(timeMs: number, kind: SaltPeriodKind): SaltPeriod {
  const date = new Date(timeMs);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const day = date.getUTCDate();
  return kind === 'month'
    ? { startMs: Date.UTC(year, month), endMs: Date.UTC(year, month + 1) }
    : { startMs: Date.UTC(year, month, day), endMs: Date.UTC(year, month, day + 1) };
}

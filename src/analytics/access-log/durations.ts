/**
 * Durations of one log in JSON, to seconds. Source: docs/guides/import-logs.md ("Durations"); the documentation of nginx
 * (`$request_time`), Caddy (`duration_format`) and Apache (`%D`, `%T`).
 *
 * A number doesn't say its unit, and taken for another one it also moves the time of the request. nginx's `request_time`
 * and Caddy's `duration` have a fraction if they are seconds, and none if they are not; other programs' `duration` may be
 * anything. A file that doesn't show its unit has a problem as a whole, since what is imported can't be taken back.
 */
import { asCount } from './json-line.ts';

export const durationUnits = ['s', 'ms', 'us', 'ns'] as const;
export type DurationUnit = (typeof durationUnits)[number];

const perSecond: Readonly<Record<DurationUnit, number>> = { s: 1, ms: 1e3, us: 1e6, ns: 1e9 };

/** Of the texts that Go writes. */
const unitSeconds: Readonly<Record<string, number>> = {
  h: 3600,
  m: 60,
  s: 1,
  ms: 1e-3,
  µs: 1e-6,
  // The same letter as its two bytes of UTF-8, read as latin1.
  Âµs: 1e-6,
  us: 1e-6,
  ns: 1e-9,
};

export class LoggedDurations {
  readonly #unit: DurationUnit | undefined;
  #hasFractions = false;
  #hasWholeNumbers = false;
  #hasUnknown = false;

  /** `unit` is the one that was named. */
  constructor(unit: DurationUnit | undefined) {
    this.#unit = unit;
  }

  /** Why the durations read so far can't be trusted. */
  get problem(): string | undefined {
    if (!this.#hasUnknown && (this.#hasFractions || !this.#hasWholeNumbers)) return undefined;
    return `its durations don't say their unit: name it with --duration-unit (${durationUnits.join(', ')})`;
  }

  /** Reads a field that has a fraction if it is in seconds; undefined when it is no duration. */
  readSeconds(value: unknown): number | undefined {
    return this.#read(value, (count) => {
      if (typeof value === 'string' ? value.includes('.') : !Number.isInteger(count))
        this.#hasFractions = true;
      else if (count !== 0) this.#hasWholeNumbers = true;
    });
  }

  /** Reads a field that may have any unit. */
  readAny(value: unknown): number | undefined {
    return this.#read(value, (count) => {
      if (count !== 0) this.#hasUnknown = true;
    });
  }

  #read(value: unknown, onNumber: (count: number) => void): number | undefined {
    const count = asCount(value);
    if (count === undefined) return typeof value === 'string' ? durationOfText(value) : undefined;
    if (this.#unit !== undefined) return count / perSecond[this.#unit];
    onNumber(count);
    return count;
  }
}

/** `1m2.5s`, `340µs`. */
function durationOfText(text: string): number | undefined {
  let seconds = 0;
  const rest = text.replace(
    /(\d{1,15}(?:\.\d{1,9})?)([a-zµÂ]{1,3})/gu,
    (all, amount: string, unit: string) => {
      const factor = unitSeconds[unit];
      seconds += Number(amount) * (factor ?? 0);
      return factor === undefined ? all : '';
    },
  );
  return rest === '' ? seconds : undefined;
}

/** The distribution of response times as the report has it. Source: docs/reference/proxy-analytics.md. */
import { percentageOf } from '../../../../src/core/percentage.ts';

export type ResponseTimeBucket = {
  /** `100–200 ms`. */
  readonly label: string;
  /** The first time that is no longer part of it, in words; undefined for the last one. */
  readonly below: string | undefined;
  /** A second or longer, which people notice. */
  readonly isSlow: boolean;
  readonly count: number;
  /** 0 to 100, of all requests. */
  readonly percentage: number;
};

/** The shares of the requests whose times are shown. */
export const shares = [
  { share: 0.5, label: 'Half of the requests' },
  { share: 0.95, label: '95% of the requests' },
  { share: 0.99, label: '99% of the requests' },
] as const;

const slowFromMs = 1000;

/** In the report's order, which is the order of time. Keys are the report's. */
const buckets = [
  ...Array.from({ length: 9 }, (_, hundred) => ({
    key: `${hundred * 100}-${hundred * 100 + 100}ms`,
    label: `${hundred * 100}–${hundred * 100 + 100} ms`,
    below: `${hundred * 100 + 100} ms`,
    fromMs: hundred * 100,
  })),
  { key: '900ms-1s', label: '900 ms–1 s', below: '1 s', fromMs: 900 },
  { key: '1-1.5s', label: '1–1.5 s', below: '1.5 s', fromMs: 1000 },
  { key: '1.5-2s', label: '1.5–2 s', below: '2 s', fromMs: 1500 },
  { key: '2-3s', label: '2–3 s', below: '3 s', fromMs: 2000 },
  { key: '3-5s', label: '3–5 s', below: '5 s', fromMs: 3000 },
  { key: '5-10s', label: '5–10 s', below: '10 s', fromMs: 5000 },
  { key: '10s+', label: '10 s or more', below: undefined, fromMs: 10_000 },
];

/** The sixteen buckets of a report's answer, whose counts are strings. */
export function responseTimeBuckets(
  data: Readonly<Partial<Record<string, string>>>,
): readonly ResponseTimeBucket[] {
  const counts = buckets.map(({ key }) => Number(data[key] ?? 0));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return buckets.map(({ label, below, fromMs }, index) => {
    const count = counts[index] ?? 0;
    return {
      label,
      below,
      isSlow: fromMs >= slowFromMs,
      count,
      percentage: percentageOf(count, total),
    };
  });
}

/**
 * Within which time this share of the requests was answered, in words: the end of the bucket in which the share is
 * reached, so it is true, if not the closest. Undefined without requests.
 */
export function withinTime(shown: readonly ResponseTimeBucket[], share: number): string | undefined {
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return undefined;
  let sum = 0;
  for (const { count, below } of shown) {
    sum += count;
    if (sum >= total * share) return below ?? 'more than 10 s';
  }
  return undefined;
}

/** The distribution of response times as the report has it. Source: docs/reference/proxy-analytics.md. */
import { percentageOf } from '../../../../../src/core/percentage.ts';

export type ResponseTimeBucket = {
  /** `100–200 ms`. */
  readonly label: string;
  /** A second or longer, which people notice. */
  readonly isSlow: boolean;
  readonly count: number;
  /** 0 to 100, of all requests. */
  readonly percentage: number;
};

const slowFromMs = 1000;

/** In the report's order, which is the order of time. Keys are the report's. */
const buckets = [
  ...Array.from({ length: 9 }, (_, hundred) => ({
    key: `${hundred * 100}-${hundred * 100 + 100}ms`,
    label: `${hundred * 100}–${hundred * 100 + 100} ms`,
    fromMs: hundred * 100,
  })),
  { key: '900ms-1s', label: '900 ms–1 s', fromMs: 900 },
  { key: '1-1.5s', label: '1–1.5 s', fromMs: 1000 },
  { key: '1.5-2s', label: '1.5–2 s', fromMs: 1500 },
  { key: '2-3s', label: '2–3 s', fromMs: 2000 },
  { key: '3-5s', label: '3–5 s', fromMs: 3000 },
  { key: '5-10s', label: '5–10 s', fromMs: 5000 },
  { key: '10s+', label: '10 s or more', fromMs: 10_000 },
];

/** The sixteen buckets of a report's answer, whose counts are strings. */
export function responseTimeBuckets(
  data: Readonly<Partial<Record<string, string>>>,
): readonly ResponseTimeBucket[] {
  const counts = buckets.map(({ key }) => Number(data[key] ?? 0));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return buckets.map(({ label, fromMs }, index) => {
    const count = counts[index] ?? 0;
    return {
      label,
      isSlow: fromMs >= slowFromMs,
      count,
      percentage: percentageOf(count, total),
    };
  });
}

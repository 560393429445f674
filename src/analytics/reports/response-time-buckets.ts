/**
 * The buckets of `response_time_distribution`. The column `bucket` of the table `requests` is an index into this list.
 * Source: docs/reference/proxy-analytics.md ("Response times").
 */

export type ResponseTimeBucket = {
  readonly label: string;
  /** The lower bound, which belongs to the bucket. */
  readonly fromUs: number;
};

export const responseTimeBuckets: readonly ResponseTimeBucket[] = [
  { label: '0-100ms', fromUs: 0 },
  { label: '100-200ms', fromUs: 100_000 },
  { label: '200-300ms', fromUs: 200_000 },
  { label: '300-400ms', fromUs: 300_000 },
  { label: '400-500ms', fromUs: 400_000 },
  { label: '500-600ms', fromUs: 500_000 },
  { label: '600-700ms', fromUs: 600_000 },
  { label: '700-800ms', fromUs: 700_000 },
  { label: '800-900ms', fromUs: 800_000 },
  { label: '900ms-1s', fromUs: 900_000 },
  { label: '1-1.5s', fromUs: 1_000_000 },
  { label: '1.5-2s', fromUs: 1_500_000 },
  { label: '2-3s', fromUs: 2_000_000 },
  { label: '3-5s', fromUs: 3_000_000 },
  { label: '5-10s', fromUs: 5_000_000 },
  { label: '10s+', fromUs: 10_000_000 },
];

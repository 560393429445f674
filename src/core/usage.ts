/** What a custom domain used in a month. Source: docs/reference/usage.md ("What is counted"). */

export type Usage = {
  readonly requests: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly visitors: number;
};

export const noUsage: Usage = { requests: 0, bytesIn: 0, bytesOut: 0, visitors: 0 };

export function sumUsage(parts: Iterable<Usage>): Usage {
  const sum = { ...noUsage };
  for (const part of parts) {
    sum.requests += part.requests;
    sum.bytesIn += part.bytesIn;
    sum.bytesOut += part.bytesOut;
    sum.visitors += part.visitors;
  }
  return sum;
}

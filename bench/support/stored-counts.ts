/** What a service has stored of the events and requests that it answered, read from its API. */
import { setTimeout as delay } from 'node:timers/promises';
import { dayMs } from '../../src/core/time.ts';
import { until } from './faults.ts';
import { ask } from './http.ts';
import type { Nameplate } from './nameplate.ts';

type QueryAnswer = {
  readonly results: readonly { readonly dimensions: [string]; readonly metrics: [number] }[];
};

const rowsPerPage = 10_000;
const settleMs = 3_000;
const settleTimeoutMs = 120_000;

/** Requests recorded for custom domains, once no more are coming: shipping takes two seconds, and longer after a fault. */
export async function settledRequests(service: Nameplate, domains: readonly string[]): Promise<number> {
  let last = Number.NaN;
  await until(
    'records to settle',
    async () => {
      const now = await countRequests(service, domains);
      const isSettled = now === last;
      last = now;
      if (!isSettled) await delay(settleMs);
      return isSettled;
    },
    settleTimeoutMs,
  );
  return last;
}

/** How often each page below `prefix` was counted. */
export async function pageviewsBelow(
  service: Nameplate,
  domain: string,
  prefix: string,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let offset = 0; ; offset += rowsPerPage) {
    const answer = await ask({
      port: service.apiPort,
      path: `/api/v1/analytics/custom_domains/${domain}/query`,
      method: 'POST',
      headers: service.authorization,
      json: {
        metrics: ['pageviews'],
        dimensions: ['event:page'],
        filters: [['contains', 'event:page', [prefix]]],
        date_range: [dayOf(Date.now() - dayMs), dayOf(Date.now())],
        pagination: { limit: rowsPerPage, offset },
      },
    });
    if (answer.status !== 200) throw new Error(`the query answered ${answer.status}: ${answer.body}`);
    const { results }: QueryAnswer = JSON.parse(answer.body);
    for (const { dimensions, metrics } of results) counts.set(dimensions[0], metrics[0]);
    if (results.length < rowsPerPage) return counts;
  }
}

async function countRequests(service: Nameplate, domains: readonly string[]): Promise<number> {
  let sum = 0;
  for (const domain of domains) {
    const { status, body } = await ask({
      port: service.apiPort,
      path: `/api/v1/analytics/custom_domains/${domain}/request_count`,
      headers: service.authorization,
    });
    if (status !== 200) throw new Error(`the report answered ${status}: ${body}`);
    sum += Number(JSON.parse(body).count);
  }
  return sum;
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

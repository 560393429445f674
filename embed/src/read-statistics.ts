/** Reads a custom domain's statistics over the API. Source: docs/reference/signed-tokens.md, docs/reference/query.md. */
import { parseRetryAfter } from '../../src/core/retry-after.ts';
import { statisticsListLength, statisticsLists } from '../../src/core/shown-statistics.ts';
import { parseUrl } from '../../src/core/url.ts';
import { bucketsOf, type Period } from './periods.ts';
import type { NameplateStatisticsState } from './types.ts';

export type Access = { readonly origin: string; readonly token: string; readonly signal: AbortSignal };
export type Domain = NameplateStatisticsState['domain'];
export type Row = { readonly label: string; readonly count: number };

export type Statistics = {
  readonly visitors: number;
  readonly visits: number;
  readonly pageviews: number;
  /** From 0 to 100. */
  readonly bounceRate: number;
  /** Seconds. */
  readonly visitDuration: number;
  /** By the keys of hours, days or months; none where nobody came. */
  readonly buckets: readonly Row[];
  /** In the order of {@link statisticsLists}. */
  readonly lists: readonly (readonly Row[])[];
};

/** An answer that is none. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  /** Undefined: it doesn't say. */
  readonly retryAfterMs: number | undefined;

  constructor(code: string, status = 0, retryAfterMs?: number) {
    super(code);
    this.code = code;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The custom domains of the token. Errors: {@link Refusal}. */
export async function readDomains(access: Access): Promise<readonly Domain[]> {
  const me = await ask<{ readonly custom_domains?: readonly Domain[] }>(access, '/api/v1/me');
  return me.custom_domains ?? [];
}

/** The one that a page names by uuid or host, or the first one. Errors: {@link Refusal}. */
export function chosenDomain(domains: readonly Domain[], named: string | null): Domain {
  const wanted = named?.trim() ?? '';
  // As hosts are stored: in lower case and A-labels, without a dot at the end.
  const stored = parseUrl(`https://${wanted}`)?.hostname.replace(/\.$/, '');
  const found =
    wanted === '' ? domains[0] : domains.find(({ uuid, host }) => uuid === stored || host === stored);
  if (!found) throw new Refusal('not_found', 404);
  return found;
}

/** Errors: {@link Refusal}. */
export async function readStatistics(
  access: Access,
  { uuid }: Domain,
  period: Period,
  timezone: string,
): Promise<Statistics> {
  const query = (metrics: readonly string[], rest: object) =>
    ask<Answer>(access, `/api/v1/analytics/custom_domains/${uuid}/query`, {
      metrics,
      date_range: period,
      timezone,
      ...rest,
    });
  const metrics = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'];
  // Alone at first: where nobody came there is nothing more to ask, and the browser asks only once whether it may.
  const totals = (await query(metrics, {})).results[0]?.metrics.map(Number) ?? [];
  const [visitors = 0, visits = 0, pageviews = 0, bounceRate = 0, visitDuration = 0] = totals;
  const none = { visitors, visits, pageviews, bounceRate, visitDuration, buckets: [], lists: [] };
  if (visitors === 0) return none;
  const pagination = { limit: statisticsListLength };
  const [series, ...lists] = await Promise.all([
    query(['visitors'], { dimensions: [bucketsOf[period]], include: { time_labels: true } }),
    ...statisticsLists.map(([, dimension]) => query(['visitors'], { dimensions: [dimension], pagination })),
  ]);
  const counts = new Map(rowsOf(series).map(({ label, count }) => [label, count]));
  const labels = series.meta.time_labels ?? [...counts.keys()];
  return {
    ...none,
    buckets: labels.map((label) => ({ label, count: counts.get(label) ?? 0 })),
    lists: lists.map(rowsOf),
  };
}

type Answer = {
  readonly results: readonly {
    readonly dimensions: readonly string[];
    readonly metrics: readonly (number | null)[];
  }[];
  readonly meta: { readonly time_labels?: readonly string[] };
};

function rowsOf({ results }: Answer): Row[] {
  return results.map(({ dimensions: [label], metrics: [count] }) => ({
    label: String(label),
    count: Number(count),
  }));
}

async function ask<Body>({ origin, token, signal }: Access, path: string, query?: object): Promise<Body> {
  const answer = await fetch(origin + path, {
    headers: { authorization: `Bearer ${token}`, ...(query && { 'content-type': 'application/json' }) },
    ...(query && { method: 'POST', body: JSON.stringify(query) }),
    credentials: 'omit',
    cache: 'no-store',
    signal,
  }).catch(() => undefined);
  // Also where the account doesn't allow the origin of the page: browsers don't say why.
  if (!answer) throw new Refusal('unreachable');
  const body = await answer.json().catch(() => undefined);
  if (answer.ok && body !== undefined) return body;
  const wait = parseRetryAfter(answer.headers.get('retry-after'), Date.now());
  throw new Refusal(codeOf(body) ?? 'unreachable', answer.ok ? 0 : answer.status, wait);
}

function codeOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error_code' in body)) return undefined;
  return String(body.error_code);
}

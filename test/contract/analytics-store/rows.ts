/** Rows for tests of the analytics store. */

import { type PageviewRow, plainPageview } from '../../../src/analytics/engine/pageview-row.ts';
import { noRowDetails, type RequestRow } from '../../../src/analytics/engine/request-row.ts';
import type { PageviewBatch, RequestBatch } from '../../../src/analytics/store/analytics-store.ts';

export const domain = '0190a5b0-0000-7000-8000-000000000001';
export const otherDomain = '0190a5b0-0000-7000-8000-000000000002';
export const noon: number = Date.UTC(2026, 2, 15, 12);

export function requestRow(fields: Partial<RequestRow> = {}): RequestRow {
  return {
    domain,
    time: noon,
    duration_us: 1500,
    bytes_in: 400,
    bytes_out: 2000,
    status: 200,
    method: 'GET',
    path: '/',
    bot: '',
    datacenter: '',
    ...noRowDetails,
    ...fields,
  };
}

export function pageviewRow(fields: Partial<PageviewRow> = {}): PageviewRow {
  return {
    domain,
    time: noon,
    arrival: 0,
    visitor: '1',
    previous_visitor: '0',
    path: '/',
    source: 'Direct',
    referrer: 'Direct',
    utm_source: '',
    utm_medium: '',
    utm_campaign: '',
    utm_term: '',
    utm_content: '',
    browser: 'Chrome',
    operating_system: 'macOS',
    screen: 'desktop',
    country: 'DE',
    region: 'DE-BE',
    region_name: 'Berlin',
    city: 'Berlin',
    ...plainPageview,
    ...fields,
  };
}

export function pageviewBatchOf(
  name: string,
  rows: readonly PageviewRow[],
  mayBeStored = false,
): PageviewBatch {
  return { name, rows, mayBeStored };
}

export function batchOf(name: string, rows: readonly RequestRow[], mayBeStored = false): RequestBatch {
  return { name, rows, mayBeStored };
}

/** `count` rows, a millisecond apart, numbered by `bytes_in`. */
export function manyRows(
  count: number,
  fields: Partial<RequestRow> | ((index: number) => Partial<RequestRow>) = {},
): RequestRow[] {
  return Array.from({ length: count }, (_, index) =>
    requestRow({
      time: noon + index,
      bytes_in: index,
      path: `/page/${index % 997}`,
      ...(typeof fields === 'function' ? fields(index) : fields),
    }),
  );
}

/** Batch `number` of the crash tests: 500 rows of two domains, its number as their status. */
export function crashRows(number: number): RequestRow[] {
  return manyRows(500, (index) => ({ status: number, domain: index % 2 === 0 ? domain : otherDomain }));
}

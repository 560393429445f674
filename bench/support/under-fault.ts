/** Sends redirects, proxied pages and events to a service while something is done to it, and looks up what it stored. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CleanUp } from '../../src/service/clean-up.ts';
import { closedUnderRequest } from './client-connection.ts';
import { wholeAgain } from './faults.ts';
import { hostAt, type Nameplate } from './nameplate.ts';
import { getRequest, type LoadResult, postRequest, type RequestKind, startLoad } from './steady-load.ts';
import { pageviewsBelow, settledRequests } from './stored-counts.ts';

export const redirectHost: string = hostAt(5);
export const pageHost = 'shop.customer.example';
export const answerTimeoutMs = 10_000;
/** Before the fault and after it. */
const calmMs = 2_000;

export type Served = {
  readonly service: Nameplate;
  /** Uuids of the custom domains. */
  readonly domains: readonly [redirect: string, page: string];
  /** Requests recorded so far, where they can't be looked up. */
  readonly recordedBefore?: number;
};

/** Makes a fault under load; the maker answers a note, or undefined when it can't be made. */
export type UnderFault = (
  served: Served,
  fault: string,
  make: () => Promise<string | undefined>,
) => Promise<void>;

export type Row = {
  readonly fault: string;
  readonly note: string;
  readonly load?: LoadResult;
  readonly stored?: {
    readonly acknowledged: number;
    /** Acknowledged, but not counted. */
    readonly missing: number;
    readonly countedTwice: number;
    /** Requests that were answered, but aren't recorded. */
    readonly recordsLost: number;
    /** More than were sent. */
    readonly recordsTwice: number;
  };
};

/** Sends requests before, during and after a fault, and looks up what is stored of them. */
export async function measureUnder(
  { service, domains, recordedBefore }: Served,
  fault: string,
  make: () => Promise<string | undefined>,
  perSecond: number,
  cleanUp: CleanUp,
): Promise<Row> {
  const tag = `${fault.replaceAll(/[^a-z0-9]+/gi, '-')}-${Date.now()}`;
  let load: LoadResult | undefined;
  let note: string | undefined;
  try {
    const before = recordedBefore ?? (await settledRequests(service, domains));
    const client = startLoad(
      { port: service.edgePort, perSecond, skipRequests: 0, timeoutMs: answerTimeoutMs, kinds: kindsOf(tag) },
      cleanUp,
    );
    try {
      await delay(calmMs);
      note = await make();
      await delay(calmMs);
    } catch (error) {
      note = `NOT RECOVERED: ${lineOf(error)}`;
    } finally {
      load = await client.finish();
    }
    if (note === undefined) return { fault, note: 'SKIPPED: the program has no such command' };
    await wholeAgain(service);
    const recorded = (await settledRequests(service, domains)) - before;
    const sent = total(load, 'sent') - total(load, 'refused');
    const answered = sent - total(load, 'failed');
    const stored = await lookUp(service, domains[1], tag, load);
    return {
      fault,
      note,
      load,
      stored: {
        ...stored,
        recordsLost: Math.max(0, answered - recorded),
        recordsTwice: Math.max(0, recorded - sent),
      },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      fault,
      note: [note, `NOT COUNTED: ${reason}`].filter(Boolean).join('; '),
      ...(load && { load }),
    };
  }
}

function kindsOf(tag: string): RequestKind[] {
  const number = '0'.repeat(9);
  const event = (n: string) => JSON.stringify({ u: `https://${pageHost}${eventPath(tag, n)}`, w: 1280 });
  const requests = [
    { name: 'redirect', request: getRequest(redirectHost, `/${tag}`), status: 301 },
    { name: 'page', request: getRequest(pageHost, '/small'), status: 200 },
    {
      name: 'event',
      request: postRequest(pageHost, '/.nameplate/event', 'text/plain', event('{n}'), event(number).length),
      status: 202,
      isListed: true,
    },
  ];
  const on = (connection: RequestKind['connection']) =>
    requests.map((request): RequestKind => Object.assign({ connection }, request));
  return [...on('new'), ...on('kept')];
}

function eventPath(tag: string, number: string): string {
  return `/events/${tag}/${number}`;
}

async function lookUp(service: Nameplate, domain: string, tag: string, load: LoadResult) {
  const counts = await pageviewsBelow(service, domain, eventPath(tag, ''));
  const acknowledged = load.kinds.flatMap(({ answeredNumbers }) => answeredNumbers);
  const paths = acknowledged.map((number) => eventPath(tag, String(number).padStart(9, '0')));
  return {
    acknowledged: paths.length,
    missing: paths.filter((path) => !counts.has(path)).length,
    countedTwice: [...counts.values()].filter((count) => count > 1).length,
  };
}

export function total(load: LoadResult | undefined, figure: 'sent' | 'refused' | 'failed'): number {
  return load?.kinds.reduce((sum, kind) => sum + kind[figure], 0) ?? 0;
}

/** Failed requests that a client would send again. */
export function totalClosed(load: LoadResult | undefined): number {
  return load?.kinds.reduce((sum, { why }) => sum + (why[closedUnderRequest] ?? 0), 0) ?? 0;
}

/** The first line of an error, which says what failed. */
function lineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split('\n')[0] ?? '';
}

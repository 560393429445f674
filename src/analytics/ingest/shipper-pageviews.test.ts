import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { samplePageview } from '../../../test/support/pageviews.ts';
import {
  type LogLine,
  noLookups,
  numberedLine,
  rememberingLogger,
} from '../../../test/support/spool-directory.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { systemClock } from '../../core/clock.ts';
import { AnalyticsAwayError } from '../engine/failures.ts';
import type { PageviewRow } from '../engine/pageview-row.ts';
import type { RequestRow } from '../engine/request-row.ts';
import { nowhere } from '../lookup/location-record.ts';
import { UserAgentLookup } from '../lookup/user-agent.ts';
import { encodePageviewRecord } from './pageview-codec.ts';
import { PageviewPipeline } from './pageview-pipeline.ts';
import { placeSegment } from './place-segment.ts';
import { RequestPipeline } from './request-pipeline.ts';
import { arrivalOf, segmentHeader, segmentName } from './segment-name.ts';
import { SegmentWriter } from './segment-writer.ts';
import { Shipper } from './shipper.ts';
import type { Batch } from './shipping-lane.ts';
import { Spool } from './spool.ts';

/** Keeps batches by name, as the analytics store does; fails as it is told to. */
class FakeStore {
  readonly requests = new Map<string, readonly RequestRow[]>();
  readonly pageviews = new Map<string, readonly PageviewRow[]>();
  readonly tries: string[] = [];
  trouble: (kind: 'requests' | 'pageviews') => Promise<void> | void = () => {};

  async insertRequests(...batches: readonly Batch<RequestRow>[]): Promise<void> {
    await this.trouble('requests');
    for (const { name, rows } of batches) this.requests.set(name, rows);
  }

  async insertHandshakes(): Promise<void> {
    throw new Error('there are none here');
  }

  async insertPageviews(...batches: readonly Batch<PageviewRow>[]): Promise<void> {
    this.tries.push(...batches.map(({ name, mayBeStored }) => `${name} ${mayBeStored}`));
    await this.trouble('pageviews');
    for (const { name, rows } of batches) this.pageviews.set(name, rows);
  }

  paths(): string[] {
    return [...this.pageviews.values()].flatMap((rows) => rows.map(({ path }) => path)).toSorted();
  }
}

type Setup = { directory: string; spool: Spool; store: FakeStore; shipper: Shipper; log: LogLine[] };

async function setUp(): Promise<Setup> {
  const directory = join(await tempDir(), 'spool');
  await mkdir(directory);
  const { logger, lines: log } = rememberingLogger();
  const spool = await Spool.open(directory, { budgetBytes: 1e9, clock: systemClock, logger });
  const store = new FakeStore();
  const pipelines = {
    requests: new RequestPipeline(noLookups),
    pageviews: new PageviewPipeline(new UserAgentLookup(), { find: () => nowhere }, systemClock),
  };
  const shipper = new Shipper(spool, store, pipelines, logger);
  onTestFinished(async () => {
    await shipper.stop(0);
    await spool[Symbol.asyncDispose]();
  });
  return { directory, spool, store, shipper, log };
}

let segmentsMade = 0;
async function putSegment(directory: string, kind: 'requests' | 'pageviews', lines: string): Promise<string> {
  const name = segmentName(kind, '0190b6a0-0000-7000-8000-00000000000b', segmentsMade++);
  await writeFile(join(directory, `${name}.ndjson`), segmentHeader(kind) + lines);
  return name;
}

function pageviewLine(path: string, receivedAtMs: number = samplePageview.receivedAtMs): string {
  return encodePageviewRecord({ ...samplePageview, path, receivedAtMs });
}

it('ships every pageview that a writer has acknowledged, beside requests', async () => {
  const { directory, store, shipper } = await setUp();
  shipper.start();
  const writer = new SegmentWriter({ directory, kind: 'pageviews' });
  const paths = Array.from({ length: 200 }, (_, index) => `/p/${String(index).padStart(3, '0')}`);
  await Promise.all(paths.map((path) => writer.appendDurably(pageviewLine(path))));
  await writer.close();
  await putSegment(directory, 'requests', numberedLine(1) + numberedLine(2));
  await vi.waitFor(() => expect(store.requests.size).toBe(1), 50_000);
  await shipper.stop();
  expect(store.paths()).toEqual(paths);
  expect([...store.pageviews.values()][0]?.[0]).toMatchObject({
    visitor: String(samplePageview.visitor),
    source: 'Google',
    browser: 'Firefox',
  });
  expect(shipper.status()).toMatchObject({
    rowsShipped: 202,
    rowsShippedOf: { requests: 2, pageviews: 200, handshakes: 0 },
    linesRefused: { record_invalid: 0, time_invalid: 0 },
  });
});

it('ships pageviews while requests are not taken, and the other way round', async () => {
  const { directory, spool, store, shipper } = await setUp();
  let held = () => {};
  store.trouble = (kind) =>
    kind === 'requests' ? new Promise<void>((resolve) => (held = resolve)) : undefined;
  await putSegment(directory, 'requests', numberedLine(1));
  await putSegment(directory, 'pageviews', pageviewLine('/a'));
  await spool.scan();
  shipper.start();
  await vi.waitFor(() => expect(store.paths()).toEqual(['/a']), 50_000);
  expect(store.requests.size).toBe(0);
  held();
  await vi.waitFor(() => expect(store.requests.size).toBe(1), 50_000);
});

it('tries a batch again under its name, as one that may be stored', async () => {
  const { directory, spool, store, shipper } = await setUp();
  let failures = 0;
  store.trouble = () => {
    if (failures++ === 0) throw new AnalyticsAwayError('no');
  };
  const name = await putSegment(directory, 'pageviews', pageviewLine('/a'));
  await spool.scan();
  shipper.start();
  await vi.waitFor(() => expect(store.paths()).toEqual(['/a']), 50_000);
  expect(store.tries).toEqual([`${name} false`, `${name} true`]);
});

it('ships an import under its own name, beside what happens now, and refuses its future', async () => {
  const { directory, store, shipper, log } = await setUp();
  shipper.start();
  const tomorrow = systemClock.now() + 86_400_000;
  const lines = pageviewLine('/past') + pageviewLine('/future', tomorrow);
  await placeSegment(directory, { kind: 'import-pageviews', digest: 'ab', number: 0, lines });
  await putSegment(directory, 'pageviews', pageviewLine('/now') + pageviewLine('/fast-clock', tomorrow));
  await vi.waitFor(() => expect(store.paths()).toEqual(['/fast-clock', '/now', '/past']), 50_000);
  expect(store.tries).toContainEqual('import-pageviews.ab.00000000 true');
  await expect.poll(() => log).toHaveLength(1);
  expect(log).toMatchObject([{ level: 'warn', lines: { time_invalid: 1 } }]);
  expect(shipper.status().linesRefused).toMatchObject({ time_invalid: 1, record_invalid: 0 });
});

it('counts lines of the other kind and torn ones, and logs nothing of what is in them', async () => {
  const { directory, store, shipper, log } = await setUp();
  shipper.start();
  const lines = `${pageviewLine('/a')}${numberedLine(1)}{"secret":1}\n${pageviewLine('/torn').slice(0, 50)}`;
  await putSegment(directory, 'pageviews', lines);
  await vi.waitFor(() => expect(store.paths()).toEqual(['/a']), 50_000);
  await expect.poll(() => log).toMatchObject([{ lines: { record_invalid: 2, line_torn: 1 } }]);
  expect(JSON.stringify(log)).not.toContain('secret');
});

it('numbers pageviews by segment and line, the same when a batch is tried again', async () => {
  const { directory, store, shipper } = await setUp();
  const first = await putSegment(
    directory,
    'pageviews',
    pageviewLine('/1') + numberedLine(1) + pageviewLine('/2'),
  );
  const second = await putSegment(directory, 'pageviews', pageviewLine('/3'));
  let tries = 0;
  store.trouble = () => {
    if (tries++ < 2) throw new AnalyticsAwayError('away');
  };
  shipper.start();
  await vi.waitFor(() => expect(store.pageviews.size).toBe(2), 50_000);
  const arrivals = [first, second].flatMap((name) =>
    (store.pageviews.get(name) ?? []).map(({ path, arrival }) => [path, arrival] as const),
  );
  expect(arrivals.map(([path]) => path)).toEqual(['/1', '/2', '/3']);
  expect(arrivals.map(([, arrival]) => arrival)).toEqual([
    arrivalOf(first, 0),
    arrivalOf(first, 2),
    arrivalOf(second, 0),
  ]);
});

it.each([
  ['pageviews.a.00000000', 0, 1],
  ['pageviews.a.00000001', 0, 1_048_577],
  ['import-pageviews.a.00000000', 0, 2 ** 52 + 1],
  ['import-pageviews.a.9999999999999999', 5_000_000, undefined],
])('%s, line %d: a whole number that grows', (name, line, wanted) => {
  const arrival = arrivalOf(name, line);
  expect(Number.isSafeInteger(arrival) && arrival > 0).toBe(true);
  if (wanted !== undefined) expect(arrival).toBe(wanted);
});

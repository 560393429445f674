import { writeFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type LogLine,
  noLookups,
  numberedLine,
  rememberingLogger,
  sampleRecord,
} from '../../../test/support/spool-directory.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { systemClock } from '../../core/clock.ts';
import { AnalyticsAwayError } from '../engine/failures.ts';
import type { RequestRow } from '../engine/request-row.ts';
import { nowhere } from '../lookup/location-record.ts';
import { Manifest } from './manifest.ts';
import { PageviewPipeline } from './pageview-pipeline.ts';
import { placeSegment } from './place-segment.ts';
import { encodeRequestRecord } from './request-codec.ts';
import { RequestPipeline } from './request-pipeline.ts';
import { maxSegmentBytes, segmentHeader, segmentName } from './segment-name.ts';
import { SegmentWriter } from './segment-writer.ts';
import { Shipper } from './shipper.ts';
import type { Batch } from './shipping-lane.ts';
import { Spool } from './spool.ts';

const header = segmentHeader('requests');
const pipelines = {
  requests: new RequestPipeline(noLookups),
  pageviews: new PageviewPipeline(noLookups.userAgents, { find: () => nowhere }, systemClock),
};

/** Keeps batches by name, as the analytics store does; fails as it is told to. */
class FakeStore {
  readonly batches = new Map<string, readonly RequestRow[]>();
  readonly inserts: number[] = [];
  readonly tries: { readonly name: string; readonly mayBeStored: boolean }[] = [];
  trouble: (batch: Batch<RequestRow>) => Promise<void> | void = () => {};

  /** Batches of one insert are stored together or not at all. */
  async insertRequests(...batches: readonly Batch<RequestRow>[]): Promise<void> {
    this.inserts.push(batches.length);
    for (const batch of batches) {
      this.tries.push({ name: batch.name, mayBeStored: batch.mayBeStored });
      await this.trouble(batch);
    }
    for (const batch of batches) this.batches.set(batch.name, batch.rows);
  }

  async insertHandshakes(): Promise<void> {
    throw new Error('there are none here');
  }

  async insertPageviews(): Promise<void> {
    throw new Error('there are none here');
  }

  /** The numbers of all lines stored, in order. */
  numbers(): number[] {
    return [...this.batches.values()].flatMap((rows) => rows.map((row) => row.duration_us));
  }
}

type Setup = { directory: string; spool: Spool; store: FakeStore; shipper: Shipper; log: LogLine[] };

async function setUp(prepare: (directory: string) => Promise<unknown> = async () => {}): Promise<Setup> {
  const directory = join(await tempDir(), 'spool');
  await mkdir(directory);
  await prepare(directory);
  const { logger, lines: log } = rememberingLogger();
  const spool = await Spool.open(directory, { budgetBytes: 1e9, clock: systemClock, logger });
  const store = new FakeStore();
  const shipper = new Shipper(spool, store, pipelines, logger);
  onTestFinished(async () => {
    await shipper.stop(0);
    await spool[Symbol.asyncDispose]();
  });
  return { directory, spool, store, shipper, log };
}

let segmentsMade = 0;
async function putSegment(directory: string, text: string): Promise<string> {
  const name = segmentName('requests', '0190b6a0-0000-7000-8000-00000000000a', segmentsMade++);
  // At once, so that several are there together.
  writeFileSync(join(directory, `${name}.ndjson`), text);
  return name;
}

describe('Shipper', () => {
  it('ships what writers write, once, and leaves an empty spool', async () => {
    const { directory, store, shipper, spool } = await setUp();
    shipper.start();
    const writers = [0, 1].map(() => new SegmentWriter({ directory, kind: 'requests' }));
    for (let i = 0; i < 3_000; i++) {
      writers[i % 2]?.append(numberedLine(i));
      if (i % 100 === 0) await sleep(50);
    }
    for (const writer of writers) await writer.close();
    await shipper.stop(50_000);
    expect(store.numbers().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 3_000 }, (_, i) => i));
    expect(store.tries.every((batch) => !batch.mayBeStored)).toBe(true);
    expect(shipper.status()).toMatchObject({
      rowsShipped: 3_000,
      rowsShippedOf: { requests: 3_000, pageviews: 0, handshakes: 0 },
      segmentsWaiting: 0,
      bytesWaiting: 0,
      isStoreAway: false,
    });
    expect(spool.status().segments).toBe(0);
    expect(await readdir(directory)).toEqual(['spool.lock']);
  });

  it('names batches after segments, marks those found at the start, and ships the oldest first', async () => {
    const names: string[] = [];
    const { directory, store, shipper } = await setUp(async (path) => {
      for (const n of [1, 2, 3]) {
        names.push(await putSegment(path, header + numberedLine(n)));
        await sleep(5);
      }
    });
    shipper.start();
    await expect.poll(() => store.batches.size).toBe(3);
    const later = await putSegment(directory, header + numberedLine(4));
    await vi.waitFor(() => expect(store.batches.size).toBe(4), 50_000);
    expect(store.tries).toEqual([
      ...names.map((name) => ({ name, mayBeStored: true })),
      { name: later, mayBeStored: false },
    ]);
  });

  it('lets segments that wait together share an insert, and rests while little comes in', async () => {
    const { directory, spool, store, shipper } = await setUp();
    for (const n of [1, 2, 3]) await putSegment(directory, header + numberedLine(n));
    await spool.scan();
    shipper.start();
    await expect.poll(() => store.batches.size).toBe(3);
    for (const n of [4, 5]) await putSegment(directory, header + numberedLine(n));
    await spool.scan();
    await vi.waitFor(() => expect(store.batches.size).toBe(5), 50_000);
    expect(store.inserts).toEqual([3, 2]);
    expect(store.tries.every(({ mayBeStored }) => !mayBeStored)).toBe(true);
  });

  it('names segments whose lines give no rows to the store, too', async () => {
    const { directory, spool, store, shipper } = await setUp();
    const names: string[] = [];
    for (const line of [numberedLine(1), '{}\n', numberedLine(2)])
      names.push(await putSegment(directory, header + line));
    await spool.scan();
    shipper.start();
    await expect.poll(() => store.batches.size).toBe(3);
    expect(store.inserts).toEqual([3]);
    expect(store.tries.map(({ name }) => name)).toEqual(names);
    expect(store.numbers()).toEqual([1, 2]);
  });

  it.each([
    ['the same segments again while the store is away', new AnalyticsAwayError('no'), [3, 3]],
    ['them one by one when it refused them', new Error('no'), [3, 1, 1, 1]],
  ])('tries %s, as ones that may be stored', async (_, failure, inserts) => {
    const { directory, spool, store, shipper } = await setUp();
    for (const n of [1, 2, 3]) await putSegment(directory, header + numberedLine(n));
    await spool.scan();
    let failures = 0;
    store.trouble = () => {
      if (failures++ > 0) return;
      // What came since is of the next insert.
      void putSegment(directory, header + numberedLine(4)).then(() => spool.scan());
      throw failure;
    };
    shipper.start();
    await vi.waitFor(() => expect(store.batches.size).toBe(4), 50_000);
    expect(store.inserts.slice(0, -1)).toEqual(inserts);
    expect(store.tries.slice(1, -1).every(({ mayBeStored }) => mayBeStored)).toBe(true);
    expect(store.tries.at(-1)?.mayBeStored).toBe(false);
    expect(store.numbers().toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    await vi.waitFor(async () => expect(await readdir(directory)).toEqual(['spool.lock']), 50_000);
  });

  const tooLarge: [what: string, cause: unknown, inserts: number[]][] = [
    ['a full disk', Object.assign(new Error('write'), { code: 'ENOSPC' }), [3, 3, 1, 1, 1]],
    ['a limit on memory', Object.assign(new Error('limit'), { code: '241' }), [3, 3, 1, 1, 1]],
    ['a proxy', new Error('<h1>413 Request Entity Too Large</h1>'), [3, 3, 1, 1, 1]],
    ['the deadline', new Error('The user aborted a request.'), [3, 3, 1, 1, 1]],
    ['a lost connection', Object.assign(new Error('read'), { code: 'ECONNRESET' }), [3, 3, 3, 3]],
    ['too few replicas', Object.assign(new Error('quorum'), { code: '285' }), [3, 3, 3, 3]],
  ];
  it.each(tooLarge)('makes an insert smaller only where that helps: %s', async (_, cause, inserts) => {
    const { directory, spool, store, shipper } = await setUp();
    for (const n of [1, 2, 3]) await putSegment(directory, header + numberedLine(n));
    await spool.scan();
    store.trouble = () => {
      if (store.inserts.at(-1) === 3 && store.inserts.length < 4)
        throw new AnalyticsAwayError('no', { cause });
    };
    shipper.start();
    await vi.waitFor(() => expect(store.batches.size).toBe(3), 50_000);
    expect(store.inserts).toEqual(inserts);
    expect(store.tries.slice(1).every(({ mayBeStored }) => mayBeStored)).toBe(true);
    await vi.waitFor(async () => expect(await readdir(directory)).toEqual(['spool.lock']), 50_000);
  });

  it.each([
    ['all of them wait', [0, 1, 2], [3, 1]],
    ['one was stored and deleted', [1, 2], [1, 1, 1]],
  ])('ships what an earlier process began as it began it: %s', async (_, left, inserts) => {
    const { store, shipper } = await setUp(async (path) => {
      const names = [];
      for (const n of [1, 2, 3]) names.push(await putSegment(path, header + numberedLine(n)));
      await new Manifest(path, 'requests').write(names);
      for (const [n, name] of names.entries()) if (!left.includes(n)) await rm(join(path, `${name}.ndjson`));
      await putSegment(path, header + numberedLine(4));
    });
    shipper.start();
    await vi.waitFor(() => expect(store.batches.size).toBe(left.length + 1), 50_000);
    expect(store.inserts).toEqual(inserts);
    expect(store.tries.every(({ mayBeStored }) => mayBeStored)).toBe(true);
  });

  it('ships one by one when it cannot write down what it is about to insert', async () => {
    const { store, shipper } = await setUp(async (path) => {
      for (const n of [1, 2]) await putSegment(path, header + numberedLine(n));
      await mkdir(join(path, 'requests.manifest'));
    });
    shipper.start();
    await vi.waitFor(() => expect(store.inserts).toEqual([1, 1]), 50_000);
  });

  it('waits while the store is away, keeps the order, logs both turns once, and then ships all', async () => {
    const { store, shipper, log } = await setUp(async (directory) => {
      for (let n = 0; n < 5; n++) {
        await putSegment(directory, header + numberedLine(n));
        await sleep(5);
      }
    });
    let failures = 0;
    store.trouble = () => {
      failures++;
      if (failures <= 3) throw new AnalyticsAwayError('no');
    };
    shipper.start();
    await expect.poll(() => shipper.status().isStoreAway).toBe(true);
    await vi.waitFor(() => expect(store.batches.size).toBe(5), 50_000);
    expect(store.numbers()).toEqual([0, 1, 2, 3, 4]);
    expect(new Set(store.tries.slice(0, 4).map(({ name }) => name)).size).toBe(1);
    expect(log.map((line) => line.msg)).toEqual([
      'analytics: the store is away; events wait in the spool',
      'analytics: the store accepts events again',
    ]);
  });

  it('says of a batch that is tried again that it may be stored', async () => {
    const { directory, store, shipper } = await setUp();
    store.trouble = () => {
      if (store.tries.length === 1) throw new AnalyticsAwayError('after it was stored');
    };
    shipper.start();
    await putSegment(directory, header + numberedLine(1));
    await vi.waitFor(() => expect(store.batches.size).toBe(1), 50_000);
    expect(store.tries.map((batch) => batch.mayBeStored)).toEqual([false, true]);
  });

  it('lets others pass a segment that the store refuses, and moves it aside when it is to blame', async () => {
    let poison = '';
    const { directory, store, shipper, log } = await setUp(async (path) => {
      poison = await putSegment(path, header + numberedLine(666));
      await sleep(5);
      for (const n of [1, 2]) await putSegment(path, header + numberedLine(n));
    });
    store.trouble = ({ name }) => {
      if (name === poison) throw new Error('a mistake in the rows');
    };
    shipper.start();
    await vi.waitFor(() => expect(store.numbers()).toEqual([1, 2]), 50_000);
    await vi.waitFor(() => expect(shipper.status().segmentsRefused).toBe(1), 50_000);
    const refused = join(directory, 'refused');
    await vi.waitFor(async () => expect(await readdir(refused)).toEqual([`${poison}.ndjson`]), 50_000);
    expect(log.filter((line) => line.segment === poison)).toHaveLength(1);
    expect(store.tries.filter(({ name }) => name === poison)).toHaveLength(6);
  });

  it('keeps every segment when the store refuses them all', async () => {
    const { spool, store, shipper } = await setUp(async (directory) => {
      for (const n of [1, 2]) await putSegment(directory, header + numberedLine(n));
    });
    store.trouble = () => {
      throw new Error('a mistake in the settings');
    };
    shipper.start();
    await vi.waitFor(() => expect(store.tries.length).toBeGreaterThan(4), 50_000);
    expect(spool.status().segments).toBe(2);
    expect(shipper.status().segmentsRefused).toBe(0);
  });

  it('counts lines it cannot store, logs them once a segment without what is in them, and stores the others', async () => {
    const lines = [
      numberedLine(1),
      'nonsense\n',
      '\n',
      `${'{"secret":'.repeat(3)}\n`,
      encodeRequestRecord({ ...sampleRecord, startedAtMs: -5 }),
      `"${'x'.repeat(1_100_000)}"\n`,
      numberedLine(2),
      numberedLine(3).slice(0, 40),
    ];
    const { store, shipper, log } = await setUp((directory) =>
      putSegment(directory, header + lines.join('')),
    );
    shipper.start();
    await expect.poll(() => store.numbers()).toEqual([1, 2]);
    await expect.poll(() => log).toHaveLength(1);
    const linesRefused = { record_invalid: 3, time_invalid: 1, line_too_long: 1, line_torn: 1 };
    expect(log).toMatchObject([{ level: 'warn', lines: linesRefused }]);
    expect(JSON.stringify(log)).not.toContain('secret');
    expect(shipper.status().linesRefused).toEqual({ ...linesRefused, event_names_exceeded: 0 });
  });

  it('stores nothing for a segment without a record, and deletes it', async () => {
    const { store, shipper, spool } = await setUp((directory) =>
      putSegment(directory, `${header}nonsense\n`),
    );
    shipper.start();
    await expect.poll(() => spool.status().segments).toBe(0);
    expect(store.tries).toEqual([]);
  });

  it.each([
    ['that is empty', ''],
    ['without a header', numberedLine(1)],
    ['of a later version', `{"nameplate_segment":2,"kind":"requests"}\n${numberedLine(1)}`],
    ['of another kind', segmentHeader('pageviews') + numberedLine(1)],
    ['of zeros', '\0'.repeat(5_000)],
  ])('moves a segment %s aside and goes on', async (_, text) => {
    const { directory, store, shipper } = await setUp(async (path) => {
      await putSegment(path, text);
      await putSegment(path, header + numberedLine(2));
    });
    shipper.start();
    await expect.poll(() => store.numbers()).toEqual([2]);
    await vi.waitFor(async () => expect(await readdir(join(directory, 'refused'))).toHaveLength(1), 50_000);
    expect(shipper.status()).toMatchObject({ segmentsRefused: 1, segmentsWaiting: 0 });
  });

  it('survives the directory being removed under it', async () => {
    const { directory, spool, store, shipper } = await setUp(async (path) => {
      for (let n = 0; n < 20; n++) await putSegment(path, header + numberedLine(n));
    });
    store.trouble = async ({ rows }) => {
      if (rows[0]?.duration_us === 3) await rm(directory, { recursive: true });
    };
    shipper.start();
    await vi.waitFor(() => expect(spool.status().segments).toBe(0), 50_000);
    await vi.waitFor(async () => expect(await readdir(directory)).toEqual(['spool.lock']), 50_000);
    await putSegment(directory, header + numberedLine(99));
    await vi.waitFor(() => expect(store.numbers()).toContain(99), 50_000);
  });

  it('ships an import beside what happens now', async () => {
    const { directory, store, shipper } = await setUp();
    let release = () => {};
    store.trouble = ({ name }) =>
      name.startsWith('import-') ? new Promise<void>((resolve) => (release = resolve)) : undefined;
    shipper.start();
    await placeSegment(directory, {
      kind: 'import-requests',
      digest: 'ab',
      number: 0,
      lines: numberedLine(1),
    });
    await putSegment(directory, header + numberedLine(2));
    await vi.waitFor(() => expect(store.numbers()).toEqual([2]), 50_000);
    release();
    await vi.waitFor(() => expect(store.numbers()).toEqual([2, 1]), 50_000);
    expect(store.tries).toContainEqual({ name: 'import-requests.ab.00000000', mayBeStored: true });
  });

  it('leaves the event loop to others while it works through a full segment', async () => {
    const { store, shipper } = await setUp((directory) => {
      const line = numberedLine(1);
      return putSegment(directory, header + line.repeat(Math.floor((maxSegmentBytes - 100) / line.length)));
    });
    let turns = 0;
    const timer = setInterval(() => setImmediate(() => turns++), 0);
    shipper.start();
    await vi.waitFor(() => expect(store.batches.size).toBe(1), 50_000);
    clearInterval(timer);
    expect(store.numbers().length).toBeGreaterThan(20_000);
    // A turn for each 128 KiB; time would be that of whatever else the machine does.
    expect(turns).toBeGreaterThan(40);
  });
});

describe('Shipper.stop', () => {
  it('finishes the insert under way and what is closed', async () => {
    const { directory, store, shipper } = await setUp(async (path) => {
      for (let n = 0; n < 5; n++) await putSegment(path, header + numberedLine(n));
    });
    store.trouble = () => sleep(50);
    shipper.start();
    await sleep(20);
    await putSegment(directory, header + numberedLine(5));
    await shipper.stop(50_000);
    expect(store.numbers()).toHaveLength(6);
  });

  it('ends at its deadline, and the rest waits for the next start', async () => {
    const { spool, store, shipper } = await setUp(async (path) => {
      for (let n = 0; n < 5; n++) await putSegment(path, header + numberedLine(n));
    });
    store.trouble = () => sleep(1_000);
    shipper.start();
    await sleep(20);
    await shipper.stop(300);
    // It has not waited for all five.
    const stored = store.batches.size;
    expect(stored).toBeLessThan(4);
    await sleep(1_500);
    // Nothing is begun after the deadline.
    expect(store.batches.size).toBeLessThanOrEqual(stored + 1);
    expect(spool.status().segments).toBe(5 - store.batches.size);
  });

  it('does not wait for a store that is away', async () => {
    const { store, shipper } = await setUp((directory) => putSegment(directory, header + numberedLine(1)));
    store.trouble = () => {
      throw new AnalyticsAwayError('no');
    };
    shipper.start();
    await vi.waitFor(() => expect(store.tries.length).toBeGreaterThan(1), 50_000);
    const started = performance.now();
    await shipper.stop(50_000);
    expect(performance.now() - started).toBeLessThan(25_000);
  });
});

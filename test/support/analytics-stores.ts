/** Runs a suite once on each engine of the analytics store. */
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { openChdb } from '../../src/analytics/engine/chdb.ts';
import { openClickhouse } from '../../src/analytics/engine/clickhouse.ts';
import type { AnalyticsLocation } from '../../src/analytics/engine/location.ts';
import { AnalyticsStore, type AnalyticsStoreOptions } from '../../src/analytics/store/analytics-store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { ClickhouseFront } from './clickhouse-front.ts';
import { isWanted } from './engines.ts';
import { skipLoudly } from './skips.ts';
import { tempDir } from './temp-dir.ts';

/** Makes the location of a new, empty store; it is removed after the file. */
export type NewAnalyticsLocation = () => Promise<AnalyticsLocation>;

export type AnalyticsEngineUnderTest = {
  readonly kind: AnalyticsLocation['kind'];
  /** The server, on the engine that has one. */
  readonly front: () => ClickhouseFront;
};

const memoryBytes = 512 * 1024 * 1024;

/** Why the engine cannot be tested here; undefined when it can. */
const unavailable: string | undefined = await import('chdb').then(
  () => undefined,
  (error: unknown) => String(error).split('\n', 1)[0],
);

/**
 * Defines `suite` for chDB in this process, and for the client of a server (see clickhouse-front.ts and engines.ts). One
 * process has one chDB directory open at a time: a suite closes each store before it opens the next.
 */
export function onEachAnalyticsStore(
  title: string,
  suite: (newLocation: NewAnalyticsLocation, engine: AnalyticsEngineUnderTest) => void,
): void {
  const noFront = (): ClickhouseFront => {
    throw new Error('chdb has no server');
  };
  if (unavailable !== undefined) {
    skipLoudly(title, unavailable);
    describe.skip(title, () =>
      suite(() => Promise.reject(new Error(unavailable)), { kind: 'chdb', front: noFront }),
    );
    return;
  }
  if (isWanted('chdb')) {
    describe(`${title} on chdb`, () => {
      suite(chdbLocation, { kind: 'chdb', front: noFront });
    });
  }
  if (!isWanted('clickhouse')) return;
  describe(`${title} on clickhouse`, () => {
    let running: ClickhouseFront | undefined;
    const front = (): ClickhouseFront => {
      if (!running) throw new Error('the front runs only while tests do');
      return running;
    };
    beforeAll(async () => {
      running = await ClickhouseFront.start();
    });
    afterAll(() => running?.[Symbol.asyncDispose]());
    suite(() => Promise.resolve({ kind: 'clickhouse', url: front().url, cluster: undefined }), {
      kind: 'clickhouse',
      front,
    });
  });
}

/**
 * Defines `suite` for the embedded engine alone: for what only it has, and for what the SQL decides, which a server gets
 * word for word. How statements, values, errors, inserts and tokens travel to a server has suites on both, and
 * servers/same-answers.test.ts.
 */
export function onChdb(title: string, suite: () => void): void {
  if (!isWanted('chdb')) return;
  if (unavailable === undefined) {
    describe(title, suite);
    return;
  }
  skipLoudly(title, unavailable);
  describe.skip(title, suite);
}

/** The location of a new store of this process. */
export async function chdbLocation(): Promise<AnalyticsLocation & { kind: 'chdb' }> {
  return { kind: 'chdb', path: join(await tempDir('file'), 'analytics'), memoryBytes };
}

/** Opens a store and closes it when the test is over, unless the test has. */
export async function openForTest(
  location: AnalyticsLocation,
  options: Partial<AnalyticsStoreOptions> = {},
): Promise<AnalyticsStore> {
  const store = await AnalyticsStore.open(location, {
    logger: pino({ level: 'silent' }),
    retentionDays: 0,
    clock: systemClock,
    ...options,
  });
  onTestFinished(() => store[Symbol.asyncDispose]());
  return store;
}

/** Runs a statement on a store behind its back, while it is open or not. */
export async function runStatement(location: AnalyticsLocation, query: string): Promise<void> {
  const engine = location.kind === 'chdb' ? await openChdb(location) : openClickhouse(location);
  try {
    await engine.writes.command({ query });
  } finally {
    await engine.close();
  }
}

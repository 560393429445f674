/** One analytics store for all tests of a suite: reports only read, and each test asks for domains of its own. */
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { AnalyticsStore } from '../../../src/analytics/store/analytics-store.ts';
import { systemClock } from '../../../src/core/clock.ts';
import type { NewAnalyticsLocation } from '../../support/analytics-stores.ts';

/** Opens a store before the first test and closes it after the last one; answers how to reach it. */
export function openForSuite(newLocation: NewAnalyticsLocation): () => AnalyticsStore {
  let store: AnalyticsStore | undefined;
  beforeAll(async () => {
    const logger = pino({ level: 'silent' });
    store = await AnalyticsStore.open(await newLocation(), { logger, retentionDays: 0, clock: systemClock });
  });
  afterAll(() => store?.[Symbol.asyncDispose]());
  return () => {
    if (!store) throw new Error('the store is open only while tests run');
    return store;
  };
}

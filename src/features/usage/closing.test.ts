import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { domainOf, TestClock, upstreamOf } from '../../../test/contract/control-store/stores.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { testSecretKey } from '../../../test/support/test-secret-key.ts';
import { AnalyticsAwayError } from '../../analytics/engine/failures.ts';
import type { ReportStore } from '../../analytics/engine/report-store.ts';
import { ControlStore } from '../../control/store.ts';
import { minuteMs } from '../../core/time.ts';
import { Accounts } from '../accounts/account-store.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { Upstreams } from '../upstreams/upstream-store.ts';
import { UsageClosing, type UsageClosingOptions } from './closing.ts';
import { UsageLists } from './usage-lists.ts';

const may = '2026-05';
const due = Date.UTC(2026, 5, 3);

/** A store with an account that has a domain in May, and what closes its months. */
async function open() {
  const clock = new TestClock();
  const path = `${await tempDir()}/control.db`;
  const store = await ControlStore.open({ kind: 'sqlite', path }, clock, testSecretKey);
  onTestFinished(() => store[Symbol.asyncDispose]());
  await store.secretKeys.prepare();
  const { uuid: accountUuid } = await new Accounts(store).create('Acme');
  const { uuid: upstreamUuid } = await new Upstreams(store).create(accountUuid, upstreamOf('app.example'));
  const attributes = domainOf('shop.example.com', { externalId: 'c1' });
  const domain = await new CustomDomains(store).create(accountUuid, upstreamUuid, attributes);
  const counts = { id: domain?.uuid, requests: 7, bytes_in: 70, bytes_out: 700 };
  const analytics = {
    isAway: false,
    query: async (sql: string) => {
      if (analytics.isAway) throw new AnalyticsAwayError('away');
      return sql.includes('FROM requests') ? [counts] : [{ id: domain?.uuid, visitors: 3 }];
    },
  };
  const warnings: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
  const closingOf = (options: Partial<UsageClosingOptions> = {}) => {
    const closing = new UsageClosing(store, {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its rows have the columns asked for
      analytics: analytics as unknown as ReportStore,
      oldestUnshipped: () => undefined,
      retentionDays: 0,
      clock,
      logger,
      ...options,
    });
    onTestFinished(() => closing[Symbol.asyncDispose]());
    return closing;
  };
  await closingOf().closeDue();
  const shown = async (month = may) =>
    (await new UsageLists(store).all({ accountUuid, month })).map(({ externalId, usage }) => ({
      externalId,
      usage,
    }));
  return { clock, store, accountUuid, analytics, counts, warnings, closingOf, shown };
}

const open1 = [{ externalId: 'c1', usage: null }];
const closed1 = [{ externalId: 'c1', usage: { requests: 7, bytesIn: 70, bytesOut: 700, visitors: 3 } }];

test('a month is closed two days after its end, and stays as it is', async () => {
  const { clock, counts, closingOf, shown } = await open();
  clock.time = due - 1;
  await closingOf().closeDue();
  expect(await shown()).toEqual(open1);
  clock.time = due;
  await Promise.all([closingOf().closeDue(), closingOf().closeDue()]);
  expect(await shown()).toEqual(closed1);
  // A record that comes too late changes nothing.
  counts.requests = 8;
  clock.time += 60 * minuteMs;
  await closingOf().closeDue();
  expect(await shown()).toEqual(closed1);
  expect(await shown('2026-06')).toEqual(open1);
});

test('closing waits for the analytics store, and for a node that died over it', async () => {
  const { clock, analytics, warnings, closingOf, shown } = await open();
  clock.time = due;
  analytics.isAway = true;
  await closingOf().closeDue();
  expect(await shown()).toEqual(open1);
  expect(warnings.join()).toContain('tried again');
  analytics.isAway = false;
  // The lease of the failed try lasts.
  await closingOf().closeDue();
  expect(await shown()).toEqual(open1);
  clock.time += 15 * minuteMs;
  await closingOf().closeDue();
  expect(await shown()).toEqual(closed1);
});

test('closing waits for records of the month in this node’s spool', async () => {
  const { clock, closingOf, shown } = await open();
  clock.time = due;
  await closingOf({ oldestUnshipped: () => Date.UTC(2026, 5, 1) - 1 }).closeDue();
  expect(await shown()).toEqual(open1);
  await closingOf({ oldestUnshipped: () => Date.UTC(2026, 5, 1) }).closeDue();
  expect(await shown()).toEqual(closed1);
});

test('a month that retention has removed days of stays open, with one warning', async () => {
  const { clock, warnings, closingOf, shown } = await open();
  clock.time = due;
  const short = closingOf({ retentionDays: 33 });
  await short.closeDue();
  await short.closeDue();
  expect(await shown()).toEqual(open1);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('NAMEPLATE_RETENTION_DAYS');
  await closingOf({ retentionDays: 34 }).closeDue();
  expect(await shown()).toEqual(closed1);
});

test('months missed while the service was off are closed', async () => {
  const { clock, store, accountUuid, closingOf, shown } = await open();
  clock.time = Date.UTC(2026, 8, 10);
  await closingOf().closeDue();
  expect(await shown()).toEqual(closed1);
  for (const month of ['2026-06', '2026-07', '2026-08']) expect(await shown(month)).toEqual(closed1);
  expect(await new UsageLists(store).all({ accountUuid, month: '2026-09' })).toMatchObject([{ usage: null }]);
});

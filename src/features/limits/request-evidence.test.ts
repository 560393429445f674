import { expect, onTestFinished, test } from 'vitest';
import { TestClock } from '../../../test/contract/control-store/stores.ts';
import { Tenant } from '../../../test/contract/control-store/tenants.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { testSecretKey } from '../../../test/support/test-secret-key.ts';
import { AnalyticsAwayError } from '../../analytics/engine/failures.ts';
import type { ReportStore } from '../../analytics/engine/report-store.ts';
import { ControlStore } from '../../control/store.ts';
import { dayOf } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';
import { RequestEvidence } from './request-evidence.ts';

test('hosts that requests were answered for since they were claimed are seen, for their account', async () => {
  const clock = new TestClock();
  const path = `${await tempDir()}/control.db`;
  const store = await ControlStore.open({ kind: 'sqlite', path }, clock, testSecretKey);
  onTestFinished(() => store[Symbol.asyncDispose]());
  await store.secretKeys.prepare();
  const [ann, bob] = [await Tenant.create(store, 'Ann'), await Tenant.create(store, 'Bob')];
  const moved = await ann.redirect('before.example.com');
  const today = dayOf(clock.now());
  clock.time += dayMs;
  await ann.moveRedirect(moved, 'moved.example.com');
  const served = await ann.redirect('served.example.com');
  const domain = await bob.domain('domain.example.com', true);
  const idle = await bob.redirect('idle.example.com');
  const statements: string[] = [];
  const analytics = {
    rows: [] as { id: string; last: number }[] | undefined,
    query: async (statement: string) => {
      statements.push(statement);
      if (!analytics.rows) throw new AnalyticsAwayError('away');
      return analytics.rows;
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its rows have the columns asked for
  const evidence = new RequestEvidence(store.seenHosts, analytics as unknown as ReportStore, clock);
  const unseen = async () =>
    (await store.seenHosts.listUnseen(undefined, 10)).map(({ host }) => host).toSorted();
  analytics.rows = undefined;
  await evidence.find();
  expect(await unseen()).toHaveLength(5);
  analytics.rows = [
    // Before it had its host.
    { id: moved, last: today },
    { id: served, last: today + 1 },
    { id: domain, last: today + 1 },
  ];
  await evidence.find();
  expect(await unseen()).toEqual(['idle.example.com', 'moved.example.com']);
  // Only of the last days from then on.
  await evidence.find();
  expect(statements.map((statement) => /BETWEEN '([^']+)'/.exec(statement)?.[1])).toEqual([
    '1970-01-01',
    '1970-01-01',
    '2026-05-04',
  ]);
  expect(statements.at(-1)).toContain(idle);
  expect(statements.at(-1)).not.toContain(served);
});

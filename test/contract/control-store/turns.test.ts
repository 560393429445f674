/** What one application process at a time does for all of them. Source: docs/guides/several-machines.md ("What they share"). */
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { ClockSteps } from '../../../src/control/clock-steps.ts';
import { ControlStore } from '../../../src/control/store.ts';
import { dayOf } from '../../../src/core/date-range.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { dayMs, hourMs, minuteMs } from '../../../src/core/time.ts';
import { DestinationCheckStore } from '../../../src/features/attention/destinations/destination-check-store.ts';
import { attention } from '../../../src/features/attention/feature.ts';
import { findingTables } from '../../../src/features/attention/finding-rows.ts';
import { Findings } from '../../../src/features/attention/findings.ts';
import { HostCheckStore } from '../../../src/features/attention/host-check-store.ts';
import { limits } from '../../../src/features/limits/feature.ts';
import { RequestEvidence } from '../../../src/features/limits/request-evidence.ts';
import type { WorkParts } from '../../../src/kernel/feature.ts';
import { shareWork } from '../../../src/service/shared-work.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { storesAt } from './stores.ts';

type Task = (signal: AbortSignal) => Promise<unknown>;

const noData = { places: undefined, networks: undefined, crawlers: undefined, ranges: undefined };

onEachControlStore('work of several processes', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);
  afterEach(() => void vi.restoreAllMocks());

  test('one of them does it, and when it is due again, one does it again', async () => {
    const done = {
      hosts: vi.spyOn(HostCheckStore.prototype, 'enlist'),
      destinations: vi.spyOn(DestinationCheckStore.prototype, 'enlist'),
      evidence: vi.spyOn(RequestEvidence.prototype, 'find'),
      clockSteps: vi.spyOn(ClockSteps.prototype, 'heal'),
      conflicts: vi.spyOn(ControlStore.prototype, 'findHostConflicts'),
      retention: vi.fn(async () => {}),
    };
    const { location, store, clock, accountUuid } = await openWithAccount();
    const dataDir = await tempDir();
    /** A process, which does everything that is on its clock when it is called. */
    const newProcess = async (): Promise<() => Promise<void>> => {
      const opened = await openStore(location, clock);
      const tasks: Task[] = [];
      const work = { every: (_: number, task: Task) => void tasks.push(task), defer: () => {} };
      const parts = {
        config: { dataDir, lookupData: noData, analytics: { retentionDays: 0 }, checksDestinations: true },
        store: opened,
        analytics: { query: async () => [] },
        oldestUnshipped: () => undefined,
        findings: new Findings(opened),
        clock,
      };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest is for other features
      for (const { startWork } of [attention, limits]) startWork?.(work, parts as unknown as WorkParts);
      const analytics = { newestDay: async () => dayOf(clock.now()), applyRetention: done.retention };
      const config = { retentionDays: 0, retentionConfirmedDay: undefined };
      shareWork(work, { store: opened, analytics, config }, pino({ level: 'silent' }));
      const { signal } = new AbortController();
      return async () => void (await Promise.all(tasks.map((task) => task(signal))));
    };
    const counts = () =>
      Object.fromEntries(Object.entries(done).map(([name, { mock }]) => [name, mock.calls.length]));
    const processes = [await newProcess(), await newProcess()];
    // One after the other: of two stores on one SQLite file in one thread, one can't wait for the other.
    const run = async (): Promise<void> => {
      for (const each of processes) await each();
    };
    await run();
    // Retention begins with the second look.
    const once = { hosts: 1, destinations: 1, evidence: 1, clockSteps: 1, conflicts: 1, retention: 0 };
    expect(counts()).toEqual(once);

    const subject = { type: 'upstream', uuid: newUuid(), host: 'gone.example.net' } as const;
    const seen = { state: 'bad', causeCode: 'client_certificate_ends', evidence: {} } as const;
    await new Findings(store).observe([{ accountUuid, kind: 'client_certificate_expiring', subject, seen }]);
    const open = () =>
      findingTables(store.database.queries)
        .selectFrom('findings')
        .where('resolved_at', 'is', null)
        .selectAll()
        .execute();
    await run();
    expect(counts()).toEqual({ ...once, retention: 1 });
    expect(await open()).toHaveLength(1);
    clock.time += minuteMs;
    await run();
    expect(await open()).toEqual([]);

    clock.time += hourMs;
    await run();
    const twice = { hosts: 2, destinations: 2, evidence: 2, clockSteps: 2, conflicts: 1, retention: 1 };
    expect(counts()).toEqual(twice);
    clock.time += dayMs;
    await run();
    expect(counts()).toEqual({
      hosts: 3,
      destinations: 3,
      evidence: 3,
      clockSteps: 3,
      conflicts: 2,
      retention: 2,
    });
  });
});

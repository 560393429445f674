/** What application processes do in turn, as once is enough for all of them. Features have more of it. Source: docs/reference/service.md. */

import type { Logger } from 'pino';
import { RetentionGuard, type RetentionStore } from '../analytics/store/retention-guard.ts';
import type { Config } from '../config/config.ts';
import { describeHostConflict } from '../control/host-conflicts.ts';
import type { ControlStore } from '../control/store.ts';
import { Turns } from '../control/turns.ts';
import { dayMs, hourMs, minuteMs } from '../core/time.ts';
import type { Work } from '../kernel/feature.ts';

/** What it finds, a clock has left that was ahead. */
const healClockStepsEveryMs = 10 * minuteMs;
/** Of what is done once a day: by whichever process, and soon after one that died. */
const lookForTurnEveryMs = hourMs;
const maxConflictsLogged = 1_000;

export type SharedWorkParts = {
  readonly store: ControlStore;
  readonly analytics: RetentionStore;
  readonly config: Pick<Config['analytics'], 'retentionDays' | 'retentionConfirmedDay'>;
};

export function shareWork(work: Work, { store, analytics, config }: SharedWorkParts, logger: Logger): void {
  const { clock } = store;
  const turns = new Turns(store);
  work.every(healClockStepsEveryMs, () =>
    turns.inTurn('clock steps', healClockStepsEveryMs, async () => {
      const count = await store.clockSteps.heal();
      if (count > 0) logger.warn({ count }, 'checks and attempts that a wrong clock had put off are due now');
    }),
  );
  work.every(lookForTurnEveryMs, () =>
    turns.inTurn('host conflicts', dayMs, () => logHostConflicts(store, logger)),
  );
  const { retentionDays, retentionConfirmedDay: confirmedDay } = config;
  const removing: RetentionStore = {
    newestDay: (lastDay) => analytics.newestDay(lastDay),
    // By how many days are kept, so that a new setting applies at once.
    applyRetention: () => turns.inTurn(`retention ${retentionDays}`, dayMs, () => analytics.applyRetention()),
  };
  const retention = new RetentionGuard(removing, {
    clock,
    logger,
    confirmedDay,
    removesRows: retentionDays > 0,
  });
  work.every(lookForTurnEveryMs, () => retention.run());
}

async function logHostConflicts(store: ControlStore, logger: Logger): Promise<void> {
  for (const conflict of await store.findHostConflicts(maxConflictsLogged)) {
    const { kind, uuid, accountUuid: account_uuid, host, ownerUuid: owner_uuid } = conflict;
    logger.warn({ kind, uuid, account_uuid, host, owner_uuid }, describeHostConflict(conflict));
  }
}

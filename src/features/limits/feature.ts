/** What an account uses of what it may. Source: docs/reference/limits.md. */
import { auditedAccountLimits } from '../../control/account-limits.ts';
import { idempotencyBytesLimit } from '../../control/idempotency-keys.ts';
import { Turns } from '../../control/turns.ts';
import { minuteMs } from '../../core/time.ts';
import type { Feature } from '../../kernel/feature.ts';
import { RequestEvidence } from './request-evidence.ts';
import { addLimitRoutes } from './routes.ts';
import { limitSchema } from './schemas.ts';

const findEveryMs = 10 * minuteMs;

export const limits: Feature = {
  schemas: [limitSchema],
  tables: { account_limits: auditedAccountLimits },
  limits: [idempotencyBytesLimit],
  addRoutes: addLimitRoutes,
  startWork(work, { store, analytics, clock }) {
    const evidence = new RequestEvidence(store.seenHosts, analytics, clock);
    const turns = new Turns({ database: store.database, clock });
    work.every(findEveryMs, () => turns.inTurn('request evidence', findEveryMs, () => evidence.find()));
  },
};

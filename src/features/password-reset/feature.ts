/** Choosing another password by a link in an e-mail. Source: docs/reference/people.md ("A forgotten password"). */
import { hourMs } from '../../core/time.ts';
import type { Feature } from '../../kernel/feature.ts';
import { PasswordResets } from './reset-store.ts';
import { addPasswordResetRoutes } from './routes.ts';
import { resetBodySchema, resetOfferSchema, resetRequestBodySchema } from './schemas.ts';

export const passwordReset: Feature = {
  schemas: [resetOfferSchema, resetRequestBodySchema, resetBodySchema],
  tables: { password_resets: null },
  addRoutes: addPasswordResetRoutes,
  startWork(work, { store, clock }) {
    const resets = new PasswordResets(store, clock);
    work.every(hourMs, () => resets.deleteExpired());
  },
};

/** Configuration in files: plans, made of documents, and applied. Source: docs/reference/plans.md. */
import { hourMs } from '../../core/time.ts';
import type { Feature } from '../../kernel/feature.ts';
import { Plans } from './plan-store.ts';
import { addPlanRoutes, plansTag } from './routes.ts';
import { appliedPlanSchema, applyBodySchema, planSchema, planSummarySchema } from './schemas.ts';

export const plans: Feature = {
  tags: [plansTag],
  schemas: [planSchema, planSummarySchema, appliedPlanSchema, applyBodySchema],
  tables: { plans: null, plan_contents: null },
  addRoutes: addPlanRoutes,
  startWork(work, { store }) {
    work.every(hourMs, () => new Plans(store).deleteExpired());
  },
};

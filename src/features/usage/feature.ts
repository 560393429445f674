/** What custom domains used each month, for bills. Source: docs/reference/usage.md. */

import type { Feature } from '../../kernel/feature.ts';
import { UsageClosing } from './closing.ts';
import { addUsageRoutes } from './routes.ts';
import { externalIdUsageSchema, usageSchema } from './schemas.ts';
import { UsageLists } from './usage-lists.ts';

export const usage: Feature = {
  tags: [
    {
      name: 'Usage',
      description: 'What custom domains used each month, for bills: closed once, and the same for ever.',
    },
  ],
  schemas: [usageSchema, externalIdUsageSchema],
  tables: { usage_months: null, usage_records: null },
  addRoutes: (app, { store, analytics, clock }) =>
    addUsageRoutes(app, new UsageLists(store), analytics, clock),
  startWork(work, { config, store, analytics, oldestUnshipped, clock, logger }) {
    const { retentionDays } = config.analytics;
    const closing = new UsageClosing(store, { analytics, oldestUnshipped, retentionDays, clock, logger });
    work.defer(() => closing[Symbol.asyncDispose]());
    closing.start();
  },
};

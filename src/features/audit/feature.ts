/** Every change of a resource. Source: docs/reference/audit-trail.md. */

import { dayMs, hourMs } from '../../core/time.ts';
import type { Feature } from '../../kernel/feature.ts';
import { AuditEvents } from './audit-events.ts';
import { addAuditEventRoutes } from './routes.ts';
import { auditEventSchema } from './schema.ts';

export const audit: Feature = {
  tags: [
    {
      name: 'Audit trail',
      description: 'Every change of a resource: who made it, from where, and what it was before and after.',
    },
  ],
  schemas: [auditEventSchema],
  tables: { audit_events: null },
  addRoutes: (app, { store }) => addAuditEventRoutes(app, new AuditEvents(store)),
  startWork(work, { config, store, clock }) {
    const { auditRetentionDays: days } = config;
    if (days > 0) work.every(hourMs, () => new AuditEvents(store).deleteBefore(clock.now() - days * dayMs));
  },
};

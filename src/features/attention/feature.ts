/** What is wrong, why, and how to fix it. Source: docs/reference/findings.md. */
import type { Feature } from '../../kernel/feature.ts';
import { findingSchema } from './wire.ts';

export const attention: Feature = {
  schemas: [findingSchema],
  tables: { findings: null, finding_hosts: null, host_states: null },
  addRoutes: () => {},
};

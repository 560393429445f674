/** One button at the DNS provider in place of records to copy. Source: docs/reference/domain-connect.md. */
import type { Feature } from '../../kernel/feature.ts';

export const domainConnect: Feature = {
  schemas: [],
  tables: { domain_connect_keys: null },
  // Its button is on the connect page.
  addRoutes() {},
};

/** The kinds of resources that documents have. Source: docs/reference/plans.md ("The document"). */

/** In the order in which they are written. */
export const listNames = [
  'upstreams',
  'domains',
  'redirects',
  'rules',
  'goals',
  'segments',
  'webhook_endpoints',
  'error_pages',
] as const;
export type KindName = (typeof listNames)[number] | 'brand';
export const kindNames: readonly KindName[] = [...listNames, 'brand'];

/** The pages of a domain, in the order of their tabs; each lies below the domain's address. */
export const domainTabs = [
  { path: 'visitors', label: 'Visitors' },
  { path: 'live', label: 'Live' },
  { path: 'goals', label: 'Goals' },
  { path: 'properties', label: 'Properties' },
  { path: 'funnels', label: 'Funnels' },
  { path: 'journeys', label: 'Journeys' },
  { path: 'retention', label: 'Retention' },
  { path: 'requests', label: 'Requests' },
  { path: 'rules', label: 'Rules' },
  { path: 'settings', label: 'Settings' },
] as const;

/** Whether this is one of a domain's lists of requests, which have filters of their own, and no days. */
export function isRequestList(pathname: string): boolean {
  return /\/requests\/n/.test(pathname);
}

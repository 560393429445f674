/** Which page of the documentation is about which page of the dashboard. Source: docs/reference/service.md ("Help"). */

const guide = 'guides/dashboard';

/** By the first part of the address, or a domain's tab. */
export const helpPages: Readonly<Record<string, string>> = {
  overview: guide,
  domains: `${guide}-domains`,
  visitors: `${guide}-analytics`,
  live: `${guide}-analytics#live`,
  goals: `${guide}-goals`,
  properties: `${guide}-properties`,
  funnels: `${guide}-funnels`,
  journeys: `${guide}-journeys`,
  retention: `${guide}-journeys#retention`,
  requests: `${guide}-reports#requests`,
  settings: `${guide}-domains#settings`,
  redirects: `${guide}-redirects`,
  rules: `${guide}-rules`,
  certificates: `${guide}-redirects#certificates`,
  upstreams: `${guide}-domains#upstreams`,
  webhooks: `${guide}-webhooks`,
  subscriptions: 'reference/subscriptions',
  usage: `${guide}-usage`,
  tokens: `${guide}-redirects#access-tokens`,
  members: `${guide}-people`,
  plans: 'guides/plans#with-an-approval',
  profile: `${guide}-people`,
  activity: `${guide}-redirects#activity`,
};

export function helpAddress(pathname: string): string {
  const [, first = '', , tab = ''] = pathname.split('/');
  const place = first === 'domains' && Object.hasOwn(helpPages, tab) ? tab : first;
  return `/help/${(Object.hasOwn(helpPages, place) && helpPages[place]) || guide}`;
}

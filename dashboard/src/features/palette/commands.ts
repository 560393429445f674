/** What the palette leads to beside domains: pages of the domain that is open, all other pages, and places in settings. */
import { places } from '../../places.ts';
import { domainTabs, isRequestList } from '../custom-domains/frame/domain-tabs.ts';
import { settingsPlaces } from '../custom-domains/settings/settings-places.ts';
import { profilePlaces } from '../people/profile/profile-places.ts';

export type Command = {
  readonly group: 'This domain' | 'Pages' | 'Settings';
  readonly label: string;
  /** Other words for it. */
  readonly words?: string;
  readonly to: string;
};

type Address = { readonly pathname: string; readonly search: string };
type SignedIn = {
  readonly canWrite: boolean;
  /** Null for access tokens. */
  readonly user: { readonly has_password: boolean } | null;
};

/** Pages of a domain that are no tabs of their own. Lists of requests have filters of their own, and no days. */
const furtherPages = [
  { path: 'requests/page-loads', label: 'Page loads', words: 'people bots crawlers assistants ai' },
  { path: 'requests/newest', label: 'Newest requests', words: 'log' },
  { path: 'requests/not-found', label: 'Not found', words: '404 missing broken links' },
  {
    path: 'visitors/search-terms',
    label: 'Search terms',
    words: 'google search console queries keywords seo',
  },
] as const;

/** Those of a group follow each other. */
export function commandsAt({ pathname, search }: Address, { canWrite, user }: SignedIn): readonly Command[] {
  const home = openDomain(pathname);
  const shown = isRequestList(pathname) ? '' : search;
  const commands: Command[] = [];
  if (home !== undefined)
    for (const { path, label } of domainTabs)
      commands.push({ group: 'This domain', label, to: `${home}/${path}${shown}` });
  if (home !== undefined)
    for (const { path, label, words } of furtherPages)
      commands.push({
        group: 'This domain',
        label,
        words,
        to: `${home}/${path}${isRequestList(`${home}/${path}`) ? '' : shown}`,
      });
  for (const { path, label } of places) commands.push({ group: 'Pages', label, to: path.replace('/*', '') });
  if (canWrite)
    commands.push({ group: 'Pages', label: 'Add a domain', words: 'new create', to: '/domains/new' });
  if (user !== null)
    commands.push({ group: 'Pages', label: 'Your profile', words: 'user account', to: '/profile' });
  if (home !== undefined)
    for (const { id, title, words } of settingsPlaces)
      commands.push({ group: 'Settings', label: title, words, to: `${home}/settings#${id}` });
  for (const { id, title, words, needsPassword } of profilePlaces)
    if (user !== null && (user.has_password || !needsPassword))
      commands.push({ group: 'Settings', label: title, words, to: `/profile#${id}` });
  return commands;
}

/** `/domains/:uuid` of the domain whose page this is. */
export function openDomain(pathname: string): string | undefined {
  return /^\/domains\/[0-9a-f-]{36}(?=\/|$)/.exec(pathname)?.[0];
}

/** Those that have each word of the text, in the order given. */
export function matching(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label, words: others = '', group }) => {
    const all = `${label} ${others} ${group}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

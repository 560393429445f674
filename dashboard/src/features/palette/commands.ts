/** What the palette leads to beside domains: pages, pages of the domain that is open, and places in its settings. */
import { places } from '../../places.ts';
import { domainTabs } from '../custom-domains/frame/domain-tabs.ts';
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

/** `hasProfile` is false for access tokens, `canWrite` for those who can only read. */
export function commandsAt(
  { pathname, search }: Address,
  { hasProfile, canWrite }: { readonly hasProfile: boolean; readonly canWrite: boolean },
): readonly Command[] {
  const home = openDomain(pathname);
  return [
    ...(home === undefined
      ? []
      : [
          ...domainTabs.map(({ path, label }) => ({
            group: 'This domain' as const,
            label,
            to: `${home}/${path}${search}`,
          })),
          ...settingsPlaces.map(({ id, title, words }) => ({
            group: 'Settings' as const,
            label: title,
            words,
            to: `${home}/settings#${id}`,
          })),
        ]),
    ...places.map(({ path, label }) => ({
      group: 'Pages' as const,
      label,
      to: path.replace('/*', ''),
    })),
    ...(canWrite
      ? [{ group: 'Pages' as const, label: 'Add a domain', words: 'new create', to: '/domains/new' }]
      : []),
    ...(hasProfile
      ? [
          { group: 'Pages' as const, label: 'Your profile', words: 'user account', to: '/profile' },
          ...profilePlaces.map(({ id, title, words }) => ({
            group: 'Settings' as const,
            label: title,
            words,
            to: `/profile#${id}`,
          })),
        ]
      : []),
  ];
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

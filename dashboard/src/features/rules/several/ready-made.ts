/**
 * Ready-made sets of rules: scanners, crawlers that lie, and app stores. Source: docs/guides/dashboard-rules.md ("Changing rules").
 */
import { verifiableCrawlers } from '../../../../../src/core/verifiable-crawlers.ts';
import { checked, type SeveralRules } from './checked-rules.ts';

export type ReadyMadeKind = 'scanners' | 'crawlers' | 'stores';

export type ReadyMadeValues = {
  /** Whether WordPress runs behind the host, whose paths scanners ask for everywhere else. */
  readonly hasWordPress: boolean;
  readonly crawlers: readonly string[];
  readonly path: string;
  readonly appStore: string;
  readonly googlePlay: string;
  /** Where everybody else goes; empty: on to the next rule. */
  readonly others: string;
};

/** Paths of files that are left beside sites, and of programs with known holes. */
const scanned = [
  '/.env*',
  '/.git*',
  '/.aws*',
  '/.ssh*',
  '/cgi-bin*',
  '/phpmyadmin*',
  '/phpinfo*',
  '/vendor/phpunit*',
];
const scannedOfWordPress = ['/wp-login.php', '/wp-admin*', '/wp-includes*', '/wp-config*', '/xmlrpc.php'];

export const newReadyMade: ReadyMadeValues = {
  hasWordPress: false,
  crawlers: verifiableCrawlers,
  path: '/app',
  appStore: '',
  googlePlay: '',
  others: '',
};

/** For the beginning of a list: a rule before them would answer first. */
export const readyMadeRules: Readonly<Record<ReadyMadeKind, (values: ReadyMadeValues) => SeveralRules>> = {
  scanners: ({ hasWordPress }) =>
    checked(
      [...scanned, ...(hasWordPress ? [] : scannedOfWordPress)].map((path) => ({
        name: 'Scanners',
        if: { path },
        // oxlint-disable-next-line unicorn/no-thenable -- a rule's action
        then: { block: {} },
      })),
    ),
  crawlers: ({ crawlers }) =>
    checked(
      [{ name: 'False crawlers', if: { bots: crawlers, verified: false }, then: { block: {} } }],
      crawlers.length === 0 ? { crawlers: 'Enter at least one.' } : {},
      () => 'crawlers',
    ),
  stores: ({ path, appStore, googlePlay, others }) => {
    const rule = (name: string, systems: readonly string[] | undefined, to: string) => ({
      name,
      if: { path: path.trim(), ...(systems && { systems }) },
      then: { redirect: { to: to.trim(), status: 302 } },
    });
    const rules = [
      rule('App Store', ['ios', 'ipad-os'], appStore),
      rule('Google Play', ['android'], googlePlay),
      ...(others.trim() === '' ? [] : [rule('No app', undefined, others)]),
    ];
    return checked(rules, {}, (index, place) =>
      place === 'then.redirect.to' ? (['appStore', 'googlePlay', 'others'] as const)[index] : undefined,
    );
  },
};

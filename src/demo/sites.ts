/** The demo's custom domains: five sites, each with its own audience and character. */
import { americas, asiaPacific, europe, type Place } from './places.ts';
import { Choice, type Weighted } from './random.ts';

export type Page = { readonly path: string /** Of the answer. */; readonly bytes: number };

export type Campaign = {
  /** Days before today that it runs. */
  readonly fromDaysAgo: number;
  readonly toDaysAgo: number;
  /** Of all visits in that time. */
  readonly share: number;
  /** Referrer's name. */
  readonly source: string;
  readonly utm: { readonly source: string; readonly medium: string; readonly campaign: string };
  readonly terms?: readonly string[];
  readonly contents?: readonly string[];
};

export type Site = {
  readonly host: string;
  /** Visits on an ordinary weekday at the end of the period. */
  readonly visitsPerDay: number;
  /** Visits at the start of the period, relative to its end. */
  readonly startShare: number;
  /** Visits on Saturdays and Sundays, relative to other days. */
  readonly weekendShare: number;
  readonly returningShare: number;
  readonly pageviewsPerVisit: number;
  /** Median of the pages, milliseconds. */
  readonly pageMs: number;
  readonly entries: Choice<Page>;
  readonly pages: Choice<Page>;
  /** Paths of products, and the pages from the cart to the end of an order. */
  readonly order?: { readonly products: readonly string[]; readonly steps: readonly string[] };
  readonly sources: Choice<string>;
  /** Of sources with the policy `unsafe-url`, which browsers name with their path: the pages that link here. */
  readonly linkingPages?: Readonly<Record<string, Choice<string>>>;
  readonly places: Choice<Place>;
  readonly campaigns: readonly Campaign[];
  /** Path patterns of the redirect on the host itself, and hosts that only redirect to it. */
  readonly movedPath: string;
  readonly redirectHosts: readonly string[];
  /** A host that has only rules. */
  readonly shortHost?: string;
  /** A day with far more visits than usual, and where they come from. */
  readonly peak?: { readonly daysAgo: number; readonly factor: number; readonly sources: Choice<string> };
  /** A day on which the upstream was down for an hour. */
  readonly outageDaysAgo?: number;
};

function pages(weights: Readonly<Record<string, number>>): Weighted<Page> {
  return Object.entries(weights).map(([path, weight], index) => [
    weight,
    { path, bytes: 9_000 + ((index * 7_919) % 38_000) },
  ]);
}

const search: Weighted<string> = [
  [30, 'Google'],
  [5, 'Bing'],
  [4, 'DuckDuckGo'],
  [1, 'Ecosia'],
];
const direct = 'Direct';

export const sites: readonly Site[] = [
  {
    host: 'velo-atelier.example',
    visitsPerDay: 520,
    startShare: 0.62,
    weekendShare: 1.25,
    returningShare: 0.3,
    pageviewsPerVisit: 3.4,
    pageMs: 62,
    entries: new Choice(
      pages({ '/': 30, '/bikes/gravel': 14, '/bikes/city': 10, '/sale': 12, '/guides/fit': 6 }),
    ),
    pages: new Choice(
      pages({
        '/bikes': 16,
        '/bikes/gravel': 14,
        '/bikes/city': 11,
        '/bikes/cargo': 8,
        '/bikes/gravel/kies-3': 9,
        '/parts': 7,
        '/parts/wheels': 4,
        '/cart': 9,
        '/checkout': 5,
        '/checkout/thanks': 3,
        '/sale': 7,
        '/guides/fit': 3,
        '/about': 2,
        '/contact': 2,
        '/': 6,
      }),
    ),
    order: {
      products: ['/bikes/gravel/kies-3', '/bikes/gravel', '/bikes/city', '/bikes/cargo', '/parts/wheels'],
      steps: ['/cart', '/checkout', '/checkout/thanks'],
    },
    sources: new Choice([
      ...search,
      [26, direct],
      [8, 'Instagram'],
      [6, 'Facebook'],
      [3, 'Pinterest'],
      [2, 'YouTube'],
      [2, 'ChatGPT'],
    ]),
    places: new Choice([...europe, ...americas.slice(0, 1)]),
    campaigns: [
      {
        fromDaysAgo: 40,
        toDaysAgo: 26,
        share: 0.16,
        source: 'Instagram',
        utm: { source: 'instagram', medium: 'social', campaign: 'autumn-sale' },
        contents: ['story', 'carousel', 'reel'],
      },
      {
        fromDaysAgo: 89,
        toDaysAgo: 0,
        share: 0.07,
        source: 'Google',
        utm: { source: 'google', medium: 'cpc', campaign: 'gravel-search' },
        terms: ['gravel bike', 'gravel bike carbon', 'bike shop', 'city bike'],
      },
      {
        fromDaysAgo: 12,
        toDaysAgo: 9,
        share: 0.2,
        source: direct,
        utm: { source: 'newsletter', medium: 'email', campaign: 'new-season' },
        contents: ['hero', 'footer'],
      },
    ],
    movedPath: '/shop/old*',
    redirectHosts: ['www.velo-atelier.example', 'veloatelier.example'],
    shortHost: 'go.velo-atelier.example',
    outageDaysAgo: 17,
  },
  {
    host: 'docs.lumen-ci.example',
    visitsPerDay: 360,
    startShare: 0.7,
    weekendShare: 0.38,
    returningShare: 0.52,
    pageviewsPerVisit: 4.1,
    pageMs: 28,
    entries: new Choice(
      pages({ '/': 18, '/quickstart': 20, '/reference/pipeline': 14, '/guides/cache': 10, '/changelog': 8 }),
    ),
    pages: new Choice(
      pages({
        '/quickstart': 14,
        '/install/linux': 8,
        '/install/macos': 6,
        '/install/windows': 4,
        '/guides/cache': 9,
        '/guides/matrix': 8,
        '/guides/secrets': 8,
        '/reference/pipeline': 13,
        '/reference/cli': 10,
        '/reference/api': 9,
        '/faq': 5,
        '/changelog': 6,
      }),
    ),
    sources: new Choice([
      ...search,
      [22, direct],
      [14, 'GitHub'],
      [5, 'Stack Overflow'],
      [6, 'ChatGPT'],
      [3, 'Perplexity'],
      [3, 'Claude'],
      [2, 'Reddit'],
    ]),
    places: new Choice([...europe, ...americas, ...asiaPacific]),
    campaigns: [
      {
        fromDaysAgo: 34,
        toDaysAgo: 30,
        share: 0.1,
        source: 'LinkedIn',
        utm: { source: 'linkedin', medium: 'social', campaign: 'release-4' },
      },
    ],
    movedPath: '/v3/*',
    redirectHosts: ['lumen-docs.example'],
  },
  {
    host: 'journal.nordlicht.example',
    visitsPerDay: 230,
    startShare: 0.5,
    weekendShare: 0.9,
    returningShare: 0.35,
    pageviewsPerVisit: 1.7,
    pageMs: 41,
    entries: new Choice(
      pages({
        '/': 20,
        '/2026/why-we-left-the-cloud': 16,
        '/2026/a-year-of-static-pages': 9,
        '/2025/letters-from-tromso': 8,
        '/2026/small-databases': 11,
        '/2025/on-maintenance': 7,
      }),
    ),
    pages: new Choice(
      pages({
        '/': 14,
        '/archive': 9,
        '/about': 7,
        '/2026/small-databases': 8,
        '/2025/on-maintenance': 6,
        '/subscribe': 4,
      }),
    ),
    sources: new Choice([
      ...search,
      [24, direct],
      [12, 'Hacker News'],
      [7, 'Reddit'],
      [5, 'Mastodon'],
      [4, 'Bluesky'],
      [4, 'X'],
      [3, 'LinkedIn'],
      [3, 'weeknotes.example'],
    ]),
    linkingPages: {
      'weeknotes.example': new Choice([
        [6, '/2026/leaving-the-cloud'],
        [2, '/2026/reading-list'],
        [1, '/blogroll'],
      ]),
    },
    places: new Choice([...americas, ...europe, ...asiaPacific]),
    campaigns: [
      {
        fromDaysAgo: 89,
        toDaysAgo: 0,
        share: 0.08,
        source: direct,
        utm: { source: 'newsletter', medium: 'email', campaign: 'weekly' },
      },
    ],
    movedPath: '/blog/*',
    redirectHosts: ['nordlicht-blog.example'],
    peak: {
      daysAgo: 23,
      factor: 9,
      sources: new Choice([
        [4, 'Hacker News'],
        [1, 'weeknotes.example'],
      ]),
    },
  },
  {
    host: 'harbour-coffee.example',
    visitsPerDay: 90,
    startShare: 0.85,
    weekendShare: 1.5,
    returningShare: 0.2,
    pageviewsPerVisit: 2.2,
    pageMs: 88,
    entries: new Choice(pages({ '/': 50, '/menu': 22, '/opening-hours': 18, '/events': 8 })),
    pages: new Choice(
      pages({ '/menu': 22, '/opening-hours': 16, '/events': 10, '/beans': 12, '/contact': 9, '/': 10 }),
    ),
    sources: new Choice([
      [40, 'Google'],
      [30, direct],
      [10, 'Instagram'],
      [6, 'Facebook'],
      [3, 'Bing'],
    ]),
    places: new Choice(europe.slice(0, 5)),
    campaigns: [],
    movedPath: '/karte*',
    redirectHosts: ['www.harbour-coffee.example'],
  },
  {
    host: 'open-data-days.example',
    visitsPerDay: 60,
    startShare: 0.15,
    weekendShare: 0.5,
    returningShare: 0.4,
    pageviewsPerVisit: 2.8,
    pageMs: 35,
    entries: new Choice(pages({ '/': 40, '/programme': 25, '/tickets': 18, '/speakers': 9 })),
    pages: new Choice(
      pages({
        '/programme': 22,
        '/speakers': 14,
        '/tickets': 16,
        '/venue': 9,
        '/': 9,
        '/code-of-conduct': 3,
      }),
    ),
    sources: new Choice([
      ...search,
      [25, direct],
      [10, 'LinkedIn'],
      [8, 'Mastodon'],
      [5, 'X'],
      [3, 'Meetup'],
    ]),
    places: new Choice([...europe, ...americas]),
    campaigns: [
      {
        fromDaysAgo: 30,
        toDaysAgo: 3,
        share: 0.22,
        source: 'LinkedIn',
        utm: { source: 'linkedin', medium: 'paid', campaign: 'early-bird' },
        contents: ['a', 'b'],
      },
    ],
    movedPath: '/2025/*',
    redirectHosts: ['opendatadays.example'],
  },
];

/**
 * The zones that crawlers' addresses have their names in, as their operators document it. Source: docs/reference/bots.md ("Reverse
 * DNS"), and the pages named here.
 *
 * A zone in which an operator's customers get names doesn't belong here: `bc.googleusercontent.com` has the virtual machines of
 * Google Cloud. Nor does one for crawlers that come from elsewhere: `google.com` has the fetchers that people send to pages.
 */

type Operator = {
  /** Where the operator documents it. */
  readonly source: string;
  /** Zones such as `crawl.example`, for every host under them, and masks such as `bot-*.example`: `*` is a part of one label. */
  readonly zones: readonly string[];
  /** As `BotLookup.nameOf` has them. */
  readonly crawlers: readonly string[];
};

const operators: readonly Operator[] = [
  {
    source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/verify-google-requests',
    zones: ['googlebot.com'],
    crawlers: [
      'Googlebot',
      'Googlebot-Image',
      'Googlebot-Mobile',
      'Googlebot-News',
      'Googlebot-Video',
      'GoogleOther',
      'Google-CloudVertexBot',
      'Google-InspectionTool',
      'Storebot-Google',
    ],
  },
  {
    source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers',
    zones: ['googlebot.com', 'rate-limited-proxy-*.google.com'],
    crawlers: ['AdsBot-Google', 'AdsBot-Google-Mobile', 'Mediapartners-Google', 'APIs-Google'],
  },
  {
    source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers',
    zones: ['google.com'],
    crawlers: ['FeedFetcher-Google'],
  },
  {
    source: 'https://www.bing.com/webmasters/help/how-to-verify-bingbot-3905dc26',
    zones: ['search.msn.com'],
    crawlers: ['Bingbot', 'BingPreview', 'MSNBot'],
  },
  {
    source: 'https://support.apple.com/119829',
    zones: ['applebot.apple.com'],
    crawlers: ['Applebot'],
  },
  {
    source: 'https://yandex.com/support/webmaster/en/robot-workings/check-yandex-robots',
    zones: ['yandex.ru', 'yandex.net', 'yandex.com'],
    crawlers: [
      'YandexBot',
      'YandexAccessibilityBot',
      'YandexDirect',
      'YandexFavicons',
      'YandexImages',
      'YandexMetrika',
      'YandexMobileBot',
      'YandexNews',
      'YandexRenderResourcesBot',
      'YandexVideo',
    ],
  },
  {
    source: 'https://help.baidu.com/question?prod_id=99&class=0&id=3001',
    zones: ['baidu.com', 'baidu.jp'],
    crawlers: ['Baiduspider'],
  },
  {
    source: 'https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/',
    zones: ['seznam.cz'],
    crawlers: ['SeznamBot'],
  },
  {
    source: 'https://aspiegel.com/petalbot',
    zones: ['petalsearch.com', 'aspiegel.com'],
    crawlers: ['PetalBot'],
  },
  {
    source: 'https://developer.amazon.com/amazonbot',
    zones: ['crawl.amazonbot.amazon'],
    crawlers: ['Amazonbot'],
  },
  {
    source: 'https://commoncrawl.org/ccbot',
    zones: ['crawl.commoncrawl.org'],
    crawlers: ['CCBot'],
  },
  {
    source: 'https://ahrefs.com/robot',
    zones: ['ahrefs.com', 'ahrefs.net'],
    crawlers: ['AhrefsBot', 'AhrefsSiteAudit'],
  },
];

const zonesByCrawler: ReadonlyMap<string, readonly string[]> = new Map(
  operators.flatMap(({ zones, crawlers }) => crawlers.map((name) => [name.toLowerCase(), zones] as const)),
);
const allZones: readonly string[] = operators.flatMap(({ zones }) => zones);

/** The crawlers of each operator with their zones, for tests and docs. */
export const crawlerHosts: readonly Pick<Operator, 'zones' | 'crawlers'>[] = operators;

/** The zones of the crawler's operator; undefined when none is documented. The case of letters makes no difference. */
export function zonesOf(bot: string): readonly string[] | undefined {
  return zonesByCrawler.get(bot.toLowerCase());
}

/** Whether a host of an address may verify some crawler. */
export function isCrawlerHost(host: string): boolean {
  return isInZones(host, allZones);
}

/** Whether the host, in lower case and without a trailing dot, is under one of the zones or fits one of the masks. */
export function isInZones(host: string, zones: readonly string[]): boolean {
  return zones.some((zone) => {
    const [start = '', end] = zone.split('*');
    if (end === undefined) return host.endsWith(`.${zone}`);
    return (
      host.startsWith(start) && host.endsWith(end) && /^[^.]+$/.test(host.slice(start.length, -end.length))
    );
  });
}

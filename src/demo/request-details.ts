/** What is recorded of the demo's requests beside what every row has. Source: docs/reference/analytics-store.md ("The table `requests`"). */
import type { PageviewRow } from '../analytics/engine/pageview-row.ts';
import type { RequestRowDetails } from '../analytics/engine/request-row.ts';
import { botClassOf } from '../analytics/lookup/bot-class.ts';
import { crawlerRangeTable } from '../analytics/lookup/crawler-range-table.ts';

type Details = Partial<RequestRowDetails>;

/** Of a person's request: of a visit, only the first one has a source from outside. */
export function detailsOfView(host: string, row: PageviewRow, isFirst: boolean): Details {
  return {
    host,
    country: row.country,
    source: isFirst ? row.source : 'Direct',
    referrer: isFirst ? row.referrer : 'Direct',
    browser: row.browser,
    operating_system: row.operating_system,
    // User agents don't tell laptops from desktops.
    device: row.screen === 'laptop' ? 'desktop' : row.screen,
  };
}

/** Where the crawlers' networks mostly are. */
const countries: Readonly<Record<string, string>> = { hetzner: 'DE', ovh: 'FR', yandex: 'RU' };

export function detailsOfCrawler(host: string, bot: string, datacenter: string): Details {
  return {
    host,
    country: datacenter === '' ? '' : (countries[datacenter] ?? 'US'),
    source: 'Direct',
    referrer: 'Direct',
    browser: 'Unknown',
    operating_system: 'Unknown',
    device: 'desktop',
    bot_class: botClassOf(bot),
    bot_verified: bot === '' ? 'none' : bot in crawlerRangeTable ? 'verified' : 'claimed',
  };
}

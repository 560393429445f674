/**
 * Which known crawler a user agent belongs to. Source: contract section 6 (bot_requests), isbot, crawler-user-agents.
 *
 * isbot decides whether it is one at all: that is one regular expression, and people's browsers, which most user agents
 * are, end there. Then the catalogue names it; a crawler the catalogue does not know is called as it calls itself.
 */
import { isbot } from 'isbot';
import { CrawlerCatalogue } from './crawler-catalogue.ts';
import { productToken } from './product-token.ts';
import { RecentMap } from './recent-map.ts';

/** What is looked at: crawlers name themselves early, and work must not grow with what a client sends. */
const maxLength = 512;
/** 10,000 user agents take about 2 MB; a busy site sees some hundreds a minute. */
const remembered = 10_000;

export class BotLookup {
  readonly #catalogue = new CrawlerCatalogue();
  readonly #names = new RecentMap<string, string>(remembered);

  /** The crawler's name, `Unknown` when it does not give one; '' when it is no known crawler. */
  nameOf(userAgent: string): string {
    if (userAgent === '') return '';
    const text = userAgent.length > maxLength ? userAgent.slice(0, maxLength) : userAgent;
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const name = this.#find(text);
    this.#names.set(text, name);
    return name;
  }

  #find(text: string): string {
    if (!isbot(text)) return '';
    return this.#catalogue.nameOf(text) || productToken(text) || 'Unknown';
  }
}

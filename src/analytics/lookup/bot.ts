/**
 * Which crawler a user agent belongs to. Source: docs/reference/enrichment.md ("Crawlers"), crawler-user-agents.
 *
 * `bot-check.ts` decides whether it is one at all. Then the catalogue names the crawler; one that the catalogue does not
 * know is called what it calls itself.
 */
import { botText, recognizeBot } from './bot-check.ts';
import { CrawlerCatalogue } from './crawler-catalogue.ts';
import { readCrawlerList } from './crawler-list.ts';
import { productToken } from './product-token.ts';
import { RecentMap } from './recent-map.ts';
import { type DataFile, type OnReplaced, WatchedFile } from './watched-file.ts';

/** 10,000 user agents take about 2 MB; a busy site sees some hundreds a minute. */
const remembered = 10_000;

export class BotLookup {
  readonly #packaged = new CrawlerCatalogue();
  readonly #own: WatchedFile<CrawlerCatalogue> | undefined;
  #names = new RecentMap<string, string>(remembered);
  #catalogue = this.#packaged;

  /** Without a list, or while a downloaded one is missing, that of the package is used. Throws DataFileError. */
  constructor(file?: DataFile, onReplaced?: OnReplaced) {
    this.#own = file && new WatchedFile(file, openCrawlerList, onReplaced);
  }

  /** The crawler's name, `Unknown` when it does not give one; '' when it isn't a known crawler. */
  nameOf(userAgent: string): string {
    if (userAgent === '') return '';
    const catalogue = this.#own?.current ?? this.#packaged;
    if (catalogue !== this.#catalogue) {
      this.#names = new RecentMap(remembered);
      this.#catalogue = catalogue;
    }
    const text = botText(userAgent);
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const name = this.#find(text);
    this.#names.set(text, name);
    return name;
  }

  #find(text: string): string {
    const bot = recognizeBot(text);
    if (!bot) return '';
    return this.#catalogue.nameOf(bot.rest) || bot.missed || productToken(bot.rest) || 'Unknown';
  }
}

function openCrawlerList(path: string): CrawlerCatalogue {
  return new CrawlerCatalogue(readCrawlerList(path));
}

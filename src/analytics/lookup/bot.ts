/**
 * Which crawler a user agent belongs to. Source: docs/reference/enrichment.md ("Crawlers"), isbot,
 * crawler-user-agents.
 *
 * isbot decides whether it is one at all: that is one regular expression, and people's browsers, which most user agents
 * are, end there. What isbot takes for a crawler is looked at again without the phrases that people's devices and apps
 * use. Then the catalogue names the crawler; one that the catalogue does not know is called what it calls itself.
 */
import { isbot } from 'isbot';
import { missedBots, peoplePhrases } from './bot-exceptions.ts';
import { CrawlerCatalogue } from './crawler-catalogue.ts';
import { readCrawlerList } from './crawler-list.ts';
import { productToken } from './product-token.ts';
import { RecentMap } from './recent-map.ts';
import { type DataFile, type OnReplaced, WatchedFile } from './watched-file.ts';

/** What is looked at: crawlers name themselves early, and work must not grow with what a client sends. */
const maxLength = 512;
/** 10,000 user agents take about 2 MB; a busy site sees some hundreds a minute. */
const remembered = 10_000;

const anyPeoplePhrase = new RegExp(sourceOf(peoplePhrases), 'g');
const anyMissedBot = new RegExp(sourceOf(missedBots));

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
    const text = userAgent.length > maxLength ? userAgent.slice(0, maxLength) : userAgent;
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const name = this.#find(text);
    this.#names.set(text, name);
    return name;
  }

  #find(text: string): string {
    const missed = anyMissedBot.exec(text)?.[0];
    if (missed === undefined && !isbot(text)) return '';
    const rest = text.replaceAll(anyPeoplePhrase, ' ').trim();
    if (missed === undefined && rest !== text && !isbot(rest)) return '';
    return this.#catalogue.nameOf(rest) || missed || productToken(rest) || 'Unknown';
  }
}

function openCrawlerList(path: string): CrawlerCatalogue {
  return new CrawlerCatalogue(readCrawlerList(path));
}

function sourceOf(rows: readonly (readonly [phrase: RegExp, ...rest: unknown[]])[]): string {
  return rows.map(([phrase]) => phrase.source).join('|');
}

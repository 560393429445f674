/** Judges whether a crawler is who it says it is. Source: docs/reference/bots.md ("Claimed and verified"). */
import type { BotVerified } from '../../core/bot-verified.ts';
import { crawlerRangeTable } from './crawler-range-table.ts';
import { CrawlerRanges, readCrawlerRanges } from './crawler-ranges.ts';
import { type DataFile, type OnReplaced, WatchedFile } from './watched-file.ts';

export class CrawlerJudge {
  readonly #own: WatchedFile<CrawlerRanges> | undefined;
  #packaged: CrawlerRanges | undefined;

  /** Without a file, or while a downloaded one is missing, the ranges that come with the program are used. Throws DataFileError. */
  constructor(file?: DataFile, onReplaced?: OnReplaced) {
    this.#own = file && new WatchedFile(file, openCrawlerRanges, onReplaced);
  }

  /** `bot` is the crawler's name, as `BotLookup.nameOf` has it; '' for none. */
  verdictOf(bot: string, clientAddress: string): BotVerified {
    if (bot === '') return 'none';
    const ranges = this.#own?.current ?? (this.#packaged ??= new CrawlerRanges(crawlerRangeTable));
    return ranges.includes(bot, clientAddress) ? 'verified' : 'claimed';
  }
}

function openCrawlerRanges(path: string): CrawlerRanges {
  return new CrawlerRanges(readCrawlerRanges(path).ranges);
}

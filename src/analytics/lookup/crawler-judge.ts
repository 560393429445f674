/** Judges whether a crawler is who it says it is. Source: docs/reference/bots.md ("Claimed and verified"). */
import type { CrawlerVerdict, SignatureVerdict } from '../../core/bot-verified.ts';
import { isInZones, zonesOf } from './crawler-hosts.ts';
import { crawlerRangeTable } from './crawler-range-table.ts';
import { CrawlerRanges, readCrawlerRanges } from './crawler-ranges.ts';
import type { HostLookUps } from './host-look-ups.ts';
import { type DataFile, type OnReplaced, WatchedFile } from './watched-file.ts';

export class CrawlerJudge {
  readonly #own: WatchedFile<CrawlerRanges> | undefined;
  readonly #hosts: HostLookUps | undefined;
  #packaged: CrawlerRanges | undefined;

  /**
   * Without a file, or while a downloaded one is missing, the ranges that come with the program are used; without `hosts`, ranges
   * alone. Throws DataFileError.
   */
  constructor(file?: DataFile, onReplaced?: OnReplaced, hosts?: HostLookUps) {
    this.#own = file && new WatchedFile(file, openCrawlerRanges, onReplaced);
    this.#hosts = hosts;
  }

  /**
   * `bot` is the crawler's name, as `BotLookup.nameOf` has it; '' for none. Look-ups of hosts are shared fairly among accounts;
   * without one, ranges and `signature` alone count: what the request's signature says.
   */
  verdictOf(
    bot: string,
    clientAddress: string,
    account?: string,
    signature: SignatureVerdict = 'claimed',
  ): CrawlerVerdict {
    if (bot === '') return 'none';
    const ranges = this.#own?.current ?? (this.#packaged ??= new CrawlerRanges(crawlerRangeTable));
    if (signature === 'verified' || ranges.includes(bot, clientAddress)) return 'verified';
    const byHost = this.#verdictByHost(bot, clientAddress, account);
    return byHost === 'claimed' ? signature : byHost;
  }

  #verdictByHost(bot: string, clientAddress: string, account: string | undefined): SignatureVerdict {
    const zones = zonesOf(bot);
    if (!zones || !this.#hosts || account === undefined || clientAddress === '') return 'claimed';
    const hosts = this.#hosts.hostsOf(clientAddress, account);
    if (!hosts) return 'pending';
    return hosts.some((host) => isInZones(host, zones)) ? 'verified' : 'claimed';
  }
}

function openCrawlerRanges(path: string): CrawlerRanges {
  return new CrawlerRanges(readCrawlerRanges(path).ranges);
}

/**
 * Names crawlers by their user agents and verifies them by their addresses, these addresses' hosts and their signatures, by the same
 * lists as the request's record.
 * Source: docs/reference/bots.md ("The switch", "Claimed and verified").
 *
 * A worker reads a list, which takes it about 20 ms, when a request needs it for the first time: most never do.
 */
import { BotLookup } from '../../analytics/lookup/bot.ts';
import { botClassOf } from '../../analytics/lookup/bot-class.ts';
import { confirmedHosts } from '../../analytics/lookup/confirmed-hosts.ts';
import { CrawlerJudge } from '../../analytics/lookup/crawler-judge.ts';
import { HostLookUps } from '../../analytics/lookup/host-look-ups.ts';
import type { DataFile } from '../../analytics/lookup/watched-file.ts';
import type { BotClass } from '../../core/bot-classes.ts';
import type { CrawlerVerdict } from '../../core/bot-verified.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import type { RequestSignatures, SignedRequest } from './request-signatures.ts';

export class CrawlerLookup implements Disposable {
  readonly #listPath: string | null;
  readonly #rangesPath: string | null;
  #lookup: BotLookup | undefined;
  #judge: CrawlerJudge | undefined;
  readonly #hosts: HostLookUps;
  readonly #signatures: RequestSignatures | undefined;

  /**
   * Null: what comes with the program. It is also used while the other file is missing or bad. Hosts are asked of `dnsServers`, or
   * of the system's when there are none. Without `signatures`, no signature is looked at.
   */
  constructor(
    listPath: string | null,
    rangesPath: string | null,
    dnsServers: readonly string[],
    clock: Clock = systemClock,
    signatures?: RequestSignatures,
  ) {
    this.#listPath = listPath;
    this.#rangesPath = rangesPath;
    this.#hosts = new HostLookUps(confirmedHosts(dnsServers), clock);
    this.#signatures = signatures;
  }

  /** Like `BotLookup.nameOf`. */
  nameOf(userAgent: string): string {
    this.#lookup ??= new BotLookup(fileAt(this.#listPath));
    return this.#lookup.nameOf(userAgent);
  }

  /** The class of the crawler; '' when it is none. */
  classOf(userAgent: string): BotClass | '' {
    return botClassOf(this.nameOf(userAgent));
  }

  /** Like `CrawlerJudge.verdictOf`. */
  verdictOf(bot: string, request: SignedRequest, account: string): CrawlerVerdict {
    // People are not looked up, so that the ranges are read only where crawlers come.
    if (bot === '') return 'none';
    this.#judge ??= new CrawlerJudge(fileAt(this.#rangesPath), undefined, this.#hosts);
    const signature = this.#signatures?.verdictOf(request, () => bot, account, 'rules');
    return this.#judge.verdictOf(bot, request.clientAddress, account, signature);
  }

  /** Whether the operator of the request's crawler signed it, for its record. */
  isSigned(request: SignedRequest, site: string): boolean {
    const botOf = (): string => this.nameOf(request.head.userAgent);
    return this.#signatures?.verdictOf(request, botOf, site, 'records') === 'verified';
  }

  /** Ends look-ups under way. */
  [Symbol.dispose](): void {
    this.#hosts[Symbol.dispose]();
    this.#signatures?.[Symbol.dispose]();
  }
}

/** An operator's own file has been checked at the start; one that is bad now must not end a worker. */
function fileAt(path: string | null): DataFile | undefined {
  return path === null ? undefined : { path, isDownloaded: true };
}

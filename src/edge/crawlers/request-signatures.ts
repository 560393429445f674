/**
 * Judges crawlers by the signatures of their requests. Source: RFC 9421 section 3.2, docs/reference/bots.md ("Signatures").
 *
 * Anyone can send signatures that are worth nothing, so what they may cost is bounded: a second, for each account, and for each network that
 * sent bad ones. What is beyond that is claimed.
 */
import { verify } from 'node:crypto';
import type { CrawlerDirectories } from '../../analytics/lookup/crawler-directories.ts';
import { RecentMap } from '../../analytics/lookup/recent-map.ts';
import type { SignatureVerdict } from '../../core/bot-verified.ts';
import { clientNetworkOf } from '../../core/client-network.ts';
import type { Clock } from '../../core/clock.ts';
import { minuteMs, secondMs } from '../../core/time.ts';
import type { RequestHead } from '../http1/request-head.ts';
import type { DirectoryKeys } from './directory-keys.ts';
import type { KeyDirectories } from './key-directories.ts';
import { type FoundSignature, readAgents, readSignatures } from './read-signatures.ts';

/** Signed requests that are looked at in a second. Each costs a fifth of a millisecond. */
const mostForRules = 200;
/** Those that no rule asked about. */
const mostForRecords = 100;
/** One account's share of these, or one site's of records. */
const shareOfOne = 1 / 4;
/** Of a network in a minute. */
const mostBad = 32;
/** At most twice as many networks are held. */
const generationSize = 5_000;

export type SignedRequest = {
  readonly head: RequestHead;
  /** As the client asked: scheme, host and a port that isn't the scheme's own. */
  readonly origin: string;
  readonly clientAddress: string;
  /** When it came. */
  readonly nowMs: number;
};

type Bad = { readonly sinceMs: number; count: number };

export class RequestSignatures implements Disposable {
  readonly #directories: CrawlerDirectories;
  readonly #keys: KeyDirectories;
  readonly #clock: Clock;
  /** A request's rules and its record ask for the same. */
  readonly #known = new WeakMap<RequestHead, SignatureVerdict>();
  readonly #bad = new RecentMap<string, Bad>(generationSize);
  readonly #looks = { rules: new Looks(mostForRules), records: new Looks(mostForRecords) };

  constructor(directories: CrawlerDirectories, keys: KeyDirectories, clock: Clock) {
    this.#directories = directories;
    this.#keys = keys;
    this.#clock = clock;
  }

  /** Whether the operator of the request's crawler signed it. `botOf` names the crawler; it is called where a directory is listed. */
  verdictOf(
    request: SignedRequest,
    botOf: () => string,
    account: string,
    asked: 'rules' | 'records',
  ): SignatureVerdict {
    const { head } = request;
    if (!head.hasSignatureAgent) return 'claimed';
    const known = this.#known.get(head);
    if (known) return known;
    const verdict = this.#judge(request, botOf, (now) => this.#looks[asked].take(account, now));
    if (verdict !== 'pending') this.#known.set(head, verdict);
    return verdict;
  }

  [Symbol.dispose](): void {
    this.#keys[Symbol.dispose]();
  }

  #judge(request: SignedRequest, botOf: () => string, mayLook: (now: number) => boolean): SignatureVerdict {
    const agents = readAgents(request.head);
    if (!agents?.origins.some((origin) => this.#directories.isListed(origin))) return 'claimed';
    const bot = botOf();
    const isWanted = (origin: string): boolean => this.#directories.isOf(bot, origin);
    if (!agents.origins.some(isWanted)) return 'claimed';
    const network = clientNetworkOf(request.clientAddress);
    const now = this.#clock.now();
    if (this.#isBad(network, now) || !mayLook(now)) return 'claimed';
    const found = readSignatures(request, agents, isWanted, request.nowMs);
    const verdicts = new Set(found.map((signature) => this.#check(signature, request.nowMs)));
    if (verdicts.has('verified')) return 'verified';
    if (verdicts.has('pending')) return 'pending';
    this.#noteBad(network, now);
    return 'claimed';
  }

  #check({ origin, keyId, signature, base }: FoundSignature, nowMs: number): SignatureVerdict {
    const keys: DirectoryKeys | undefined = this.#keys.keysOf(origin);
    if (!keys) return 'pending';
    const key = keys.get(keyId);
    if (!key?.isValidAt(nowMs)) return 'claimed';
    return verify(null, base, key.publicKey, signature) ? 'verified' : 'claimed';
  }

  #isBad(network: string, now: number): boolean {
    const bad = this.#bad.get(network);
    return bad !== undefined && now - bad.sinceMs < minuteMs && bad.count >= mostBad;
  }

  #noteBad(network: string, now: number): void {
    const bad = this.#bad.get(network);
    if (bad && now - bad.sinceMs < minuteMs) bad.count += 1;
    else this.#bad.set(network, { sinceMs: now, count: 1 });
  }
}

/** What may be looked at in a second, of all and of each. */
class Looks {
  readonly #most: number;
  #second = 0;
  #taken = 0;
  readonly #takenBy = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  take(account: string, now: number): boolean {
    const second = Math.floor(now / secondMs);
    if (second !== this.#second) {
      this.#second = second;
      this.#taken = 0;
      this.#takenBy.clear();
    }
    const taken = this.#takenBy.get(account) ?? 0;
    if (this.#taken >= this.#most || taken >= this.#most * shareOfOne) return false;
    this.#taken += 1;
    this.#takenBy.set(account, taken + 1);
    return true;
  }
}

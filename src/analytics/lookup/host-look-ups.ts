/**
 * The hosts of clients' addresses, looked up in the background. Source: docs/reference/bots.md ("Reverse DNS").
 *
 * States of an address: unknown → pending, while DNS is asked → known: its hosts, or none. Where DNS doesn't answer, it is asked again
 * when the address comes back; after ten minutes the address has no hosts. What is known is asked again when it is an hour old,
 * and stays what it was meanwhile, for a day at most. Nothing waits for a look-up.
 *
 * Strangers choose the addresses, and have reverse zones that don't answer. So an account has a share of the look-ups, and what is
 * beyond it, or comes from a network that doesn't answer, has no hosts at once.
 */
import { clientNetworkOf } from '../../core/client-network.ts';
import type { Clock } from '../../core/clock.ts';
import { FairPool } from '../../core/fair-pool.ts';
import type { FindHosts } from './confirmed-hosts.ts';
import { RecentMap } from './recent-map.ts';

const pendingForMs = 10 * 60_000;
const askAgainMs = 60_000;
const freshForMs = 60 * 60_000;
const keptForMs = 24 * 60 * 60_000;
/** At most twice as many are held. */
const generationSize = 5_000;
const places = 16;
/** For all questions about one address. */
const deadlineMs = 10_000;
/** Look-ups of an account that run or wait. */
const mostOfAccount = 64;
/** From so many look-ups on, each account has only one. */
const mostOfAll = 1_024;
/** Addresses of a network that DNS didn't answer for in ten minutes, before further ones aren't asked about. */
const mostUnanswered = 32;

type Entry = {
  hosts: readonly string[];
  /** Undefined until DNS has answered once. */
  answeredAtMs: number | undefined;
  readonly sinceMs: number;
  askAtMs: number;
  isAsking: boolean;
};
type Silence = { readonly sinceMs: number; addresses: number };

const none: readonly string[] = [];

export class HostLookUps implements Disposable {
  readonly #findHosts: FindHosts;
  readonly #clock: Clock;
  readonly #entries = new RecentMap<string, Entry>(generationSize);
  readonly #silences = new RecentMap<string, Silence>(generationSize);
  readonly #pool = new FairPool(places);
  /** Look-ups that run or wait, by account. */
  readonly #asking = new Map<string, number>();
  #askingAll = 0;
  readonly #running = new Set<AbortController>();
  #isClosed = false;

  constructor(findHosts: FindHosts, clock: Clock) {
    this.#findHosts = findHosts;
    this.#clock = clock;
  }

  /** The confirmed hosts of an address, on which the account's traffic brought it; undefined while that is pending. */
  hostsOf(address: string, account: string): readonly string[] | undefined {
    const now = this.#clock.now();
    let entry = this.#entries.get(address);
    if (!entry) {
      if (!this.#hasRoom(account) || this.#isSilent(address, now)) return none;
      entry = { hosts: none, answeredAtMs: undefined, sinceMs: now, askAtMs: now, isAsking: false };
      this.#entries.set(address, entry);
    }
    if (!entry.isAsking && now >= entry.askAtMs && this.#hasRoom(account))
      void this.#ask(address, account, entry);
    if (entry.answeredAtMs === undefined) return now - entry.sinceMs < pendingForMs ? undefined : none;
    return now - entry.answeredAtMs < keptForMs ? entry.hosts : none;
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    for (const look of this.#running) look.abort();
  }

  #hasRoom(account: string): boolean {
    if (this.#isClosed) return false;
    return (this.#asking.get(account) ?? 0) < (this.#askingAll < mostOfAll ? mostOfAccount : 1);
  }

  #isSilent(address: string, now: number): boolean {
    const silence = this.#silences.get(clientNetworkOf(address));
    return !!silence && now - silence.sinceMs < pendingForMs && silence.addresses >= mostUnanswered;
  }

  async #ask(address: string, account: string, entry: Entry): Promise<void> {
    const isRepeated = entry.askAtMs > entry.sinceMs && entry.answeredAtMs === undefined;
    entry.isAsking = true;
    this.#count(account, 1);
    const hosts = await this.#pool.run(account, () => this.#find(address), isRepeated).catch(() => undefined);
    this.#count(account, -1);
    entry.isAsking = false;
    const now = this.#clock.now();
    if (hosts) {
      entry.hosts = hosts;
      entry.answeredAtMs = now;
      entry.askAtMs = now + freshForMs;
      return;
    }
    const isPending = entry.answeredAtMs === undefined && now - entry.sinceMs < pendingForMs;
    entry.askAtMs = now + (isPending ? askAgainMs : pendingForMs);
    if (!isRepeated) this.#noteSilence(clientNetworkOf(address), now);
  }

  async #find(address: string): Promise<readonly string[] | undefined> {
    if (this.#isClosed) return undefined;
    const look = new AbortController();
    this.#running.add(look);
    const deadline = setTimeout(() => look.abort(), deadlineMs);
    try {
      return await this.#findHosts(address, look.signal);
    } finally {
      clearTimeout(deadline);
      this.#running.delete(look);
    }
  }

  #count(account: string, change: 1 | -1): void {
    const count = (this.#asking.get(account) ?? 0) + change;
    if (count > 0) this.#asking.set(account, count);
    else this.#asking.delete(account);
    this.#askingAll += change;
  }

  #noteSilence(network: string, now: number): void {
    const silence = this.#silences.get(network);
    if (silence && now - silence.sinceMs < pendingForMs) silence.addresses += 1;
    else this.#silences.set(network, { sinceMs: now, addresses: 1 });
  }
}

/**
 * Which lists of rules a worker keeps in its memory. Together they take at most a quarter of its heap. Where that is not enough, lists
 * that were not used for long, and large ones, are unloaded; their next request has them read again.
 * Source: docs/reference/edge.md ("What workers read").
 */
import { getHeapStatistics } from 'node:v8';
import type { RulesEntry } from '../../core/route.ts';
import { listBytes } from '../../rules/compile-rules.ts';
import { readyRulesBytes } from './stored-rule-list.ts';

type Held = { readonly accountUuid: string; readonly bytes: number; usedTick: number };

/** What a list takes, compiled and used, about; what it does take is known when it is compiled. */
export function rulesBytes({ ruleCount, sizeBytes }: Pick<RulesEntry, 'ruleCount' | 'sizeBytes'>): number {
  return listBytes + 1.2 * sizeBytes + 60 * ruleCount + readyRulesBytes(ruleCount, sizeBytes);
}

/** For the lists of a process whose heap has this limit. */
export function rulesLimitBytes(): number {
  return getHeapStatistics().heap_size_limit / 4;
}

/** An account whose list needs more than its share unloads only lists of others that nobody asked for in this time. */
const idleMs = 60_000;
/** Of lists that were not asked for yet. */
const neverTick = -1e12;

export class RulesMemory {
  readonly #limitBytes: number;
  readonly #now: () => number;
  readonly #held = new Map<string, Held>();
  #bytes = 0;

  /** `now`: milliseconds since any time. */
  constructor(limitBytes: number = rulesLimitBytes(), now: () => number = () => performance.now()) {
    this.#limitBytes = limitBytes;
    this.#now = now;
  }

  /** Whether there is room for a host's rules, taken by `take` or `takeFree`. */
  has(host: string): boolean {
    return this.#held.has(host);
  }

  used(host: string): void {
    const held = this.#held.get(host);
    if (held) held.usedTick = this.#now();
  }

  /** Takes room for a list, in place of what its host had, if it is free. */
  takeFree(list: RulesEntry, bytes: number = rulesBytes(list)): boolean {
    this.release(list.host);
    if (this.#bytes + bytes > this.#limitBytes) return false;
    this.#hold(list, bytes, neverTick);
    return true;
  }

  /** Takes room for a list that is asked for. Returns the hosts whose lists are to be unloaded for it; undefined: there is no room. */
  take(list: RulesEntry, bytes: number = rulesBytes(list)): readonly string[] | undefined {
    this.release(list.host);
    const victims = this.#findVictims(list, bytes, this.#now());
    if (!victims) return undefined;
    for (const host of victims) this.release(host);
    this.#hold(list, bytes, this.#now());
    return victims;
  }

  release(host: string): void {
    this.#bytes -= this.#held.get(host)?.bytes ?? 0;
    this.#held.delete(host);
  }

  /** Releases all other hosts. */
  retain(hosts: { has(host: string): boolean }): void {
    for (const host of this.#held.keys()) if (!hosts.has(host)) this.release(host);
  }

  #hold(list: RulesEntry, bytes: number, usedTick: number): void {
    this.#bytes += bytes;
    this.#held.set(list.host, { accountUuid: list.accountUuid, bytes, usedTick });
  }

  #findVictims(list: RulesEntry, needed: number, tick: number): readonly string[] | undefined {
    if (needed > this.#limitBytes) return undefined;
    const share = this.#limitBytes / 4;
    const victims: string[] = [];
    let free = this.#limitBytes - this.#bytes;
    if (free >= needed) return victims;
    const byAccount = new Map<string, number>([[list.accountUuid, needed]]);
    for (const { accountUuid, bytes } of this.#held.values())
      byAccount.set(accountUuid, (byAccount.get(accountUuid) ?? 0) + bytes);
    const weightOf = ({ bytes, usedTick }: Held): number => bytes * (tick - usedTick + 1);
    const candidates = new Set(
      [...this.#held].toSorted(([, one], [, other]) => weightOf(other) - weightOf(one)),
    );
    const unloadWhere = (isVictim: (held: Held) => boolean): void => {
      for (const candidate of candidates) {
        if (free >= needed) return;
        const [host, held] = candidate;
        if (!isVictim(held)) continue;
        candidates.delete(candidate);
        victims.push(host);
        free += held.bytes;
        byAccount.set(held.accountUuid, (byAccount.get(held.accountUuid) ?? 0) - held.bytes);
      }
    };
    const isOver = (accountUuid: string): boolean => (byAccount.get(accountUuid) ?? 0) > share;
    unloadWhere((held) => held.accountUuid === list.accountUuid && isOver(held.accountUuid));
    unloadWhere((held) => held.accountUuid !== list.accountUuid && isOver(held.accountUuid));
    unloadWhere((held) => !isOver(list.accountUuid) || held.usedTick <= tick - idleMs);
    return free >= needed ? victims : undefined;
  }
}

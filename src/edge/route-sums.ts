/**
 * Checksums of routes, to compare a routing table with the store: one for each of 256 groups of hosts, in any order
 * of the hosts. They detect accidents, not attacks: both sides are this program.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainRoute, RoutingSource, RulesRoute } from '../core/route.ts';
import { type StoredRedirect, toStored } from './stored-redirect.ts';

const groups = 256;
const pageSize = 2_000;
const pauseMs = 50;

export class RouteSums {
  readonly #sums = new Uint32Array(groups);

  /** A host that nothing is served on counts as no route: tables do not keep it. */
  add(
    host: string,
    redirect: StoredRedirect | null,
    domain: DomainRoute | null,
    rules: RulesRoute | undefined,
  ): void {
    if (!redirect && !domain && !rules) return;
    const routes = hashOf(JSON.stringify([host, redirect, domain, rules]));
    const group = groupOf(host);
    this.#sums[group] = (this.#sums[group] ?? 0) + routes;
  }

  toArray(): number[] {
    return [...this.#sums];
  }
}

/** The sums of all routes of a source, read slowly: a million take half a minute, and no store notices. */
export async function sumsOf(source: RoutingSource): Promise<number[]> {
  const sums = new RouteSums();
  for (let afterHost = '', isLast = false; !isLast; ) {
    const page = await source.routesAfter(afterHost, pageSize);
    for (const { host, redirect, domain, rules } of page)
      sums.add(host, redirect && toStored(redirect), domain, rules);
    afterHost = page.at(-1)?.host ?? '';
    isLast = page.length < pageSize;
    if (!isLast) await sleep(pauseMs);
  }
  return sums.toArray();
}

/** Tells whether sums are the same but for the groups of some hosts. */
export function areSame(a: readonly number[], b: readonly number[], exceptHosts: Iterable<string>): boolean {
  const excepted = new Set([...exceptHosts].map(groupOf));
  return a.length === b.length && a.every((sum, group) => sum === b[group] || excepted.has(group));
}

function groupOf(host: string): number {
  return hashOf(host) % groups;
}

/** FNV-1a over UTF-16 units, its bits mixed once more (the finalizer of MurmurHash3). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

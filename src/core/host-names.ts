/**
 * Addresses of the hosts that this process connects to. `getaddrinfo` holds a thread of libuv's pool for each look-up, so a few
 * names whose servers are silent would stop everyone's; DNS is asked without one.
 *
 * The hosts file comes first, then DNS of the system's servers with its search list. What DNS doesn't know is asked of
 * `getaddrinfo`, which knows every source that the system has. An answer is kept for its time to live and refreshed in the
 * background. While DNS is silent or fails, but not when it says that a name doesn't exist, the last answer continues to serve.
 * Source: docs/reference/dns.md ("Where upstreams may be"), RFC 8767 (stale answers), resolv.conf(5).
 */
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { errorField } from './error-field.ts';
import { FairPool } from './fair-pool.ts';
import { candidatesOf, parseHosts, parseResolvConf, type ResolvConf } from './system-names.ts';
import { dayMs, minuteMs, secondMs } from './time.ts';
import { WatchedFile } from './watched-file.ts';

export type SystemLookup = (host: string) => Promise<readonly LookupAddress[]>;

export type HostNamesOptions = {
  readonly hostsPath?: string;
  readonly resolvConfPath?: string;
  /** `getaddrinfo` unless a test has its own. */
  readonly systemLookup?: SystemLookup;
};

type Outcome =
  | { readonly kind: 'found'; readonly addresses: readonly LookupAddress[]; readonly ttlMs: number }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed' };

type Entry = {
  /** Of the last answer; empty: the name has none. */
  addresses: readonly LookupAddress[];
  answeredTick: number;
  /** Whether the last query failed. */
  hasFailed: boolean;
  /** DNS had the answer, not `getaddrinfo`. */
  isFromDns: boolean;
  refreshTick: number;
  freshUntilTick: number;
  asking: Promise<void> | undefined;
};

const shortestTtlMs = 5 * secondMs;
const longestTtlMs = 5 * minuteMs;
/** Of what `getaddrinfo` says. */
const systemTtlMs = 30 * secondMs;
/** After a failure, and for names that don't exist. */
const retryMs = secondMs;
/** Of the time to live; who asks later has the answer refreshed. */
const refreshAfter = 0.75;
/** For how long a look-up waits for an answer that is fresher than the last one. */
const patienceMs = secondMs;
/** For how long the last answer serves where TLS proves who answers, and where nothing does. */
const staleVerifiedMs = dayMs;
const staleUnverifiedMs = 10 * minuteMs;
const maxEntries = 16_384;
const maxAddresses = 16;
const maxQueries = 64;
/** libuv gives `getaddrinfo` half of its threads. */
const systemPlaces = 2;
/** What c-ares reports for names that don't exist, or have no address. */
const noneCodes: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

const failed: Outcome = { kind: 'failed' };

export class HostNames {
  readonly #hosts: WatchedFile<ReturnType<typeof parseHosts>>;
  readonly #resolvConf: WatchedFile<ResolvConf>;
  readonly #systemLookup: SystemLookup;
  /** By account, then by name; those used longest ago come first. */
  readonly #entries = new Map<string, Map<string, Entry>>();
  #count = 0;
  readonly #queries = new FairPool(maxQueries);
  readonly #systemQueries = new FairPool(systemPlaces, 1, 1);

  constructor(options: HostNamesOptions = {}) {
    this.#hosts = new WatchedFile(options.hostsPath ?? '/etc/hosts', parseHosts);
    this.#resolvConf = new WatchedFile(options.resolvConfPath ?? '/etc/resolv.conf', parseResolvConf);
    this.#systemLookup = options.systemLookup ?? askSystem;
  }

  /**
   * A look-up for connections. `account`: for whom, `''` for the installation; `isVerified`: TLS proves that the right server
   * answers.
   */
  lookup(account: string, isVerified: boolean): LookupFunction {
    return (host, { family, all }, callback) => {
      const wanted = family === 4 || family === 'IPv4' ? 4 : family === 6 || family === 'IPv6' ? 6 : 0;
      const answer = async (): Promise<void> => {
        let usable: LookupAddress[] = [];
        let failure: NodeJS.ErrnoException = lookupError('ENOTFOUND', host);
        try {
          const addresses = await this.addressesOf(host, account, isVerified);
          usable = addresses.filter((each) => wanted === 0 || each.family === wanted);
        } catch (error) {
          if (error instanceof Error) failure = error;
        }
        const [first] = usable;
        // Not in this promise, which would take what it throws.
        if (!first) process.nextTick(callback, failure, '', 0);
        else if (all) process.nextTick(callback, null, usable);
        else process.nextTick(callback, null, first.address, first.family);
      };
      void answer();
    };
  }

  /** The addresses of a name, one at least. Rejects with the code `ENOTFOUND`, or `EAI_AGAIN` where that isn't known. */
  async addressesOf(host: string, account: string, isVerified: boolean): Promise<readonly LookupAddress[]> {
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    const name = host.toLowerCase();
    const listed = this.#hosts.read()?.get(name.replace(/\.$/, ''));
    if (listed) return listed;
    const entry = this.#entryOf(account, name);
    const tick = performance.now();
    const maxAgeMs = isVerified ? staleVerifiedMs : staleUnverifiedMs;
    const mayServe = (): boolean =>
      entry.addresses.length > 0 && performance.now() - entry.answeredTick < maxAgeMs;
    if (tick >= entry.freshUntilTick) {
      const asking = this.#ask(entry, name, account);
      if (!mayServe()) await asking;
      else if (!entry.hasFailed) await withPatience(asking);
    } else if (tick >= entry.refreshTick) void this.#ask(entry, name, account);
    if (mayServe()) return entry.addresses;
    throw lookupError(entry.hasFailed ? 'EAI_AGAIN' : 'ENOTFOUND', host);
  }

  #entryOf(account: string, name: string): Entry {
    let names = this.#entries.get(account);
    if (!names) {
      names = new Map();
      this.#entries.set(account, names);
    }
    let entry = names.get(name);
    if (entry) names.delete(name);
    else {
      if (this.#count >= maxEntries) this.#dropOldest();
      this.#count += 1;
      const never = Number.NEGATIVE_INFINITY;
      entry = {
        addresses: [],
        answeredTick: never,
        hasFailed: false,
        isFromDns: false,
        refreshTick: never,
        freshUntilTick: never,
        asking: undefined,
      };
    }
    names.set(name, entry);
    return entry;
  }

  /** Of the account with the most names. */
  #dropOldest(): void {
    let account = '';
    let names = new Map<string, Entry>();
    for (const [each, its] of this.#entries) if (its.size > names.size) [account, names] = [each, its];
    const [oldest] = names.keys();
    if (oldest === undefined) return;
    names.delete(oldest);
    this.#count -= 1;
    if (names.size === 0) this.#entries.delete(account);
  }

  /** Never rejects. */
  #ask(entry: Entry, name: string, account: string): Promise<void> {
    entry.asking ??= this.#askAndNote(entry, name, account);
    return entry.asking;
  }

  async #askAndNote(entry: Entry, name: string, account: string): Promise<void> {
    const outcome = await this.#resolve(entry, name, account).catch(() => failed);
    entry.asking = undefined;
    note(entry, outcome);
  }

  async #resolve(entry: Entry, name: string, account: string): Promise<Outcome> {
    const resolvConf = this.#resolvConf.read();
    if (resolvConf && resolvConf.servers.length > 0) {
      const outcome = await this.#queries.run(account, () => askServers(resolvConf, name), entry.hasFailed);
      if (outcome.kind === 'found') entry.isFromDns = true;
      if (outcome.kind !== 'none') return outcome;
      // Now it is known that what DNS had said is over.
      if (entry.isFromDns) entry.addresses = [];
    }
    const outcome = await this.#systemQueries.run(account, () => this.#askSystem(name), entry.hasFailed);
    if (outcome.kind === 'found') entry.isFromDns = false;
    return outcome;
  }

  async #askSystem(name: string): Promise<Outcome> {
    try {
      const addresses = await this.#systemLookup(name);
      return { kind: 'found', addresses: addresses.slice(0, maxAddresses), ttlMs: systemTtlMs };
    } catch (error) {
      return { kind: errorField(error, 'code') === 'ENOTFOUND' ? 'none' : 'failed' };
    }
  }
}

function note(entry: Entry, outcome: Outcome): void {
  const tick = performance.now();
  entry.hasFailed = outcome.kind === 'failed';
  if (outcome.kind !== 'failed') {
    entry.addresses = outcome.kind === 'found' ? outcome.addresses : [];
    entry.answeredTick = tick;
  }
  const ttlMs = outcome.kind === 'found' ? outcome.ttlMs : retryMs;
  entry.freshUntilTick = tick + ttlMs;
  entry.refreshTick = outcome.kind === 'found' ? tick + ttlMs * refreshAfter : entry.freshUntilTick;
}

/** As the C library does: the first candidate with an address counts, one that isn't answered ends it. */
async function askServers(resolvConf: ResolvConf, name: string): Promise<Outcome> {
  const { servers, timeoutMs, attempts } = resolvConf;
  // A new one has ports of its own that nobody could guess, and forgets which servers were away.
  const resolver = new Resolver({ timeout: timeoutMs, tries: attempts, maxTimeout: timeoutMs });
  resolver.setServers(servers);
  let hasFailed = false;
  for (const candidate of candidatesOf(name, resolvConf)) {
    const [four, six] = await Promise.all([
      settle(resolver.resolve4(candidate, { ttl: true }), 4),
      settle(resolver.resolve6(candidate, { ttl: true }), 6),
    ]);
    const addresses = (isIpv6First() ? [six, four] : [four, six]).flatMap((each) => each.addresses);
    if (addresses.length > 0) {
      const seconds = Math.min(four.ttlSeconds, six.ttlSeconds);
      const ttlMs = Math.min(Math.max(seconds * secondMs, shortestTtlMs), longestTtlMs);
      return { kind: 'found', addresses: addresses.slice(0, maxAddresses), ttlMs };
    }
    const codes = [four.code, six.code];
    if (codes.includes('ENOTFOUND') || codes.every((code) => noneCodes.has(code))) continue;
    hasFailed = true;
    if (!codes.includes('ESERVFAIL')) break;
  }
  return { kind: hasFailed ? 'failed' : 'none' };
}

type Answer = {
  readonly addresses: readonly LookupAddress[];
  readonly ttlSeconds: number;
  readonly code: string;
};

async function settle(
  query: Promise<readonly { readonly address: string; readonly ttl: number }[]>,
  family: 4 | 6,
): Promise<Answer> {
  try {
    const records = await query;
    return {
      addresses: records.map(({ address }) => ({ address, family })),
      ttlSeconds: Math.min(...records.map(({ ttl }) => ttl)),
      code: 'ENODATA',
    };
  } catch (error) {
    const code = errorField(error, 'code') ?? '';
    return { addresses: [], ttlSeconds: Number.POSITIVE_INFINITY, code };
  }
}

/** Which of the two `getaddrinfo` would name first (RFC 6724): IPv6 where this machine has an address of it beyond its link. */
function isIpv6First(): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ family, internal, scopeid }) => family === 'IPv6' && !internal && scopeid === 0),
  );
}

function askSystem(host: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(host, { all: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses);
    });
  });
}

async function withPatience(asking: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([asking, patience]);
  clearTimeout(timer);
}

function lookupError(code: 'ENOTFOUND' | 'EAI_AGAIN', host: string): NodeJS.ErrnoException {
  const reason =
    code === 'ENOTFOUND' ? 'has no address' : 'could not be looked up: its name servers do not answer';
  const error: NodeJS.ErrnoException = new Error(`${host} ${reason} (${code})`);
  error.code = code;
  return error;
}

/**
 * Finds out whether the provider of a domain's DNS has our template. What its owner wrote into DNS decides whom this asks, and the
 * answers are anybody's: a provider that isn't known, or says anything odd, is as good as none.
 * Source: docs/reference/domain-connect.md ("When the button is there"); Domain Connect specification, "DNS Provider Discovery".
 */
import { text as readText } from 'node:stream/consumers';
import type { AddressPolicy } from '../../core/address-policy.ts';
import type { Clock } from '../../core/clock.ts';
import { FairPool } from '../../core/fair-pool.ts';
import type { HostNames } from '../../core/host-names.ts';
import { sendRequest } from '../../core/outgoing-request.ts';
import { minuteMs, secondMs } from '../../core/time.ts';
import { parseUrl } from '../../core/url.ts';
import { providerAt } from './providers.ts';
import { templatePath } from './signed-link.ts';

export type DnsProvider = {
  readonly name: string;
  /** Without a slash at its end. */
  readonly urlSyncUX: string;
};

export type DiscoveryParts = {
  /** The texts of a name's TXT records; none where they can't be told. */
  readonly textsOf: (name: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** Beside those that are known. */
  readonly hosts: readonly string[];
  readonly policy: Pick<AddressPolicy, 'refusalOf'>;
  readonly names: Pick<HostNames, 'lookup'>;
  readonly userAgent: string;
  readonly clock: Clock;
  /** Of the authorities that certificates are accepted from; Node's own unless a test has its own. */
  readonly ca?: string;
};

type Entry = { readonly found: Promise<DnsProvider | undefined>; readonly until: number };

/** Of everything: somebody waits for a page. */
const timeoutMs = 2 * secondMs;
const maxAgeMs = 10 * minuteMs;
const maxEntries = 1_000;
/** Of all accounts, and of one: name servers and providers may be silent, and the others' buttons would be missing meanwhile. */
const maxUnderWay = 20;
const maxOfAccount = 5;
const maxBytes = 16 * 1024;
const maxUrlLength = 500;
const maxNameLength = 60;

export class Discovery {
  readonly #parts: DiscoveryParts;
  /** By registered domain; the oldest come first. */
  readonly #entries = new Map<string, Entry>();
  readonly #underWay = new FairPool(maxUnderWay, 1, maxOfAccount);

  constructor(parts: DiscoveryParts) {
    this.#parts = parts;
  }

  /** The provider of a registered domain, if it has the template of `providerId`. Never rejects. */
  find(domain: string, providerId: string, accountUuid: string): Promise<DnsProvider | undefined> {
    const now = this.#parts.clock.now();
    const known = this.#entries.get(domain);
    if (known && now < known.until) return known.found;
    const release = this.#underWay.hold(accountUuid, false);
    if (!release) return Promise.resolve(undefined);
    const found = this.#ask(domain, providerId, accountUuid)
      .catch(() => undefined)
      .finally(release);
    this.#entries.delete(domain);
    this.#entries.set(domain, { found, until: now + maxAgeMs });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > maxEntries && oldest !== undefined) this.#entries.delete(oldest);
    return found;
  }

  async #ask(domain: string, providerId: string, accountUuid: string): Promise<DnsProvider | undefined> {
    const { textsOf, hosts } = this.#parts;
    const signal = AbortSignal.timeout(timeoutMs);
    const [place] = await textsOf(`_domainconnect.${domain}`, signal);
    const prefix = place === undefined ? undefined : readPrefix(`https://${place}`);
    if (prefix === undefined) return undefined;
    const settings = await this.#fetch(`${prefix}/v2/${domain}/settings`, accountUuid, signal);
    if (settings === undefined) return undefined;
    const { urlSyncUX, urlAPI, providerName, providerDisplayName }: Readonly<Record<string, unknown>> =
      Object(JSON.parse(settings));
    const [page, api] = [readPrefix(urlSyncUX), readPrefix(urlAPI)];
    if (page === undefined || api === undefined) return undefined;
    const host = new URL(page).hostname;
    // A name in the settings of somebody we know would be theirs to choose, who wrote the domain's record.
    const name =
      providerAt(host) ??
      (hosts.includes(host) ? (readName(providerDisplayName) ?? readName(providerName) ?? host) : undefined);
    if (name === undefined) return undefined;
    const template = await this.#fetch(`${api}${templatePath(providerId)}`, accountUuid, signal);
    return template === undefined ? undefined : { name, urlSyncUX: page };
  }

  /** The body of an answer 200; undefined: another status. Rejects when it isn't there in time, or is too long. */
  async #fetch(url: string, accountUuid: string, signal: AbortSignal): Promise<string | undefined> {
    const { names, policy, userAgent, ca } = this.#parts;
    const { status, body, close } = await sendRequest(new URL(url), {
      names,
      chosenBy: { accountUuid, policy },
      headers: { accept: 'application/json', 'user-agent': userAgent },
      timeoutMs,
      maxBytes,
      signal,
      ...(ca !== undefined && { ca }),
    });
    try {
      return status === 200 ? await readText(body) : undefined;
    } finally {
      close();
    }
  }
}

/** A URL that paths can be added to; undefined: it is none, isn't https, or has more than host, port and path. */
function readPrefix(value: unknown): string | undefined {
  const url = typeof value === 'string' && value.length <= maxUrlLength ? parseUrl(value) : undefined;
  if (!url) return undefined;
  const { protocol, username, password, search, hash, origin, pathname } = url;
  if (protocol !== 'https:' || username + password + search + hash !== '') return undefined;
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

function readName(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\p{L}\p{N}][\p{L}\p{N} .&+'-]*$/u.test(value)
    ? value.slice(0, maxNameLength)
    : undefined;
}

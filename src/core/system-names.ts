/** What the system says about names: its hosts file and its DNS servers. Source: hosts(5), resolv.conf(5). */
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';

/** Addresses by name, lower case. */
export type HostsFile = ReadonlyMap<string, readonly LookupAddress[]>;

export type ResolvConf = {
  /** As `Resolver.setServers` takes them. */
  readonly servers: readonly string[];
  readonly search: readonly string[];
  /** Names with fewer dots are looked for in the search list first. */
  readonly ndots: number;
  readonly timeoutMs: number;
  readonly attempts: number;
};

/** The C library's limits. */
const maxServers = 3;
const maxNdots = 15;
const maxTimeoutSeconds = 30;
const maxAttempts = 5;

export function parseHosts(text: string): HostsFile {
  const hosts = new Map<string, LookupAddress[]>();
  for (const [address = '', ...names] of fieldsOfLines(text)) {
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      const known = hosts.get(key);
      if (known) known.push({ address, family });
      else hosts.set(key, [{ address, family }]);
    }
  }
  return hosts;
}

export function parseResolvConf(text: string): ResolvConf {
  const servers: string[] = [];
  let search: readonly string[] = [];
  const options = new Map<string, number>();
  for (const [keyword, ...values] of fieldsOfLines(text)) {
    const [first] = values;
    if (keyword === 'nameserver' && first !== undefined) {
      // c-ares has no use for a zone such as %eth0.
      if (servers.length < maxServers && !first.includes('%')) servers.push(first);
      // The last of both counts.
    } else if (keyword === 'search') search = values;
    else if (keyword === 'domain') search = values.slice(0, 1);
    else if (keyword === 'options')
      for (const option of values) {
        const [name = '', value = ''] = option.split(':');
        if (/^\d{1,6}$/.test(value)) options.set(name, Number(value));
      }
  }
  return {
    servers,
    search: search.map((domain) => domain.toLowerCase().replace(/\.$/, '')).filter((domain) => domain !== ''),
    ndots: Math.min(options.get('ndots') ?? 1, maxNdots),
    timeoutMs: Math.min(Math.max(options.get('timeout') ?? 2, 1), maxTimeoutSeconds) * 1_000,
    attempts: Math.min(Math.max(options.get('attempts') ?? 3, 1), maxAttempts),
  };
}

/** The names to ask DNS for, in order. */
export function candidatesOf(name: string, { search, ndots }: ResolvConf): readonly string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const inSearchList = search.map((domain) => `${name}.${domain}`);
  return name.split('.').length > ndots ? [name, ...inSearchList] : [...inSearchList, name];
}

function* fieldsOfLines(text: string): Generator<string[]> {
  for (const line of text.split('\n')) {
    const fields = line
      .replace(/[#;].*$/, '')
      .trim()
      .split(/\s+/);
    if (fields[0] !== '') yield fields;
  }
}

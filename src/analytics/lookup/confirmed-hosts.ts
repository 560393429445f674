/**
 * Forward-confirmed reverse DNS: the hosts that an address has by its PTR records, and that have this address. Whoever has an
 * address can give it any name; only the owner of the name can lead it back. Source: RFC 1035 section 3.5, RFC 3596 section 2.5
 * (reverse zones), docs/reference/bots.md ("Reverse DNS").
 */
import ipaddr from 'ipaddr.js';
import { parseIpAddress, reverseNameOf } from '../../core/ip-address.ts';
import { DnsResolver } from '../../dns/resolver.ts';
import { isCrawlerHost } from './crawler-hosts.ts';

/** Answers the confirmed hosts of an address; undefined when DNS didn't answer. */
export type FindHosts = (address: string, signal: AbortSignal) => Promise<readonly string[] | undefined>;

const tries = 2;
/** Of the names of an address, those that are asked for; operators have one. */
const maxNames = 4;

/** Asks the given servers, or the system's when there are none, and only for hosts that may verify a crawler. */
export function confirmedHosts(servers: readonly string[]): FindHosts {
  return async (text, signal) => {
    const address = parseIpAddress(text);
    if (!address) return [];
    const resolver = new DnsResolver(servers, signal, tries);
    const names = await resolver.ptr(reverseNameOf(address));
    if (names.kind === 'failed') return undefined;
    const hosts = (names.kind === 'found' ? names.records : []).filter(isCrawlerHost).slice(0, maxNames);
    const answers = await Promise.all(
      hosts.map((host) => (address instanceof ipaddr.IPv4 ? resolver.a(host) : resolver.aaaa(host))),
    );
    const confirmed = hosts.filter((_, index) => {
      const answer = answers[index];
      const own = address.toString();
      return answer?.kind === 'found' && answer.records.some((each) => normalised(each) === own);
    });
    const isUnclear = confirmed.length === 0 && answers.some(({ kind }) => kind === 'failed');
    return isUnclear ? undefined : confirmed;
  };
}

function normalised(address: string): string | undefined {
  return parseIpAddress(address)?.toString();
}

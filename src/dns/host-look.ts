/**
 * What the public sees of a host up to its first answer, for a diagnosis. Each question is asked once, and never rejects.
 * Source: docs/reference/diagnosis.md ("Steps").
 */
import type { AddressPolicy } from '../core/address-policy.ts';
import type { DnsRecord } from '../core/custom-domain.ts';
import type { HandshakeAddress, HostLook, HostQuestion, LookCode, Looked } from '../core/host-look.ts';
import { parseIpAddress } from '../core/ip-address.ts';
import type { ReachOutcome } from '../core/reachable.ts';
import { registrableDomain } from '../core/registered-domain.ts';
import { findCaa, type Issuer, judgeCaaOfAll } from './caa.ts';
import { canonicalAddresses, type EdgeAddresses, type EdgeTarget } from './edge-addresses.ts';
import { isApex } from './expected-records.ts';
import {
  addressesOf,
  type HostAnswer,
  judge,
  recordsFound,
  resolveHost,
  type Verdict,
} from './host-answer.ts';
import { answersUnvalidated, countCnames } from './plain-query.ts';
import { proxyProviderOf } from './proxy-networks.ts';
import type { ReachCheck } from './reach.ts';
import { DnsResolver, type FailureReason } from './resolver.ts';

export type LookParts = {
  readonly edge: EdgeAddresses;
  readonly openResolver: (signal: AbortSignal) => DnsResolver;
  readonly issuers: readonly Issuer[];
  readonly reach: ReachCheck;
  readonly randomLabel: () => string;
  /** Of name servers. */
  readonly policy: AddressPolicy;
};

const maxNameServers = 4;
const dnsPort = 53;

export class DnsHostLook implements HostLook {
  readonly #question: HostQuestion;
  readonly #parts: LookParts;
  readonly #signal: AbortSignal;
  readonly #resolver: DnsResolver;
  readonly #answer: Promise<HostAnswer>;
  readonly #edge: Promise<EdgeTarget>;
  #reached: Promise<ReachOutcome> | undefined;

  constructor(question: HostQuestion, parts: LookParts, signal: AbortSignal) {
    this.#question = question;
    this.#parts = parts;
    this.#signal = signal;
    this.#resolver = parts.openResolver(signal);
    this.#answer = resolveHost(this.#resolver, question.host, parts.randomLabel);
    this.#edge = parts.edge.target();
  }

  get expected(): readonly DnsRecord[] {
    const { accountUuid, host, challengeType } = this.#question;
    return this.#parts.edge.expected({ accountUuid, host, redirectToWww: false, challengeType });
  }

  async delegation(): Promise<Looked> {
    const { host } = this.#question;
    const domain = registrableDomain(host) ?? host;
    const servers = await this.#resolver.ns(domain);
    switch (servers.kind) {
      case 'failed':
        return this.#unresolved(domain, servers.reason);
      case 'none':
        return servers.reason === 'nxdomain'
          ? failed('not_registered', `The domain ${domain} does not exist in DNS.`)
          : { state: 'ok', detail: `${domain} exists.` };
      case 'found':
        return await this.#compareServers(domain, servers.records.slice(0, maxNameServers));
      default:
        return servers satisfies never;
    }
  }

  async addresses(): Promise<Looked> {
    const [answer, edge] = [await this.#answer, await this.#edge];
    const { host } = this.#question;
    const found = recordsFound(answer).map(({ type, name, value }) => `${name} ${type} ${value}`);
    const detail = found.join(', ') || `${host} has no records.`;
    const cnames = answer.chain.length > 0 ? await countCnames(this.#resolver.servers, answer.host) : 0;
    if (cnames > 1) return failed('two_cnames', `${host} has ${cnames} CNAME records, and may have one.`);
    const verdict = judge(answer, edge);
    if (verdict === 'found') return { state: 'ok', detail };
    // A proxy of the customer's may have the host.
    if ((await this.reach()).reachable === 'proxied') return { state: 'ok', detail };
    // Whether one that we know leads here, its answers show.
    const providers = new Set(addressesOf(answer).map(proxyProviderOf));
    const [provider] = providers;
    if (providers.size === 1 && provider !== undefined)
      return { state: 'ok', detail: `${detail} belongs to the proxy of ${provider}.` };
    if (verdict === 'not_found') return this.#whyNot(answer, edge);
    if (edge.hostname === undefined && edge.addresses.length === 0)
      return {
        state: 'skipped',
        code: 'edge_place_unknown',
        cause:
          'Neither NAMEPLATE_EDGE_HOSTNAME nor NAMEPLATE_EDGE_ADDRESSES is set, so the edge’s address is unknown.',
      };
    const reasons = [answer.a, answer.aaaa].flatMap((each) => (each.kind === 'failed' ? [each.reason] : []));
    return this.#unresolved(host, reasons[0] ?? 'timeout');
  }

  async caa(): Promise<Looked> {
    const { host, challengeType } = this.#question;
    const caa = await findCaa(this.#resolver, host);
    // Without an authority to judge by, a failed look-up is no permission either.
    if (caa.kind === 'failed' && this.#parts.issuers.length === 0)
      return {
        state: 'skipped',
        code: 'dns_unanswered',
        cause: `${caa.name} could not be looked up in time.`,
      };
    const judgement = await judgeCaaOfAll(caa, host, this.#parts.issuers, challengeType);
    switch (judgement.state) {
      case 'ok':
        return {
          state: 'ok',
          detail:
            caa.kind === 'found' ? `The CAA records of ${caa.name} permit it.` : 'There are no CAA records.',
        };
      case 'forbidden':
        return failed(judgement.cause, judgement.text);
      case 'unknown':
        return {
          state: 'skipped',
          code: 'dns_unanswered',
          cause: 'The CAA records could not be looked up in time.',
        };
      default:
        return judgement satisfies never;
    }
  }

  reach(): Promise<ReachOutcome> {
    this.#reached ??= this.#answer.then((answer) =>
      this.#parts.reach.run(answer, this.#resolver, this.#question, this.#signal),
    );
    return this.#reached;
  }

  async handshakeAddresses(): Promise<readonly HandshakeAddress[]> {
    const [answer, edge] = [await this.#answer, await this.#edge];
    const { reach, policy } = this.#parts;
    const { https: port } = reach.ports;
    const allowed = reach.policyFor(edge, policy);
    const leadsHere = judge(answer, edge) === 'found';
    return addressesOf(answer)
      .filter((address) => allowed.refusalOf(answer.host, address, port) === undefined)
      .map((address) => ({ address, port, isOurs: leadsHere || edge.addresses.includes(address) }));
  }

  async #unresolved(name: string, reason: FailureReason): Promise<Looked> {
    if (reason === 'refused')
      return failed('name_servers_fail', `The name servers of ${name} answer REFUSED.`);
    if (reason !== 'servfail')
      return { state: 'skipped', code: 'dns_unanswered', cause: `${name} could not be looked up in time.` };
    return (await answersUnvalidated(this.#resolver.servers, name))
      ? failed('dnssec_bogus', `The DNSSEC signatures of ${name} are wrong, so resolvers refuse its records.`)
      : failed('name_servers_fail', `The name servers of ${name} answer SERVFAIL.`);
  }

  /** Asks each server itself: resolvers ask one of them, and visitors' ask others. */
  async #compareServers(domain: string, names: readonly string[]): Promise<Looked> {
    const edge = await this.#edge;
    const views = await Promise.all(names.map((name) => this.#askServer(name, edge)));
    const working = views.filter(({ view }) => view === 'found' || view === 'not_found');
    const failing = views.find(({ view }) => view === 'fails');
    if (failing && working.length > 0)
      return failed('name_server_fails', `The name server ${failing.name} does not answer for ${domain}.`);
    const right = working.find(({ view }) => view === 'found');
    const wrong = working.find(({ view }) => view === 'not_found');
    if (right && wrong)
      return failed(
        'name_servers_disagree',
        `The name servers of ${domain} disagree: ${right.name} leads here, ${wrong.name} does not.`,
      );
    return { state: 'ok', detail: `${domain} is delegated to ${names.join(', ')}.` };
  }

  /** `unknown`: it didn't answer, may not be asked, or answers for a part of the zone only. */
  async #askServer(
    name: string,
    edge: EdgeTarget,
  ): Promise<{ readonly name: string; readonly view: Verdict | 'fails' | 'unknown' }> {
    const { policy } = this.#parts;
    const [address] = canonicalAddresses(await this.#resolver.a(name));
    if (address === undefined || policy.refusalOf(name, address, dnsPort) !== undefined)
      return { name, view: 'unknown' };
    const server = new DnsResolver([address], this.#signal, 1);
    const { host } = this.#question;
    const [a, aaaa, cname] = await Promise.all([server.a(host), server.aaaa(host), server.cname(host)]);
    const reasons = [a, aaaa].flatMap((each) => (each.kind === 'failed' ? [each.reason] : []));
    if (reasons.some((reason) => reason === 'servfail' || reason === 'refused'))
      return { name, view: 'fails' };
    if (reasons.length > 0) return { name, view: 'unknown' };
    if (cname.kind === 'found')
      return { name, view: cname.records[0] === edge.hostname ? 'found' : 'unknown' };
    const isNone = [a, aaaa].every(({ kind }) => kind === 'none');
    if (isNone) return { name, view: a.kind === 'none' && a.reason === 'nxdomain' ? 'not_found' : 'unknown' };
    return { name, view: judge({ host, chain: [], chainEnd: 'end', a, aaaa }, edge) };
  }

  #whyNot(answer: HostAnswer, edge: EdgeTarget): Looked {
    const { host, chain, chainEnd } = answer;
    const addresses = addressesOf(answer);
    const last = chain.at(-1);
    if (chainEnd === 'circle')
      return failed('cname_circle', `The CNAME records of ${host} lead in a circle, by way of ${last}.`);
    if (addresses.length === 0) {
      if (last !== undefined)
        return failed('cname_broken', `${host} is a CNAME of ${last}, which has no address.`);
      return isApex(host)
        ? failed('apex_without_address', `${host}, the apex of its zone, has no A or AAAA record.`)
        : failed('no_records', `${host} has no A, AAAA or CNAME record.`);
    }
    const foreign = addresses.filter((address) => !edge.addresses.includes(address));
    const list = foreign.slice(0, maxNameServers).join(', ');
    if (last !== undefined)
      return failed('cname_elsewhere', `${host} is a CNAME of ${last}, which leads to ${list}.`);
    if (
      foreign.every((address) => parseIpAddress(address)?.kind() === 'ipv6') &&
      answer.aaaa.kind === 'found'
    )
      return failed('ipv6_elsewhere', `The AAAA records of ${host} lead to ${list}, which isn't here.`);
    return foreign.length < addresses.length
      ? failed('addresses_mixed', `${host} has addresses of ours, and those of another server: ${list}.`)
      : failed('address_elsewhere', `${host} leads to ${list}, which isn't here.`);
  }
}

function failed(code: LookCode, cause: string): Looked {
  return { state: 'failed', code, cause };
}

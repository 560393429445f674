/**
 * Checks that the edge's public ports lead here, as for certificate authorities and visitors: port 80 of its public
 * addresses to NAMEPLATE_EDGE_HTTP_PORT, port 443 to NAMEPLATE_EDGE_HTTPS_PORT. Source: RFC 8555 section 8.3, RFC
 * 8737, docs/reference/acme.md ("Watching it").
 *
 * A running edge is recognised by its answer to an invented challenge. Without one there is nothing to check. A port
 * that can't be reached from here may be reachable from outside, and the other way round, so this is a warning and
 * not a problem.
 */
import { once } from 'node:events';
import { get, IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import type { Config } from '../../config/config.ts';
import { errorField } from '../../core/error-field.ts';
import { canonicalAddresses } from '../../dns/edge-addresses.ts';
import { DnsResolver } from '../../dns/resolver.ts';
import { type Finding, finding } from './finding.ts';

export type PublicPorts = { readonly http: number; readonly https: number };

const publicPorts: PublicPorts = { http: 80, https: 443 };
const check = 'public ports';
const timeoutMs = 3_000;
/** Of a challenge: 128 bits that no authority has given out. */
const probePath = '/.well-known/acme-challenge/nameplate-doctor-0000000000000000';
const wildcards: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

type Target = { readonly address: string; readonly port: number; readonly host: string };

export async function checkReachability(
  { acme, edge, dnsServers }: Config,
  ports: PublicPorts = publicPorts,
): Promise<Finding[]> {
  const { publicHostname, publicAddresses, httpPort, httpsPort } = edge;
  if (!acme || (publicHostname === undefined && publicAddresses.length === 0)) return [];
  const local = wildcards[edge.host] ?? edge.host;
  const host = publicHostname ?? publicAddresses[0] ?? '';
  const runs =
    httpPort === 0
      ? (await problemOfTls({ address: local, port: httpsPort, host })) === undefined
      : (await problemOfHttp({ address: local, port: httpPort, host })) === undefined;
  if (!runs) return [finding('ok', check, 'Not checked: the edge does not run on this machine.')];
  const addresses = await addressesOf(publicHostname, publicAddresses, dnsServers);
  const findings: Finding[] = [];
  for (const address of addresses) {
    if (httpPort !== 0) {
      const target = { address, port: ports.http, host };
      findings.push(describe(target, await problemOfHttp(target), 'NAMEPLATE_EDGE_HTTP_PORT', httpPort));
    }
    const target = { address, port: ports.https, host };
    findings.push(describe(target, await problemOfTls(target), 'NAMEPLATE_EDGE_HTTPS_PORT', httpsPort));
  }
  return findings;
}

async function addressesOf(
  hostname: string | undefined,
  configured: readonly string[],
  dnsServers: readonly string[],
): Promise<readonly string[]> {
  if (configured.length > 0 || hostname === undefined) return configured;
  const resolver = new DnsResolver(dnsServers);
  const answers = await Promise.all([resolver.a(hostname), resolver.aaaa(hostname)]);
  return answers.flatMap(canonicalAddresses);
}

function describe(
  { address, port }: Target,
  problem: string | undefined,
  variable: string,
  leadsTo: number,
): Finding {
  const place = `Port ${port} of ${address}`;
  if (problem === undefined) return finding('ok', check, `${place} leads here.`);
  return finding(
    'warning',
    check,
    `${place} does not lead here, seen from this machine (${problem}): certificate authorities and visitors come there. Lead it to ${variable} (${leadsTo}); some networks merely cannot reach their own public address.`,
  );
}

/** Why no Nameplate answers there; undefined: one does. */
async function problemOfHttp({ address, port, host }: Target): Promise<string | undefined> {
  const request = get({
    host: address,
    port,
    path: probePath,
    headers: { host: isIPv6(host) ? `[${host}]` : host },
    agent: false,
  });
  const overdue = setTimeout(() => request.destroy(new Error('no answer')), timeoutMs);
  try {
    const [response] = await once(request, 'response');
    if (!(response instanceof IncomingMessage)) return 'no answer';
    const body = await text(response);
    const isOurs = response.statusCode === 404 && response.headers['x-request-id'] !== undefined;
    if (isOurs && body.startsWith('There is nothing at this address.')) return undefined;
    return `another server answers ${response.statusCode}`;
  } catch (error) {
    return reasonOf(error);
  } finally {
    clearTimeout(overdue);
    request.on('error', () => {}).destroy();
  }
}

/** Why the other side doesn't speak TLS; undefined: it does. */
async function problemOfTls({ address, port, host }: Target): Promise<string | undefined> {
  // Whom the certificate is by does not matter: whether it is right is a check of its own.
  // oxlint-disable-next-line no-reject-unauthorized
  const socket = connect({
    host: address,
    port,
    servername: isName(host) ? host : '',
    rejectUnauthorized: false,
  });
  const overdue = setTimeout(() => socket.destroy(new Error('no answer')), timeoutMs);
  try {
    await once(socket, 'secureConnect');
    return undefined;
  } catch (error) {
    return reasonOf(error);
  } finally {
    clearTimeout(overdue);
    socket.on('error', () => {}).destroy();
  }
}

function isName(host: string): boolean {
  return /[a-z]/i.test(host) && !isIPv6(host);
}

function reasonOf(error: unknown): string {
  return errorField(error, 'code') ?? errorField(error, 'message') ?? 'no answer';
}

/**
 * Certificates of a host whose visitors come through a CDN of the customer, from an authority that validates.
 * Source: docs/reference/acme.md ("What is ordered, and when"), docs/reference/diagnosis.md ("Reachable").
 */

import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { AddressPolicy } from '../../src/core/address-policy.ts';
import { systemClock } from '../../src/core/clock.ts';
import { reachAnswers, reachTokenIn } from '../../src/core/reach-token.ts';
import { DomainDns } from '../../src/dns/domain-dns.ts';
import { AutomaticCertificateList } from '../../src/features/automatic-certificates/certificate-list.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import { newSecretKey } from '../../src/secrets/secret-key.ts';
import { AcmeNode } from '../support/acme-node.ts';
import { freePorts } from '../support/free-port.ts';
import { findPebble, Pebble } from '../support/pebble.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const isThere = findPebble();
if (!isThere) skipLoudly('certificates behind a CDN', 'no pebble on this machine');
// This process is already running and can't be made to trust the issuer of Pebble's certificate.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';

const key = Buffer.alloc(32, 7).toString('base64');
/** Loopback addresses stand for public ones. */
const [ours, ofCdn] = ['127.0.0.1', '127.0.0.2'];
const released: (() => Promise<unknown>)[] = [];
const register = (release: () => Promise<void>) => void released.push(release);
let pebble: Pebble;
let port = 0;
let node: AcmeNode | undefined;

beforeAll(async () => {
  if (!isThere) return;
  const [httpPort = 0, tlsPort = 0] = await freePorts(2);
  port = httpPort;
  pebble = await Pebble.start({ httpPort, tlsPort, validitySeconds: 30 }, register);
  register(await listen(ours, asTheEdge));
});

afterAll(async () => {
  for (const release of released.toReversed()) await release();
});

async function listen(address: string, listener: RequestListener): Promise<() => Promise<void>> {
  const server = http.createServer(listener);
  server.listen(port, address);
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}

const asTheEdge: RequestListener = ({ url = '', headers }, answer) => {
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  const token = reachTokenIn(url);
  if (token === undefined) void answerChallenge(host, url, answer);
  else answer.end(reachAnswers([key], token, host).join('\n'));
};

async function answerChallenge(host: string, url: string, answer: http.ServerResponse): Promise<void> {
  const text = (await node?.challenges.keyAuthorizationFor(host, url.split('/').at(-1) ?? '')) ?? '';
  answer.statusCode = text === '' ? 404 : 200;
  answer.end(text);
}

/** A CDN that leads here, and what it was asked for. */
async function startCdn(passesOn: boolean): Promise<string[]> {
  const paths: string[] = [];
  const close = await listen(ofCdn, ({ url = '', headers }, answer) => {
    paths.push(url);
    if (!passesOn) answer.writeHead(404).end('cached');
    else
      http.get({ host: ours, port, path: url, headers: { host: headers.host } }, (message) => {
        answer.writeHead(message.statusCode ?? 502);
        message.pipe(answer);
      });
  });
  onTestFinished(close);
  return paths;
}

async function openNode(host: string): Promise<AcmeNode> {
  await pebble.setAddresses(host, [ofCdn]);
  const logger = pino({ level: 'silent' });
  const location = { kind: 'sqlite', path: `${await tempDir()}/control.db` } as const;
  const directoryUrl = pebble.directoryUrl;
  const opened = await AcmeNode.open({
    location,
    secretKey: newSecretKey(),
    directoryUrl,
    whyElsewhere: (issuance, signal) => dns.whyElsewhere(issuance, signal),
  });
  const dns = new DomainDns(new CustomDomains(opened.store), {
    dnsServers: [pebble.dnsServer],
    edge: { publicHostname: undefined, publicAddresses: [ours] },
    clock: systemClock,
    logger,
    reach: {
      policy: new AddressPolicy(['127.0.0.0/29'], []),
      keys: () => [key],
      ports: { http: port, https: 1 },
      timeoutMs: 60_000,
    },
  });
  onTestFinished(() => opened[Symbol.asyncDispose]());
  node = opened;
  return opened;
}

describe.skipIf(!isThere)('behind a CDN of the customer', () => {
  it('a host is issued a certificate by HTTP-01, and its renewal is too', async () => {
    const host = 'cdn.example.com';
    const asked = await startCdn(true);
    const { certificates, store, fingerprints } = await withMethods(host);
    await certificates.issuer.runDue();
    const [first] = await fingerprints();
    expect(await new AutomaticCertificateList(store).find(host)).toMatchObject({ lastError: null });
    expect(first).toBeDefined();
    const challenges = () => asked.filter((path) => reachTokenIn(path) === undefined).length;
    expect(challenges()).toBeGreaterThan(0);
    const before = challenges();
    // Due after two thirds of its 30 seconds; one that has expired is none.
    let renewed = first;
    for (let tries = 0; tries < 120 && (renewed === first || renewed === undefined); tries++) {
      await sleep(500);
      await certificates.issuer.runDue();
      [renewed] = await fingerprints();
    }
    expect(await new AutomaticCertificateList(store).find(host)).toMatchObject({ lastError: null });
    expect(renewed).not.toBe(first);
    expect(renewed).toBeDefined();
    expect(challenges()).toBeGreaterThan(before);
    expect(certificates.issuer.counts).toMatchObject({ issued: 2 });
  });

  it('that keeps the challenge to itself, nothing is ordered, and it is said', async () => {
    const host = 'closed.example.com';
    const asked = await startCdn(false);
    const { certificates, store, fingerprints } = await withMethods(host);
    await certificates.issuer.runDue();
    expect(await fingerprints()).toEqual([]);
    expect((await new AutomaticCertificateList(store).find(host))?.lastError).toContain(ofCdn);
    expect(asked.every((path) => reachTokenIn(path) !== undefined)).toBe(true);
  });
});

async function withMethods(host: string) {
  const opened = await openNode(host);
  await opened.want([host]);
  return {
    certificates: opened.certificates,
    store: opened.store,
    fingerprints: () => opened.fingerprints([host]),
  };
}

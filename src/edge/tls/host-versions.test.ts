/** The lowest version of TLS, of the installation and of one host. Source: docs/reference/tls.md ("Of one host"). */
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { TestAuthority } from '../../../test/support/certificates.ts';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import {
  get,
  openSecureEdge,
  type SecureEdge,
  servedFor,
  shakeHands,
  talkOver,
} from '../../../test/support/secure-edge.ts';
import type { DomainTls } from '../../core/route.ts';

const authority = new TestAuthority();
afterAll(() => authority[Symbol.dispose]());
const hosts = ['a.example', 'b.example', 'c.example'];
const { certificate, certificates } = servedFor(authority, hosts);
const only12 = { maxVersion: 'TLSv1.2' } as const;
const refused = /protocol version|alert number 70/;

/** `a.example` takes 1.3 only, `b.example` is as the installation has it, and `c.example` is a redirect. */
function openEdge(tlsMinVersion: '1.2' | '1.3' = '1.2'): Promise<SecureEdge> {
  return openSecureEdge({
    rules: { 'c.example': {}, 'a.example': { matchPath: '/old' } },
    domains: { 'a.example': domainAt({}, { tls: { minVersion: '1.3' } }), 'b.example': domainAt({}) },
    certificates,
    tlsMinVersion,
  });
}

function change(edge: SecureEdge, tls: DomainTls | undefined): void {
  const patch = {
    fromRevision: edge.table.revision,
    toRevision: edge.table.revision + 1,
    mark: '',
    hosts: [{ host: 'b.example', redirect: null, domain: domainAt({}, tls && { tls }) }],
  };
  edge.table.apply(patch);
  edge.plane.changed(patch);
}

describe('a host that takes TLS 1.3 only', () => {
  it('refuses 1.2 in the handshake, while others take it', async () => {
    const edge = await openEdge();
    await expect(shakeHands(edge.port, 'a.example', only12)).rejects.toThrow(refused);
    expect((await shakeHands(edge.port, 'a.example')).getProtocol()).toBe('TLSv1.3');
    for (const host of ['b.example', 'c.example'])
      expect((await shakeHands(edge.port, host, only12)).getProtocol()).toBe('TLSv1.2');
  });

  it('sends requests over 1.2 connections that were made for other hosts elsewhere', async () => {
    const edge = await openEdge();
    const old = await shakeHands(edge.port, 'c.example', only12);
    expect(await talkOver(old, get('a.example', '/old'))).toMatch(/^HTTP\/1\.1 421 /);
    expect(edge.records).toMatchObject([{ status: 421, failure: 'misdirected' }]);
    const newer = await shakeHands(edge.port, 'c.example');
    expect(await talkOver(newer, get('a.example', '/old'))).toMatch(/^HTTP\/1\.1 301 /);
  });

  it('resumes no session of 1.2 from before, and ends the use of connections', async () => {
    const edge = await openEdge();
    const before = await shakeHands(edge.port, 'b.example', only12);
    const session = before.getSession();
    const living = await shakeHands(edge.port, 'b.example', only12);
    change(edge, { minVersion: '1.3' });
    expect(await talkOver(living, get('b.example'))).toMatch(/^HTTP\/1\.1 421 /);
    if (!session) throw new Error('there is no session');
    await expect(shakeHands(edge.port, 'b.example', { ...only12, session })).rejects.toThrow(refused);
    const renewed = await shakeHands(edge.port, 'b.example', { session });
    expect([renewed.getProtocol(), renewed.isSessionReused()]).toEqual(['TLSv1.3', false]);
    change(edge, undefined);
    expect((await shakeHands(edge.port, 'b.example', only12)).getProtocol()).toBe('TLSv1.2');
  });
});

describe('an installation that takes TLS 1.3 only', () => {
  it('takes no other on any host, nor from clients that name none', async () => {
    const edge = await openEdge('1.3');
    for (const host of [...hosts, ''])
      await expect(shakeHands(edge.port, host, only12)).rejects.toThrow(refused);
    const socket = await shakeHands(edge.port, 'c.example');
    expect(await talkOver(socket, get('c.example'))).toMatch(/^HTTP\/1\.1 301 /);
  });

  it('lets authorities of certificates choose', async () => {
    const edge = await openSecureEdge({
      rules: { 'c.example': {} },
      tlsMinVersion: '1.3',
      challenges: {
        keyAuthorizationFor: async () => '',
        challengeCertificateFor: async () => certificate,
      },
    });
    const socket = await shakeHands(edge.port, 'c.example', { ...only12, ALPNProtocols: ['acme-tls/1'] });
    expect([socket.getProtocol(), socket.alpnProtocol]).toEqual(['TLSv1.2', 'acme-tls/1']);
    await once(socket.resume(), 'close');
  });
});

/** Hosts below a wildcard domain at the edge. Source: docs/reference/domains.md ("Wildcards"). */
import { afterAll, describe, expect, it } from 'vitest';
import { TestAuthority } from '../../test/support/certificates.ts';
import { plainRule, sourceOf } from '../../test/support/composed-edge.ts';
import { domainAt } from '../../test/support/proxied-domain.ts';
import { talk } from '../../test/support/raw-http.ts';
import {
  accountUuid,
  get,
  openSecureEdge,
  type SecureEdge,
  served,
  shakeHands,
  talkOver,
} from '../../test/support/secure-edge.ts';
import type { HostRoutes } from '../core/route.ts';
import { RoutingTable } from './routing-table.ts';

const wild = domainAt({}, { uuid: 'wild' });
const own = domainAt({}, { uuid: 'own' });

async function tableWith(domains: Parameters<typeof sourceOf>[2], redirects = {}): Promise<RoutingTable> {
  const table = new RoutingTable();
  await table.load(sourceOf(redirects, 1, domains));
  return table;
}

const domainHost = (table: RoutingTable, host: string) => table.domainOf(host)?.host;

describe('a wildcard in the routing table', () => {
  it('has the hosts with one label in place of the asterisk', async () => {
    const table = await tableWith({ '*.example.com': wild });
    expect(table.domainOf('a.example.com')).toEqual({ route: wild, host: '*.example.com' });
    expect(domainHost(table, 'www.example.com')).toBe('*.example.com');
    for (const host of [
      'example.com',
      'a.b.example.com',
      'a.example.org',
      'anexample.com',
      'com',
      'localhost',
      '',
    ])
      expect(table.domainOf(host)).toBeUndefined();
    expect(table.has('a.example.com')).toBe(true);
    expect(table.size).toBe(1);
  });

  it('leaves hosts alone that something else is served on', async () => {
    const domains = {
      '*.example.com': wild,
      'own.example.com': own,
      'example.com': { ...own, redirectToWww: true },
      '*.b.example.com': own,
    };
    const table = await tableWith(domains, { 'r.example.com': {} });
    expect(table.domainOf('own.example.com')).toEqual({ route: own, host: 'own.example.com' });
    expect(domainHost(table, 'www.example.com')).toBe('example.com');
    expect(domainHost(table, 'a.b.example.com')).toBe('*.b.example.com');
    expect(table.domainOf('r.example.com')).toBeUndefined();
    expect(table.certifiedHostOf('own.example.com')).toBe('own.example.com');
    expect(table.certifiedHostOf('www.example.com')).toBe('www.example.com');
    expect(table.certifiedHostOf('r.example.com')).toBe('r.example.com');
    expect(table.certifiedHostOf('a.example.com')).toBe('*.example.com');
    expect(table.certifiedHostOf('nobody.example')).toBe('nobody.example');
  });

  it('comes, changes and goes with patches', async () => {
    const table = await tableWith({ 'own.example.com': own });
    const patch = (hosts: readonly HostRoutes[]) =>
      table.apply({ fromRevision: table.revision, toRevision: table.revision + 1, mark: '', hosts });
    const at = (host: string, domain: HostRoutes['domain']) => ({ host, redirect: null, domain });
    patch([at('*.example.com', wild)]);
    expect(domainHost(table, 'a.example.com')).toBe('*.example.com');
    patch([{ host: 'a.example.com', redirect: plainRule, domain: null }]);
    expect(domainHost(table, 'a.example.com')).toBeUndefined();
    patch([at('a.example.com', null), at('own.example.com', null)]);
    expect(domainHost(table, 'a.example.com')).toBe('*.example.com');
    expect(domainHost(table, 'own.example.com')).toBe('*.example.com');
    patch([at('*.example.com', { ...wild, uuid: 'changed' })]);
    expect(table.domainOf('a.example.com')?.route.uuid).toBe('changed');
    patch([at('*.example.com', null)]);
    expect(table.has('a.example.com')).toBe(false);
    await table.load(sourceOf({}, 9, { '*.example.org': wild }));
    expect([table.has('a.example.com'), table.has('a.example.org')]).toEqual([false, true]);
  });

  it('is in the checksums of the routes', async () => {
    const with_ = await tableWith({ '*.example.com': wild });
    const without = await tableWith({});
    expect(await with_.sums()).not.toEqual(await without.sums());
  });
});

describe('TLS for hosts below a wildcard', () => {
  const authority = new TestAuthority();
  afterAll(() => authority[Symbol.dispose]());
  const certificate = served(authority.issue('DNS:*.example.com'));
  const ofOwn = served(authority.issue('DNS:own.example.com'));

  const open = () =>
    openSecureEdge({
      domains: { '*.example.com': wild, 'own.example.com': own, 'other.example.com': own },
      certificates: {
        '*.example.com': [certificate],
        'own.example.com': [ofOwn],
        'other.example.com': [
          served(authority.issue('DNS:other.example.com'), `${accountUuid.slice(0, -1)}b`),
        ],
      },
    });
  const shownFor = async (edge: SecureEdge, name: string) =>
    (await shakeHands(edge.port, name)).getPeerX509Certificate()?.fingerprint256;

  it('shows all of them its certificate, found once, and others their own', async () => {
    const edge = await open();
    for (const name of ['a.example.com', 'b.example.com', 'B.example.com.'])
      expect(await shownFor(edge, name)).toBe(certificate.fingerprint);
    expect(edge.requests).toEqual([{ kind: 'certificates', host: '*.example.com' }]);
    expect(await shownFor(edge, 'own.example.com')).toBe(ofOwn.fingerprint);
    for (const name of ['example.com', 'a.b.example.com', 'a.example.org'])
      await expect(shakeHands(edge.port, name)).rejects.toThrow(/unrecognized name|alert number 112/);
  });

  it('shows a new certificate once the wildcard’s has changed', async () => {
    const edge = await open();
    await shownFor(edge, 'a.example.com');
    const renewed = served(authority.issue('DNS:*.example.com'));
    edge.certificates.set('*.example.com', [renewed]);
    edge.plane.changed({
      hosts: [],
      certificateNames: ['*.example.com'],
      fromRevision: 1,
      toRevision: 2,
      mark: '',
    });
    expect(await shownFor(edge, 'a.example.com')).toBe(renewed.fingerprint);
  });

  it('answers for the others of the account on one connection, and for none of another account', async () => {
    const edge = await open();
    const status = async (host: string) => {
      const answer = await talkOver(await shakeHands(edge.port, 'a.example.com'), get(host));
      return answer.split(' ')[1];
    };
    // No upstream is there.
    expect(await status('a.example.com')).toBe('502');
    expect(await status('b.example.com')).toBe('502');
    expect(await status('own.example.com')).toBe('502');
    expect(await status('other.example.com')).toBe('421');
    expect(await status('a.b.example.com')).toBe('421');
    expect(await status('example.com')).toBe('421');
  });

  it('leads clear text to HTTPS', async () => {
    const edge = await open();
    const answer = await talk(edge.httpPort, get('c.example.com', '/x'));
    expect(answer).toContain(`Location: https://c.example.com/x\r\n`);
    expect(edge.requests).toEqual([{ kind: 'certificates', host: '*.example.com' }]);
  });
});

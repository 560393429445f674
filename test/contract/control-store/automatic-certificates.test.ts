/** What every control store must do with orders of automatic certificates. Source: docs/reference/acme.md. */

import { expect, onTestFinished, test } from 'vitest';
import { checkUpload } from '../../../src/certificates/check-upload.ts';
import { ControlDatabase } from '../../../src/control/database.ts';
import { ControlStore } from '../../../src/control/store.ts';
import { renewalDueAt } from '../../../src/core/renewal-time.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import type { HostCertificateQuery } from '../../../src/features/automatic-certificates/certificate-list.ts';
import { AutomaticCertificateList } from '../../../src/features/automatic-certificates/certificate-list.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { KeyRotation } from '../../../src/features/secret-key/key-rotation.ts';
import { newSecretKey } from '../../../src/secrets/secret-key.ts';
import { makeCertificate } from '../../support/certificate-maker.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { ecKey, openCertificates } from './automatic-certificate-store.ts';
import { redirectOf, takeOrders } from './stores.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

function listOf(
  store: ControlStore,
  clock: { readonly time: number },
  accountUuid: string,
  query: Partial<HostCertificateQuery> = {},
) {
  const sort = { field: 'host', direction: 'asc' } as const;
  return new AutomaticCertificateList(store).list(
    { accountUuid, sort, limit: 10, offset: 0, ...query },
    clock.time,
  );
}

onEachControlStore('automatic certificates', (newLocation) => {
  const open = () => openCertificates(newLocation);

  test('takes up a domain whose records were found, and its www. host, once', async () => {
    const { addDomain, verify, take } = await open();
    const domain = await addDomain('shop.example.com', true);
    expect(await take()).toEqual([]);
    await verify(domain, false);
    expect(await take()).toEqual([]);
    await verify(domain);
    const taken = await take();
    expect(taken.map(({ host }) => host).toSorted()).toEqual(['shop.example.com', 'www.shop.example.com']);
    expect(taken[0]).toMatchObject({
      failures: 0,
      current: null,
      isAskedFor: false,
      isServed: true,
      coveredUntil: null,
    });
    await verify(domain);
    expect(await take()).toEqual([]);
  });

  test('takes up hosts of handshakes that somebody serves, and no others', async () => {
    const { store, accountUuid, addDomain, takeOne, take } = await open();
    await addDomain('w.example.com', true);
    await addDomain('plain.example.com');
    await new Redirects(store).create(accountUuid, redirectOf('old.example.com', { active: false }));
    for (const host of ['nobody.example.com', 'www.plain.example.com', 'www.example.com', 'example.com'])
      expect(await new AutomaticCertificates(store).want(host)).toBe(false);
    expect(await take()).toEqual([]);
    for (const host of ['old.example.com', 'www.w.example.com', 'plain.example.com']) {
      expect(await new AutomaticCertificates(store).want(host)).toBe(true);
      expect(await new AutomaticCertificates(store).want(host)).toBe(false);
      expect((await takeOne()).host).toBe(host);
    }
  });

  test('gives a host to one node at a time, until the lease is over', async () => {
    const { clock, openStore, store, accountUuid, take, certificateFor } = await open();
    const other = await openStore();
    for (let i = 0; i < 20; i++) {
      await new Redirects(store).create(accountUuid, redirectOf(`r${i}.example.com`));
      await new AutomaticCertificates(store).want(`r${i}.example.com`);
    }
    const both = await Promise.all(
      [store, other, store, other].map((each) => takeOrders(each, clock.time, minuteMs, 7)),
    );
    const hosts = both.flat().map(({ host }) => host);
    expect(new Set(hosts).size).toBe(hosts.length);
    expect(hosts.length + (await take()).length).toBe(20);
    const [first] = both.flat();
    if (!first) throw new Error('nothing was taken');
    expect(await new AutomaticCertificates(store).extend(first, clock.time + 2 * minuteMs)).toBe(true);
    clock.time += minuteMs;
    const again = await take();
    expect(again).toHaveLength(19);
    const lost = both.flat().find(({ host }) => host !== first.host);
    if (!lost) throw new Error('one was taken only');
    expect(await new AutomaticCertificates(store).extend(lost, clock.time + minuteMs)).toBe(false);
    await new AutomaticCertificates(store).fail(lost, {
      failures: 9,
      nextAttemptAt: 0,
      reason: 'late',
      code: 'authority_refused' as const,
      askedAt: null,
    });
    expect(await new AutomaticCertificates(store).complete(lost, certificateFor(lost.host), 0)).toBe(false);
    expect(await store.certificates.findForHost(lost.host)).toEqual([]);
    const [held] = again;
    if (!held) throw new Error('nothing was taken');
    await new AutomaticCertificates(store).release(held);
    expect((await take()).map(({ host }) => host)).toEqual([held.host]);
  });

  test('gives each account as many as its share, and those of none as the installation’s', async () => {
    const { clock, store, accountUuid } = await open();
    const { uuid: other } = await new Accounts(store).create('Other');
    const hosts = ['a.example.com', 'b.example.com', 'c.example.com'];
    for (const host of hosts) await new Redirects(store).create(accountUuid, redirectOf(host));
    await new Redirects(store).create(other, redirectOf('shop.example.org'));
    for (const host of [...hosts, 'edge.example.net']) {
      await new AutomaticCertificates(store).want(host);
      clock.time += 1;
    }
    const due = async () => new Set(await new AutomaticCertificates(store).accountsDue(clock.time));
    expect(await due()).toEqual(new Set([accountUuid, '']));
    await new AutomaticCertificates(store).wantNow('shop.example.org');
    expect(await due()).toEqual(new Set([accountUuid, other, '']));
    const shares = new Map([accountUuid, other, ''].map((account) => [account, 2]));
    const taken = await new AutomaticCertificates(store).takeDue(clock.time, minuteMs, shares);
    const byHost = Object.fromEntries(taken.map(({ host, accountUuid: account }) => [host, account]));
    expect(byHost).toEqual({
      'a.example.com': accountUuid,
      'b.example.com': accountUuid,
      'shop.example.org': other,
      'edge.example.net': '',
    });
    expect(await due()).toEqual(new Set([accountUuid]));
  });

  test('serves what was issued, tells who has to know, and renews it when that is due', async () => {
    const { clock, store, accountUuid, addDomain, verify, certificateFor, take, takeOne } = await open();
    const domain = await addDomain('shop.example.com');
    await verify(domain);
    const taken = await takeOne();
    const before = await store.routing.position();
    const certificate = certificateFor('shop.example.com');
    const renewAt = clock.time + 60 * dayMs;
    expect(await new AutomaticCertificates(store).complete(taken, certificate, renewAt)).toBe(true);
    expect(await store.routing.changesAfter(before, 10)).toMatchObject({
      certificateNames: ['shop.example.com'],
    });
    expect(await store.certificates.findForHost('shop.example.com')).toEqual([
      {
        fingerprint: certificate.fingerprint,
        certificatePem: certificate.chainPem,
        privateKeyPem: certificate.privateKeyPem,
        notBeforeMs: certificate.notBefore,
        expiresAtMs: certificate.expiresAt,
        sans: ['shop.example.com'],
        accountUuid,
      },
    ]);
    const coverage = await store.certificates.findCoverage(accountUuid, [
      'shop.example.com',
      'x.example.com',
    ]);
    const { issuer, expiresAt } = certificate;
    expect(Object.fromEntries(coverage)).toEqual({
      'shop.example.com': { issuer, expiresAt, lastError: null },
    });
    expect(await new AutomaticCertificateList(store).totals(clock.time)).toEqual({
      byState: { valid: 1, expired: 0, missing: 0, failing: 0 },
      soonestEnd: expiresAt,
    });
    expect(await take()).toEqual([]);
    clock.time = renewAt;
    const renewal = await takeOne();
    const { chainPem, fingerprint, notBefore } = certificate;
    expect(renewal).toMatchObject({
      failures: 0,
      current: { chainPem, fingerprint, notBefore, expiresAt },
      isAskedFor: false,
    });
    const renewed = certificateFor('shop.example.com');
    expect(await new AutomaticCertificates(store).complete(renewal, renewed, clock.time + dayMs)).toBe(true);
    const [served] = await store.certificates.findForHost('shop.example.com');
    expect(served?.fingerprint).toBe(renewed.fingerprint);
  });

  test('serves at once what an authority issues whose clock is ahead of ours', async () => {
    const { clock, store, addDomain, verify, takeOne } = await open();
    const domain = await addDomain('shop.example.com');
    await verify(domain);
    const made = makeCertificate({
      key: ecKey,
      sans: [domain.host],
      notBefore: new Date(clock.time + 5 * minuteMs),
      notAfter: new Date(clock.time + 90 * dayMs),
    });
    const check = checkUpload(made.pem, made.keyPem, clock.time);
    if (!check.ok) throw new Error(check.reason);
    await new AutomaticCertificates(store).complete(await takeOne(), check.certificate, clock.time + dayMs);
    expect(await store.certificates.findForHost(domain.host)).toMatchObject([
      { fingerprint: check.certificate.fingerprint, notBeforeMs: clock.time },
    ]);
  });

  test('keeps the certificate, and the reason, when a renewal fails', async () => {
    const { clock, store, accountUuid, addDomain, verify, certificateFor, takeOne, take } = await open();
    const domain = await addDomain('shop.example.com');
    await verify(domain);
    const certificate = certificateFor('shop.example.com', 30);
    await new AutomaticCertificates(store).complete(await takeOne(), certificate, clock.time + dayMs);
    clock.time += dayMs;
    const failure = {
      failures: 1,
      nextAttemptAt: clock.time + minuteMs,
      reason: 'no way',
      code: 'authority_refused' as const,
      askedAt: clock.time,
    };
    await new AutomaticCertificates(store).fail(await takeOne(), failure);
    const { issuer, expiresAt } = certificate;
    const covered = async () =>
      (await store.certificates.findCoverage(accountUuid, [domain.host])).get(domain.host);
    expect(await covered()).toEqual({ issuer, expiresAt, lastError: 'no way' });
    expect(await take()).toEqual([]);
    clock.time = expiresAt;
    expect(await covered()).toEqual({ issuer: null, expiresAt: null, lastError: 'no way' });
    expect(await store.certificates.findForHost(domain.host)).toEqual([]);
    expect((await listOf(store, clock, accountUuid)).certificates).toMatchObject([
      {
        host: domain.host,
        state: 'expired',
        issuer,
        expiresAt,
        nextAttemptAt: failure.nextAttemptAt,
        lastError: 'no way',
        directoryUrl: null,
      },
    ]);
  });

  test('waits after a failure, whoever shakes hands, but not when the records are found anew', async () => {
    const { clock, store, addDomain, verify, takeOne, take } = await open();
    const domain = await addDomain('shop.example.com');
    await verify(domain);
    const failed = {
      failures: 7,
      nextAttemptAt: clock.time + 6 * 60 * minuteMs,
      reason: 'caa',
      code: 'authority_refused' as const,
    };
    await new AutomaticCertificates(store).fail(await takeOne(), { ...failed, askedAt: clock.time });
    expect(await new AutomaticCertificates(store).want(domain.host)).toBe(false);
    await verify(domain);
    expect(await take()).toEqual([]);
    clock.time += 15 * minuteMs;
    await new AutomaticCertificates(store).fail(await takeOne(), { ...failed, askedAt: null });
    await verify(domain);
    expect((await takeOne()).failures).toBe(7);
    expect(await new AutomaticCertificates(store).wantNow(domain.host)).toBe(true);
    expect(await new AutomaticCertificates(store).wantNow('nobody.example.com')).toBe(false);
    const list = await listOf(store, clock, domain.accountUuid);
    expect(list.certificates[0]?.nextAttemptAt).toBeGreaterThan(0);
    clock.time += minuteMs;
    expect(await takeOne()).toMatchObject({ failures: 0, isAskedFor: true });
  });

  test('lists every claimed host of an account, with the state of its certificate', async () => {
    const { clock, store, accountUuid, addDomain, verify, takeOne, certificateFor } = await open();
    const { uuid: other } = await new Accounts(store).create('Other');
    await new Redirects(store).create(other, redirectOf('other.example.org'));
    await verify(await addDomain('a.example.com'));
    const certificate = certificateFor('a.example.com');
    await new AutomaticCertificates(store).complete(
      await takeOne(),
      certificate,
      clock.time + dayMs,
      'https://ca.test/dir',
    );
    await verify(await addDomain('b.example.com'));
    const failure = {
      failures: 1,
      nextAttemptAt: clock.time + minuteMs,
      reason: 'no way',
      code: 'authority_refused' as const,
      askedAt: clock.time,
    };
    await new AutomaticCertificates(store).fail(await takeOne(), failure);
    await verify(await addDomain('c.example.com'));
    await new Redirects(store).create(accountUuid, redirectOf('d.example.com'));
    const states = async (query: Partial<HostCertificateQuery> = {}, account = accountUuid) =>
      (await listOf(store, clock, account, query)).certificates.map(({ host, state }) => `${host} ${state}`);
    const all = [
      'a.example.com valid',
      'b.example.com failing',
      'c.example.com waiting',
      'd.example.com missing',
    ];
    expect(await states()).toEqual(all);
    expect(await states({}, other)).toEqual(['other.example.org missing']);
    expect(await states({ state: 'failing' })).toEqual([all[1]]);
    expect(await states({ host: 'd.example.com' })).toEqual([all[3]]);
    expect(await states({ host: 'other.example.org' })).toEqual([]);
    expect(await listOf(store, clock, accountUuid, { limit: 1, offset: 9 })).toEqual({
      certificates: [],
      count: 4,
    });
    const byTime = { field: 'next_attempt_at', direction: 'asc' } as const;
    expect(await states({ sort: byTime })).toEqual([all[2], all[1], all[0], all[3]]);
    const byEnd = { field: 'expires_at', direction: 'desc' } as const;
    expect((await states({ sort: byEnd })).at(-1)).toBe(all[0]);
    const [valid, failing] = (await listOf(store, clock, accountUuid)).certificates;
    const unrehearsed = { state: 'unknown', reason: null, causeCode: null, checkedAt: null };
    expect(valid).toMatchObject({
      issuer: certificate.issuer,
      expiresAt: certificate.expiresAt,
      directoryUrl: 'https://ca.test/dir',
      lastError: null,
      renewal: unrehearsed,
    });
    expect(valid?.renewal?.dueAt).toBe(
      renewalDueAt({ ...certificate, notBefore: Math.min(certificate.notBefore, clock.time) }),
    );
    expect(failing).toMatchObject({ lastError: 'no way', renewal: null, expiresAt: null });
  });

  test('orders for an account on its own hosts, but not soon after a refusal', async () => {
    const { clock, store, accountUuid, addDomain, verify, takeOne } = await open();
    const { uuid: other } = await new Accounts(store).create('Other');
    const domain = await addDomain('shop.example.com');
    const order = (account = accountUuid, mayRepeat = false) =>
      new AutomaticCertificates(store).order(account, domain.host, mayRepeat);
    expect(await order(other)).toBeUndefined();
    await verify(domain);
    const failure = {
      failures: 1,
      nextAttemptAt: clock.time + 60 * minuteMs,
      reason: 'no way',
      code: 'authority_refused' as const,
    };
    // The authority wasn't asked: there is nothing that it could mind.
    await new AutomaticCertificates(store).fail(await takeOne(), { ...failure, askedAt: null });
    expect(await order()).toEqual({ isOrdered: true, at: clock.time });
    await new AutomaticCertificates(store).fail(await takeOne(), { ...failure, askedAt: clock.time });
    const failedAt = clock.time;
    clock.time += 14 * minuteMs;
    expect(await order()).toEqual({ isOrdered: false, at: failedAt + 15 * minuteMs });
    expect(await order(accountUuid, true)).toMatchObject({ isOrdered: true });
    await new AutomaticCertificates(store).fail(await takeOne(), { ...failure, askedAt: failedAt });
    clock.time += minuteMs;
    expect(await order()).toMatchObject({ isOrdered: true });
    expect(await takeOne()).toMatchObject({ failures: 0, isAskedFor: true });
  });

  test('tells which hosts fail, and which are left lying', async () => {
    const { clock, store, accountUuid, takeOne } = await open();
    const list = new AutomaticCertificateList(store);
    for (const host of ['a.example.com', 'b.example.com'])
      await new Redirects(store).create(accountUuid, redirectOf(host));
    await new AutomaticCertificates(store).want('a.example.com');
    const failure = { failures: 2, reason: 'caa', code: 'authority_refused' as const, askedAt: clock.time };
    await new AutomaticCertificates(store).fail(await takeOne(), {
      ...failure,
      nextAttemptAt: clock.time + 3 * minuteMs,
    });
    expect(await list.failing(10)).toMatchObject([{ host: 'a.example.com', failures: 2, lastError: 'caa' }]);
    await new AutomaticCertificates(store).want('b.example.com');
    expect(await list.overdue(clock.time, 10)).toEqual([]);
    clock.time += 2 * minuteMs;
    expect(await list.overdue(clock.time - minuteMs, 10)).toMatchObject([{ host: 'b.example.com' }]);
    await takeOne();
    expect(await list.overdue(clock.time - minuteMs, 10)).toEqual([]);
    // The lease of a process that ended is over.
    clock.time += 20 * minuteMs;
    expect((await list.overdue(clock.time - minuteMs, 10)).map(({ host }) => host)).toEqual([
      'b.example.com',
      'a.example.com',
    ]);
  });

  test('keeps private keys sealed, rotates them, and starts anew when they are lost', async () => {
    const { clock, location, store, addDomain, verify, certificateFor, takeOne } = await open();
    const domain = await addDomain('shop.example.com');
    await verify(domain);
    const certificate = certificateFor(domain.host);
    await new AutomaticCertificates(store).complete(await takeOne(), certificate, clock.time + dayMs);
    const account = await store.acmeAccounts.findOrMake('https://ca.example/dir', '', () => 'account key');
    await using database = await ControlDatabase.open(location);
    const { queries } = database;
    const sealed = async () => [
      await queries
        .selectFrom('automatic_certificate_keys')
        .select(['sealed_key', 'key_id'])
        .executeTakeFirst(),
      await queries.selectFrom('acme_accounts').select(['sealed_key', 'key_id']).executeTakeFirst(),
    ];
    const before = JSON.stringify(await sealed());
    expect(before).not.toContain(certificate.privateKeyPem.split('\n')[1]);
    expect(before).not.toContain('account key');

    const other = newSecretKey();
    const lost = await ControlStore.open(location, clock, { kind: 'given', keys: other });
    onTestFinished(() => lost[Symbol.asyncDispose]());
    await expect(lost.secretKeys.prepare()).rejects.toThrow(
      'the private keys of 1 certificates and the tokens of 1 upstreams are encrypted',
    );
    await expect(lost.certificates.findForHost(domain.host)).rejects.toThrow('does not have the secret key');
    await new KeyRotation(lost).discardLost();
    await lost.secretKeys.prepare();
    expect(await lost.certificates.findForHost(domain.host)).toEqual([]);
    const again = await lost.acmeAccounts.findOrMake('https://ca.example/dir', '', () => 'another key');
    expect(again.id).not.toBe(account.id);
    const [due] = await takeOrders(lost, clock.time, minuteMs);
    expect(due).toMatchObject({ host: domain.host, current: null, isAskedFor: true });
  });

  test('rotates the secret key of automatic certificates and accounts', async () => {
    const { clock, location, keys, store, addDomain, verify, certificateFor, takeOne } = await open();
    const domain = await addDomain('shop.example.com');
    await verify(domain);
    const certificate = certificateFor(domain.host);
    await new AutomaticCertificates(store).complete(await takeOne(), certificate, clock.time + dayMs);
    await store.acmeAccounts.findOrMake('https://ca.example/dir', '', () => 'account key');
    const next = newSecretKey();
    const rotating = await ControlStore.open(location, clock, { kind: 'given', keys: `${next},${keys}` });
    onTestFinished(() => rotating[Symbol.asyncDispose]());
    // With the token of the upstream.
    expect((await new KeyRotation(rotating).run()).rotated).toBe(3);
    const rotated = await ControlStore.open(location, clock, { kind: 'given', keys: next });
    onTestFinished(() => rotated[Symbol.asyncDispose]());
    expect(await rotated.secretKeys.prepare()).toEqual([]);
    const [served] = await rotated.certificates.findForHost(domain.host);
    expect(served?.privateKeyPem).toBe(certificate.privateKeyPem);
    const account = await rotated.acmeAccounts.findOrMake('https://ca.example/dir', '', () => 'never');
    expect(account.privateKeyPem).toBe('account key');
  });

  test('has one account with each authority and external account, over all nodes', async () => {
    const { openStore, store } = await open();
    const other = await openStore();
    let made = 0;
    const find = (each: ControlStore, directory: string, external = '') =>
      each.acmeAccounts.findOrMake(directory, external, () => `key ${++made}`);
    const found = await Promise.all(
      [store, other, store, other].map((each) => find(each, 'https://ca.example/')),
    );
    expect(new Set(found.map(({ id, privateKeyPem }) => `${id} ${privateKeyPem}`)).size).toBe(1);
    expect(found[0]?.url).toBeNull();
    expect((await find(store, 'https://ca.example/', 'kid-1')).id).not.toBe(found[0]?.id);
    expect((await find(store, 'https://staging.ca.example/')).id).not.toBe(found[0]?.id);
    await store.acmeAccounts.setUrl(found[0]?.id ?? '', 'https://ca.example/acct/1');
    expect((await find(other, 'https://ca.example/')).url).toBe('https://ca.example/acct/1');
  });

  test('shows challenges until they are removed or too old', async () => {
    const { clock, openStore, store } = await open();
    const other = await openStore();
    const challenges = store.acmeChallenges;
    const http = {
      host: 'a.example.com',
      token: 't',
      method: 'http-01',
      keyAuthorization: 't.x',
      dnsLabel: null,
    } as const;
    const alpn = { ...http, method: 'tls-alpn-01' } as const;
    await challenges.put(http, clock.time + minuteMs);
    expect(await other.acmeChallenges.find('a.example.com', 't', clock.time)).toBe('t.x');
    expect(await challenges.find('b.example.com', 't', clock.time)).toBeUndefined();
    expect(await challenges.findForTls('a.example.com', clock.time)).toBeUndefined();
    await challenges.put(alpn, clock.time + minuteMs);
    expect(await challenges.find('a.example.com', 't', clock.time)).toBeUndefined();
    expect(await other.acmeChallenges.findForTls('a.example.com', clock.time)).toEqual(alpn);
    await challenges.remove(alpn);
    expect(await challenges.findForTls('a.example.com', clock.time)).toBeUndefined();
    await challenges.put(http, clock.time + minuteMs);
    expect(await challenges.find('a.example.com', 't', clock.time + minuteMs)).toBeUndefined();
    await challenges.removeExpired(clock.time + minuteMs);
    expect(await challenges.find('a.example.com', 't', clock.time)).toBeUndefined();
  });

  test('lists the challenges through DNS of all nodes, and no others', async () => {
    const { clock, openStore, store } = await open();
    const other = await openStore();
    const challenge = {
      host: 'a.example.com',
      token: 't',
      method: 'dns-01',
      keyAuthorization: 't.x',
    } as const;
    const first = { ...challenge, dnsLabel: 'label' };
    const second = { ...first, token: 'u', keyAuthorization: 'u.x' };
    const overHttp = { ...challenge, token: 'v', method: 'http-01', dnsLabel: null } as const;
    for (const each of [first, second, overHttp]) await store.acmeChallenges.put(each, clock.time + minuteMs);
    const found = await other.acmeChallenges.findForDns(clock.time);
    expect(found.toSorted((a, b) => a.keyAuthorization.localeCompare(b.keyAuthorization))).toEqual([
      { label: 'label', keyAuthorization: 't.x' },
      { label: 'label', keyAuthorization: 'u.x' },
    ]);
    expect(await store.acmeChallenges.find('a.example.com', 't', clock.time)).toBeUndefined();
    // The token of an authorization whose other method is tried next.
    await store.acmeChallenges.put(
      { ...overHttp, token: 'u', keyAuthorization: 'u.x' },
      clock.time + minuteMs,
    );
    expect(await other.acmeChallenges.findForDns(clock.time)).toHaveLength(1);
    expect(await other.acmeChallenges.findForDns(clock.time + minuteMs)).toEqual([]);
    await store.acmeChallenges.remove(first);
    expect(await other.acmeChallenges.findForDns(clock.time)).toEqual([]);
  });

  test('reserves no more orders a week than there are, over all nodes', async () => {
    const { clock, openStore, store } = await open();
    const other = await openStore();
    let directoryUrl = 'https://a.example/dir';
    const reserve = (each: ControlStore, domain = 'example.com') =>
      each.acmeOrders.reserve(domain, `x.${domain}`, clock.time, 5, directoryUrl);
    const all = await Promise.all(Array.from({ length: 12 }, (_, i) => reserve(i % 2 === 0 ? store : other)));
    const reserved = all.flatMap((each) => ('id' in each ? [each.id] : []));
    expect(reserved).toHaveLength(5);
    expect(all.find((each) => 'freeAt' in each)).toEqual({ freeAt: clock.time + 7 * dayMs });
    expect(await reserve(store, 'example.org')).toHaveProperty('id');
    // Another authority counts for itself.
    directoryUrl = 'https://b.example/dir';
    expect(await reserve(store)).toHaveProperty('id');
    directoryUrl = 'https://a.example/dir';
    expect(await reserve(store)).toHaveProperty('freeAt');
    await store.acmeOrders.release(reserved[0] ?? '');
    clock.time += dayMs;
    expect(await reserve(other)).toHaveProperty('id');
    expect(await reserve(other)).toEqual({ freeAt: clock.time + 6 * dayMs });
    clock.time += 6 * dayMs;
    for (let i = 0; i < 4; i++) expect(await reserve(store)).toHaveProperty('id');
    expect(await reserve(store)).toEqual({ freeAt: clock.time + dayMs });
  });
});

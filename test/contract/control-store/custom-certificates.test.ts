/** What every control store must do with custom certificates. Source: docs/reference/certificates.md. */

import { expect, onTestFinished, test } from 'vitest';
import { type CheckedCertificate, checkUpload } from '../../../src/certificates/check-upload.ts';
import { ControlDatabase } from '../../../src/control/database.ts';
import { ControlStore } from '../../../src/control/store.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { CertificateExpiry } from '../../../src/features/custom-certificates/certificate-expiry.ts';
import { CustomCertificates } from '../../../src/features/custom-certificates/custom-certificate-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { newSecretKey } from '../../../src/secrets/secret-key.ts';
import { CertificateWatch } from '../../../src/service/certificate-watch.ts';
import {
  type CertificateRequest,
  makeCertificate,
  newEcKey,
  newRsaKey,
} from '../../support/certificate-maker.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { domainOf, positionAt, redirectOf, TestClock, upstreamOf } from './stores.ts';

const dayMs = 86_400_000;
const ecKey = newEcKey();
const rsaKey = newRsaKey();

onEachControlStore('custom certificates', (newLocation) => {
  async function open() {
    const location = await newLocation('tables');
    const clock = new TestClock();
    const store = await ControlStore.open(location, clock, { kind: 'given', keys: newSecretKey() });
    onTestFinished(() => store[Symbol.asyncDispose]());
    expect(await store.secretKeys.prepare()).toEqual([]);
    const { uuid: accountUuid } = await new Accounts(store).create('Acme');
    const upload = (request: CertificateRequest & { readonly days?: number } = {}): CheckedCertificate => {
      const { days = 90, ...others } = request;
      const made = makeCertificate({
        key: ecKey,
        notBefore: new Date(clock.time - dayMs),
        notAfter: new Date(clock.time + days * dayMs),
        ...others,
      });
      const check = checkUpload(made.pem, made.keyPem, clock.time);
      if (!check.ok) throw new Error(check.reason);
      return check.certificate;
    };
    const add = (request?: Parameters<typeof upload>[0], owner = accountUuid) =>
      new CustomCertificates(store).create(owner, upload(request));
    return { location, store, accountUuid, clock, upload, add };
  }

  test('stores a certificate, and its key where no list gets to', async () => {
    const { location, store, accountUuid, clock, upload } = await open();
    const checked = upload({ sans: ['b.example.com', '*.example.com'] });
    const created = await new CustomCertificates(store).create(accountUuid, checked);
    const { keyType, names, chainPem, privateKeyPem, ...fields } = checked;
    expect(created).toEqual({ ...fields, uuid: created.uuid, accountUuid, createdAt: clock.time });
    expect(await new CustomCertificates(store).find(accountUuid, created.uuid)).toEqual(created);
    expect(await new CustomCertificates(store).find(newUuid(), created.uuid)).toBeUndefined();
    expect(await new CustomCertificates(store).find(accountUuid, newUuid())).toBeUndefined();

    await using database = await ControlDatabase.open(location);
    const key = await database.queries.selectFrom('certificate_keys').selectAll().executeTakeFirstOrThrow();
    const secret = privateKeyPem.split('\n')[1] ?? '';
    expect(key.chain_pem).toBe(chainPem);
    expect(Buffer.from(key.sealed_key, 'base64').toString('latin1')).not.toContain(secret);
    const rows = await database.queries.selectFrom('custom_certificates').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect([keyType, names]).toEqual(['ecdsa', ['b.example.com', '*.example.com']]);
  });

  test('lists those of an account, newest first, with the count of all', async () => {
    const { store, accountUuid, clock, add } = await open();
    const other = await new Accounts(store).create('Other');
    await add({}, other.uuid);
    const uuids: string[] = [];
    for (let index = 0; index < 3; index++) {
      uuids.unshift((await add()).uuid);
      clock.time += index === 0 ? 0 : 1;
    }
    const page = async (offset: number) => {
      const { certificates, count } = await new CustomCertificates(store).list(accountUuid, {
        limit: 2,
        offset,
      });
      expect(count).toBe(3);
      return certificates.map(({ uuid }) => uuid);
    };
    expect([await page(0), await page(2), await page(4)]).toEqual([uuids.slice(0, 2), uuids.slice(2), []]);
  });

  test('takes a certificate once an account, however many store it together', async () => {
    const { store, accountUuid, upload } = await open();
    const checked = upload();
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => new CustomCertificates(store).create(accountUuid, checked)),
    );
    const stored = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(stored).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ code: 'certificate_taken' });
        expect(String(result.reason)).toContain(stored[0]?.uuid);
      }
    }
    const other = await new Accounts(store).create('Other');
    await new CustomCertificates(store).create(other.uuid, checked);
    await new CustomCertificates(store).delete(accountUuid, stored[0]?.uuid ?? '');
    await new CustomCertificates(store).create(accountUuid, checked);
  });

  test('tells the edge which names other certificates may be there for', async () => {
    const { store, accountUuid, add } = await open();
    const position = await store.routing.position();
    const before = position.revision;
    const sans = ['A.example.com', '*.example.com'];
    const { uuid } = await add({ sans });
    const names = sans.map((name) => name.toLowerCase()).toSorted();
    const changes = await store.routing.changesAfter(position, 10);
    expect(changes).toMatchObject({ fromRevision: before, toRevision: before + 2, hosts: [] });
    expect(changes === 'gone' ? [] : changes.certificateNames?.toSorted()).toEqual(names);
    expect(await new CustomCertificates(store).delete(newUuid(), uuid)).toBeUndefined();
    expect(await store.routing.currentRevision()).toBe(before + 2);
    expect(await new CustomCertificates(store).delete(accountUuid, uuid)).toMatchObject({ uuid, sans });
    const after = await store.routing.changesAfter(await positionAt(store, before + 2), 10);
    expect(after === 'gone' ? [] : after.certificateNames?.toSorted()).toEqual(names);
    expect(await new CustomCertificates(store).delete(accountUuid, uuid)).toBeUndefined();
  });

  test('leaves no trace of a deleted certificate', async () => {
    const { location, store, accountUuid, add } = await open();
    const { uuid } = await add();
    await new CustomCertificates(store).delete(accountUuid, uuid);
    await using database = await ControlDatabase.open(location);
    for (const table of ['custom_certificates', 'certificate_keys', 'certificate_names'] as const) {
      expect(await database.queries.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  test('serves a host by its name before a wildcard, and of each kind of key what lasts longest', async () => {
    const { store, accountUuid, clock, add } = await open();
    await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    const found = async (host = 'a.example.com') =>
      (await store.certificates.findForHost(host)).map(({ fingerprint }) => fingerprint);
    expect(await found()).toEqual([]);

    const wildcard = await add({ sans: ['*.example.com'], days: 400 });
    expect(await found()).toEqual([wildcard.fingerprint]);
    const exact = await add({ sans: ['x.example.org', 'A.Example.com'], days: 10 });
    expect(await found()).toEqual([exact.fingerprint]);
    const longer = await add({ sans: ['a.example.com'], days: 20 });
    await add({ sans: ['a.example.com'], days: 15 });
    expect(await found()).toEqual([longer.fingerprint]);
    const rsa = await add({ sans: ['a.example.com'], key: rsaKey, days: 5 });
    expect((await found()).toSorted()).toEqual([longer.fingerprint, rsa.fingerprint].toSorted());

    clock.time += 6 * dayMs;
    expect(await found()).toEqual([longer.fingerprint]);
    clock.time += 20 * dayMs;
    expect(await found()).toEqual([wildcard.fingerprint]);
    const later = new Date(clock.time + dayMs);
    const next = await add({ sans: ['a.example.com'], notBefore: later });
    expect(await found()).toEqual([wildcard.fingerprint]);
    clock.time = later.getTime();
    expect(await found()).toEqual([next.fingerprint]);
    clock.time += 500 * dayMs;
    expect(await found()).toEqual([]);
  });

  test('hands out what TLS needs', async () => {
    const { store, accountUuid, upload } = await open();
    await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    const checked = upload({ sans: ['A.example.com', '*.example.net', '*.com'] });
    await new CustomCertificates(store).create(accountUuid, checked);
    expect(await store.certificates.findForHost('a.example.com')).toEqual([
      {
        fingerprint: checked.fingerprint,
        certificatePem: checked.chainPem,
        privateKeyPem: checked.privateKeyPem,
        notBeforeMs: checked.notBefore,
        expiresAtMs: checked.expiresAt,
        sans: ['a.example.com', '*.example.net'],
        accountUuid,
      },
    ]);
  });

  test('a wildcard is for one label, and never for the name above', async () => {
    const { store, accountUuid, add } = await open();
    const hosts = ['example.com', 'a.example.com', 'b.a.example.com'];
    await new Redirects(store).createMany(
      accountUuid,
      hosts.map((host) => redirectOf(host)),
    );
    await add({ sans: ['*.example.com'] });
    const counts = await Promise.all(
      hosts.map(async (host) => (await store.certificates.findForHost(host)).length),
    );
    expect(counts).toEqual([0, 1, 0]);
  });

  test('serves the hosts of the own account only', async () => {
    const { store, accountUuid, add } = await open();
    const other = await new Accounts(store).create('Other');
    const upstream = await new Upstreams(store).create(other.uuid, upstreamOf('u.example.net'));
    const sans = ['shop.example.com', 'www.shop.example.com', 'old.example.com'];
    const mine = await add({ sans, days: 400 });
    const theirs = await add({ sans, days: 30 }, other.uuid);
    const found = async (host: string) =>
      (await store.certificates.findForHost(host)).map(({ accountUuid: owner }) => owner);
    for (const host of sans) expect(await found(host)).toEqual([]);
    const domain = await new CustomDomains(store).create(
      other.uuid,
      upstream.uuid,
      domainOf('shop.example.com'),
    );
    await new Redirects(store).create(accountUuid, redirectOf('old.example.com', { active: false }));
    expect(await found('shop.example.com')).toEqual([theirs.accountUuid]);
    expect(await found('www.shop.example.com')).toEqual([]);
    expect(await found('old.example.com')).toEqual([mine.accountUuid]);
    await new CustomDomains(store).update(other.uuid, upstream.uuid, domain?.uuid ?? '', (current) => ({
      ...current,
      redirectToWww: true,
    }));
    expect(await found('www.shop.example.com')).toEqual([theirs.accountUuid]);
    await new CustomDomains(store).delete(other.uuid, upstream.uuid, domain?.uuid ?? '');
    expect(await found('shop.example.com')).toEqual([]);
  });

  test('tells what covers the hosts of an account', async () => {
    const { store, accountUuid, clock, add } = await open();
    const other = await new Accounts(store).create('Other');
    const wildcard = await add({ sans: ['*.example.com'], days: 400 });
    const exact = await add({ sans: ['a.example.com'], days: 10 });
    await add({ sans: ['c.example.org'] }, other.uuid);
    await add({ sans: ['d.example.org'], notBefore: new Date(clock.time + dayMs) });
    const hosts = ['a.example.com', 'b.example.com', 'c.example.org', 'd.example.org', 'example.com'];
    await new Redirects(store).createMany(
      accountUuid,
      hosts.map((host) => redirectOf(host)),
    );
    expect(Object.fromEntries(await store.certificates.findCoverage(accountUuid, hosts))).toEqual({
      'a.example.com': { issuer: exact.issuer, expiresAt: exact.expiresAt, lastError: null },
      'b.example.com': { issuer: wildcard.issuer, expiresAt: wildcard.expiresAt, lastError: null },
    });
    expect(await store.certificates.findCoverage(accountUuid, [])).toEqual(new Map());
  });

  test('tells of an end that nobody prevented, once for each number of days and over all machines', async () => {
    const { location, store, accountUuid, clock, add } = await open();
    const second = await ControlStore.open(location, clock);
    onTestFinished(() => second[Symbol.asyncDispose]());
    const lines: string[] = [];
    const log = (level: string) => (fields: { certificate_uuid: string }, text: string) =>
      void lines.push(`${level} ${fields.certificate_uuid} ${text}`);
    const logger = { warn: log('warn'), error: log('error') };
    const watches = [store, second].map(
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the watch uses these two of a logger
      (each) => new CertificateWatch(new CertificateExpiry(each), clock, logger as never),
    );
    const told = async (): Promise<string[]> => {
      await Promise.all(watches.map((watch) => watch.check()));
      return lines.splice(0);
    };
    const forgotten = await add({ sans: ['a.example.com', 'b.example.com'], days: 20 });
    const replaced = await add({ sans: ['c.example.com'], days: 20 });
    await add(
      { sans: ['*.example.com'], days: 15, key: rsaKey },
      (await new Accounts(store).create('Other')).uuid,
    );
    await add({ sans: ['c.example.com', 'a.example.com'], days: 900 });
    expect(await told()).toEqual([]);
    clock.time += 7 * dayMs;
    expect((await told()).filter((line) => line.includes(forgotten.uuid))).toEqual([
      `warn ${forgotten.uuid} a custom certificate expires within 14 days and was not replaced`,
    ]);
    expect(await told()).toEqual([]);
    expect(await watches[0]?.totals()).toMatchObject({
      byState: { valid: 1, expiring: 3, expired: 0, not_yet_valid: 0 },
      secondsToSoonestEnd: 8 * 86_400,
    });
    clock.time += 10 * dayMs;
    expect((await told()).filter((line) => line.includes(forgotten.uuid))).toEqual([
      `warn ${forgotten.uuid} a custom certificate expires within 3 days and was not replaced`,
    ]);
    clock.time += 10 * dayMs;
    const last = await told();
    expect(last.some((line) => line.startsWith(`error ${forgotten.uuid}`))).toBe(true);
    expect(last.some((line) => line.includes(replaced.uuid))).toBe(false);
    expect(await told()).toEqual([]);
    // A wildcard that lasts longer replaces a name too.
    const one = await add({ sans: ['z.example.com'], days: 5 });
    await add({ sans: ['*.example.com'], days: 30 });
    expect((await told()).some((line) => line.includes(one.uuid))).toBe(false);
    expect(await new CustomCertificates(store).delete(accountUuid, one.uuid)).toBeDefined();
  });

  test('remembers whose chain ends early', async () => {
    const { store, clock, add } = await open();
    await add();
    const { uuid, missingIssuer } = await add({
      issuer: makeCertificate({ subject: [[['2.5.4.3', 'CA']]], isCa: true }),
    });
    expect(missingIssuer).toBe('CN=CA');
    const found = await new CertificateExpiry(store).withMissingIssuer(clock.time, 10);
    expect(found.map((certificate) => certificate.uuid)).toEqual([uuid]);
  });
});

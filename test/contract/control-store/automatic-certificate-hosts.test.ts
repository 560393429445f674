/** Who has the certificate of a host, and who gets it next. Source: docs/reference/acme.md. */

import { expect, test } from 'vitest';
import { ControlDatabase } from '../../../src/control/database.ts';
import { challengeLabel } from '../../../src/core/challenge-label.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { AutomaticCertificateList } from '../../../src/features/automatic-certificates/certificate-list.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import { CustomCertificates } from '../../../src/features/custom-certificates/custom-certificate-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { openCertificates } from './automatic-certificate-store.ts';
import { domainOf, redirectOf, takeOrders, upstreamOf } from './stores.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

onEachControlStore('hosts of automatic certificates', (newLocation) => {
  const open = () => openCertificates(newLocation);

  test('lets a custom certificate win, which needs no order', async () => {
    const { clock, store, accountUuid, addDomain, verify, certificateFor, take, takeOne } = await open();
    const domain = await addDomain('shop.example.com');
    await verify(domain);
    await new AutomaticCertificates(store).complete(
      await takeOne(),
      certificateFor(domain.host),
      clock.time + dayMs,
    );
    const custom = certificateFor('*.example.com', 50);
    const created = await new CustomCertificates(store).create(accountUuid, custom);
    const served = async () => (await store.certificates.findForHost(domain.host))[0]?.fingerprint;
    expect(await served()).toBe(custom.fingerprint);
    clock.time += dayMs;
    const taken = await takeOne();
    expect(taken.coveredUntil).toBe(custom.expiresAt);
    await new AutomaticCertificates(store).putOff(taken, clock.time + dayMs, null);
    await new CustomCertificates(store).delete(accountUuid, created.uuid);
    expect(await served()).not.toBe(custom.fingerprint);
    // Of another account it changes nothing.
    const other = await new Accounts(store).create('Other');
    await new CustomCertificates(store).create(other.uuid, certificateFor(domain.host));
    clock.time += dayMs;
    expect(await take()).toMatchObject([{ coveredUntil: null }]);
  });

  test('shows a wildcard’s certificate for hosts of its account that have none of their own', async () => {
    const { clock, store, accountUuid, addDomain, certificateFor } = await open();
    const { upstreamUuid } = await addDomain('elsewhere.example');
    const wildcard = domainOf('*.example.com', { challengeType: 'dns01' });
    await new CustomDomains(store).create(accountUuid, upstreamUuid, wildcard);
    await new Redirects(store).create(accountUuid, redirectOf('go.example.com'));
    await new AutomaticCertificates(store).wantNow('*.example.com');
    const [taken] = await takeOrders(store, clock.time, minuteMs);
    expect(taken).toMatchObject({
      host: '*.example.com',
      isServed: true,
      coveredUntil: null,
      dnsLabel: challengeLabel(accountUuid, 'example.com'),
    });
    if (!taken) throw new Error('it was not due');
    const certificate = certificateFor('*.example.com');
    await new AutomaticCertificates(store).complete(taken, certificate, clock.time + dayMs);
    const shownFor = async (host: string) => (await store.certificates.findForHost(host))[0]?.fingerprint;
    expect(await shownFor('*.example.com')).toBe(certificate.fingerprint);
    expect(await shownFor('go.example.com')).toBe(certificate.fingerprint);
    // Workers ask for the wildcard instead.
    expect(await shownFor('a.example.com')).toBeUndefined();
    expect(await shownFor('a.go.example.com')).toBeUndefined();
    const coverage = await store.certificates.findCoverage(accountUuid, ['*.example.com', 'go.example.com']);
    expect([...coverage].map(([host, { expiresAt }]) => [host, expiresAt])).toEqual([
      ['*.example.com', certificate.expiresAt],
      ['go.example.com', certificate.expiresAt],
    ]);
    await new AutomaticCertificates(store).wantNow('go.example.com');
    const [own] = await takeOrders(store, clock.time, minuteMs);
    if (!own) throw new Error('it was not due');
    const ownCertificate = certificateFor('go.example.com');
    await new AutomaticCertificates(store).complete(own, ownCertificate, clock.time + dayMs);
    expect(await shownFor('go.example.com')).toBe(ownCertificate.fingerprint);
  });

  test('deletes the certificate and key of a host in the write that releases it', async () => {
    const { clock, location, store, accountUuid, addDomain, verify, certificateFor, take, takeOne } =
      await open();
    const domain = await addDomain('shop.example.com');
    await verify(domain);
    await new AutomaticCertificates(store).complete(
      await takeOne(),
      certificateFor(domain.host),
      clock.time + dayMs,
    );
    const kept = await addDomain('kept.example.com', true);
    await verify(kept);
    for (const taken of await take())
      await new AutomaticCertificates(store).complete(taken, certificateFor(taken.host), clock.time + dayMs);
    await using database = await ControlDatabase.open(location);
    const keys = async () =>
      (await database.queries.selectFrom('automatic_certificate_keys').select('host').execute())
        .map(({ host }) => host)
        .toSorted();
    expect(await keys()).toEqual(['kept.example.com', 'shop.example.com', 'www.kept.example.com']);
    await new CustomDomains(store).delete(accountUuid, domain.upstreamUuid, domain.uuid);
    expect(await keys()).toEqual(['kept.example.com', 'www.kept.example.com']);
    expect(await store.certificates.findForHost(domain.host)).toEqual([]);
    await new CustomDomains(store).update(accountUuid, kept.upstreamUuid, kept.uuid, (current) => ({
      ...current,
      redirectToWww: false,
    }));
    expect(await keys()).toEqual(['kept.example.com']);
    clock.time += dayMs;
    const taken = await takeOne();
    await new Upstreams(store).delete(accountUuid, kept.upstreamUuid);
    expect(await keys()).toEqual([]);
    expect(
      await new AutomaticCertificates(store).complete(taken, certificateFor(taken.host), clock.time),
    ).toBe(false);
    clock.time += dayMs;
    expect(await take()).toEqual([]);
  });

  test('keeps the certificate of a host while something of its account is left on it', async () => {
    const { clock, store, accountUuid, addDomain, verify, certificateFor, takeOne } = await open();
    const domain = await addDomain('shop.example.com');
    await verify(domain);
    const certificate = certificateFor(domain.host);
    await new AutomaticCertificates(store).complete(await takeOne(), certificate, clock.time + dayMs);
    const redirect = await new Redirects(store).create(
      accountUuid,
      redirectOf(domain.host, { active: false }),
    );
    await new CustomDomains(store).delete(accountUuid, domain.upstreamUuid, domain.uuid);
    expect(await store.certificates.findForHost(domain.host)).toMatchObject([
      { fingerprint: certificate.fingerprint, accountUuid },
    ]);
    await new Redirects(store).delete(accountUuid, redirect.uuid);
    expect(await store.certificates.findForHost(domain.host)).toEqual([]);
    expect(await new AutomaticCertificateList(store).find(domain.host)).toBeUndefined();
  });

  test('orders for a domain that is validated through DNS once its challenges lead here, wherever its visitors go', async () => {
    const { clock, accountUuid, addDomain, verify, take, store } = await open();
    const domain = await addDomain('shop.example.com', true, 'dns01');
    await verify(domain, true, []);
    expect(await take()).toEqual([]);
    await verify(domain, false, ['www.shop.example.com']);
    expect(await take()).toMatchObject([
      { host: 'www.shop.example.com', dnsLabel: challengeLabel(accountUuid, 'www.shop.example.com') },
    ]);
    await verify(domain, false, ['shop.example.com', 'www.shop.example.com']);
    expect(await take()).toMatchObject([
      { host: 'shop.example.com', dnsLabel: challengeLabel(accountUuid, 'shop.example.com') },
    ]);
    // A redirect on the host changes nothing, a domain of its own decides.
    await new Redirects(store).create(accountUuid, redirectOf('shop.example.com'));
    await new CustomDomains(store).create(accountUuid, domain.upstreamUuid, domainOf('www.shop.example.com'));
    clock.time += 2 * minuteMs;
    const labels = new Map((await take()).map(({ host, dnsLabel }) => [host, dnsLabel]));
    expect(labels.get('shop.example.com')).toBe(challengeLabel(accountUuid, 'shop.example.com'));
    expect(labels.get('www.shop.example.com')).toBeNull();
  });

  test('lets the next account with a host inherit no key, no challenge and no order under way', async () => {
    const { clock, store, accountUuid, addDomain, verify, certificateFor, take, takeOne } = await open();
    const domain = await addDomain('shop.example.com');
    await verify(domain);
    const first = certificateFor(domain.host);
    await new AutomaticCertificates(store).complete(await takeOne(), first, clock.time + dayMs);
    clock.time += dayMs;
    const order = await takeOne();
    const challenge = {
      host: domain.host,
      token: 't',
      method: 'http-01',
      keyAuthorization: 't.x',
      dnsLabel: null,
    } as const;
    await store.acmeChallenges.put(challenge, clock.time + minuteMs);

    await new CustomDomains(store).delete(accountUuid, domain.upstreamUuid, domain.uuid);
    const { uuid: strangerUuid } = await new Accounts(store).create('Stranger');
    const theirs = await new Upstreams(store).create(strangerUuid, upstreamOf('theirs.example.net'));
    const next = await new CustomDomains(store).create(strangerUuid, theirs.uuid, domainOf(domain.host));
    if (!next) throw new Error('no domain');
    await verify(next, true, [], true);

    expect(await store.acmeChallenges.find(domain.host, 't', clock.time)).toBeUndefined();
    expect(await new AutomaticCertificates(store).extend(order, clock.time + minuteMs)).toBe(false);
    const second = certificateFor(domain.host);
    expect(await new AutomaticCertificates(store).complete(order, second, clock.time + dayMs)).toBe(false);
    expect(await store.certificates.findForHost(domain.host)).toEqual([]);
    expect(await store.certificates.findCoverage(strangerUuid, [domain.host])).toEqual(new Map());
    const own = certificateFor(domain.host);
    const [taken] = await take();
    if (!taken) throw new Error('nothing is due');
    expect(taken.current).toBeNull();
    expect(await new AutomaticCertificates(store).complete(taken, own, clock.time + dayMs)).toBe(true);
    expect(await store.certificates.findForHost(domain.host)).toMatchObject([
      { fingerprint: own.fingerprint, accountUuid: strangerUuid },
    ]);
  });

  test('lets nobody inherit the certificate of a former name of the edge', async () => {
    const { clock, store, accountUuid, certificateFor, takeOne } = await open();
    const host = 'edge.example.net';
    await new AutomaticCertificates(store).want(host);
    await new AutomaticCertificates(store).complete(
      await takeOne(),
      certificateFor(host),
      clock.time + dayMs,
    );
    await new Redirects(store).create(accountUuid, redirectOf(host));
    expect(await store.certificates.findForHost(host)).toEqual([]);
  });

  test('has one for the public name of the edge, which nobody serves', async () => {
    const { clock, store, certificateFor, takeOne } = await open();
    const host = 'edge.example.net';
    expect(await new AutomaticCertificates(store).want(host)).toBe(true);
    const taken = await takeOne();
    expect(taken).toMatchObject({ host, isServed: true, coveredUntil: null, current: null });
    const certificate = certificateFor(host);
    expect(await new AutomaticCertificates(store).complete(taken, certificate, clock.time + dayMs)).toBe(
      true,
    );
    const [served] = await store.certificates.findForHost(host);
    expect(served).toMatchObject({ fingerprint: certificate.fingerprint, accountUuid: '' });
    expect(await new AutomaticCertificates(store).want(host)).toBe(false);
    expect(await new AutomaticCertificateList(store).find(host)).toMatchObject({
      expiresAt: certificate.expiresAt,
    });
    expect(await new AutomaticCertificates(store).wantNow(host)).toBe(true);
    await new AutomaticCertificates(store).release(await takeOne());
  });
});

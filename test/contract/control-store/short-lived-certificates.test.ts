/** Certificates that are valid for six days, through three lifetimes. Source: docs/reference/acme.md ("Renewal", "The order budget"). */
import { expect, onTestFinished, test } from 'vitest';
import { ControlDatabase } from '../../../src/control/database.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { FakeAuthority } from '../../support/fake-authority.ts';
import { profile, shortLivedIssuer } from '../../support/short-lived.ts';
import { openCertificates } from './automatic-certificate-store.ts';
import { redirectOf } from './stores.ts';

const hourMs = 3_600_000;
const lifetimeMs = 6 * 24 * hourMs;
const hosts = 8;
const perPeriod = 4;

onEachControlStore('certificates of six days', (newLocation) => {
  test('are never renewed late, within a budget of less orders than there are hosts', async () => {
    const { store, clock, location, accountUuid } = await openCertificates(newLocation);
    const authority = await FakeAuthority.start();
    onTestFinished(() => authority[Symbol.asyncDispose]());
    authority.now = () => clock.time;
    authority.profiles = { [profile]: lifetimeMs };
    authority.suggestsByLifetime = true;
    authority.checksReplaced = true;
    authority.hasChallenges = true;
    // The authority counts as we do: it refuses what is beyond that.
    authority.limit = { orders: perPeriod, everyMs: (3 * hourMs) / perPeriod };
    await using issuer = shortLivedIssuer(store, authority.directoryUrl, clock, perPeriod);
    const certificates = new AutomaticCertificates(store);
    for (let i = 0; i < hosts; i++) {
      await new Redirects(store).create(accountUuid, redirectOf(`h${i}.example.com`));
      await certificates.want(`h${i}.example.com`);
    }
    await using database = await ControlDatabase.open(location, 1);
    const start = clock.time;
    const issuedAfter: number[] = [];
    for (; clock.time < start + 3 * lifetimeMs; clock.time += 3 * hourMs) {
      await issuer.runDue();
      issuedAfter.push(authority.issued);
      const rows = await database.queries
        .selectFrom('automatic_certificates')
        .select(['host', 'expires_at', 'last_error'])
        .execute();
      for (const { host, expires_at, last_error } of rows) {
        if (expires_at === null) expect(clock.time - start).toBeLessThan(4 * hourMs);
        // Half of it is left, but for the time between two looks here.
        else expect([host, expires_at - clock.time > lifetimeMs / 2 - 4 * hourMs]).toEqual([host, true]);
        expect(last_error).toBeNull();
      }
    }
    expect(issuedAfter.slice(0, 2)).toEqual([perPeriod, hosts]);
    const orders = authority.replaced;
    // Each renewal says what it replaces, so the budget is spent by first orders alone.
    expect(orders.filter((replaced) => replaced === undefined)).toHaveLength(hosts);
    expect(orders.length).toBe(authority.issued);
    expect(authority.issued).toBeGreaterThanOrEqual(6 * hosts);
    expect(authority.issued).toBeLessThan(8 * hosts);
    expect(new Set(authority.ordered.map((each) => each.profile))).toEqual(new Set([profile]));
  });
});

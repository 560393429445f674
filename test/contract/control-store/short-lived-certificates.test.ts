/** Certificates that are valid for six days, through three lifetimes. Source: docs/reference/acme.md ("Renewal", "The order budget"). */
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ControlDatabase } from '../../../src/control/database.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { FakeAuthority } from '../../support/fake-authority.ts';
import { passLifetimes } from '../../support/lifetimes.ts';
import { profile, shortLivedIssuer } from '../../support/short-lived.ts';
import { openCertificates } from './automatic-certificate-store.ts';
import { redirectOf } from './stores.ts';

const hourMs = 3_600_000;
const lifetimeMs = 6 * 24 * hourMs;
/** bench/lifetimes.ts has 10,000. */
const hosts = 40;
/** More than there are places. */
const few = 10;
const perPeriod = 30;

onEachControlStore('certificates of six days', (newLocation) => {
  test('are looked at as soon as they are issued, once, and kept for six hours', async () => {
    const { store, clock, accountUuid } = await openCertificates(newLocation);
    const authority = await FakeAuthority.start();
    onTestFinished(() => authority[Symbol.asyncDispose]());
    authority.now = () => clock.time;
    authority.profiles = { [profile]: lifetimeMs };
    // Long ago: followed at once, each certificate would be replaced again and again.
    authority.renewal = { start: clock.time - 2 * hourMs, end: clock.time - hourMs };
    await using issuer = shortLivedIssuer(store, authority.directoryUrl, clock, 0);
    for (let i = 0; i < few; i++) {
      await new Redirects(store).create(accountUuid, redirectOf(`h${i}.example.com`));
      await new AutomaticCertificates(store).want(`h${i}.example.com`);
    }
    const looked = () => authority.requests.filter((path) => path.startsWith('renewal/'));
    await issuer.runDue();
    expect(authority.issued).toBe(few);
    expect(new Set(looked()).size).toBe(few);
    const { rows } = await sql<{ renew_at: number | string }>`
      select renew_at from automatic_certificates`.execute(store.database.queries);
    expect(new Set(rows.map(({ renew_at }) => Number(renew_at)))).toEqual(new Set([clock.time + 6 * hourMs]));
    clock.time += hourMs - 1;
    await issuer.runDue();
    expect(looked()).toHaveLength(few);
    clock.time += 5 * hourMs + 1;
    await issuer.runDue();
    expect(authority.issued).toBe(2 * few);
  });

  test('are never renewed late, within a budget of less orders than there are hosts', async () => {
    const { store, clock, location, accountUuid } = await openCertificates(newLocation);
    const authority = await FakeAuthority.start();
    onTestFinished(() => authority[Symbol.asyncDispose]());
    authority.now = () => clock.time;
    authority.profiles = { [profile]: lifetimeMs };
    authority.suggestsByLifetime = true;
    authority.suggestsEverySeconds = 86_400;
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
    const problems = await passLifetimes({
      database,
      issuer,
      moveTo: (time) => {
        clock.time = time;
      },
      seen: () => ({ issued: [...authority.issuedById.values()], orders: authority.ordered.length }),
      hosts,
      perPeriod,
      lifetimeMs,
      startMs: clock.time,
      stepMs: 2 * hourMs,
      endMs: clock.time + 3 * lifetimeMs,
    });
    expect(problems).toEqual([]);
    expect(authority.issued).toBeGreaterThanOrEqual(6 * hosts);
    expect(authority.issued).toBeLessThan(8 * hosts);
  });
});

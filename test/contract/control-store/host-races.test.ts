/**
 * Writers of two accounts race for hosts, on two nodes: no host ever has two owners, and none loses its claim.
 * Source: docs/reference/domains.md.
 */
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ControlDatabase } from '../../../src/control/database.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { runs } from '../../support/runs.ts';
import { type Tenant, tenantsAt } from './tenants.ts';

const pairs = runs(160);
const atOnce = 8;

type Race = {
  readonly what: string;
  /** Answers what the two then do at the same time. */
  prepare(
    ann: Tenant,
    bob: Tenant,
    host: string,
  ): Promise<readonly [() => Promise<unknown>, () => Promise<unknown>]>;
  /** Whether exactly one of the two can succeed; when the first gives the host up, the second may come before or after. */
  readonly isExclusive: boolean;
};

const bare = (host: string) => host.slice('www.'.length);

const races: readonly Race[] = [
  {
    what: 'creating a redirect and creating a domain',
    isExclusive: true,
    prepare: async (ann, bob, host) => [() => ann.redirect(host), () => bob.domain(host)],
  },
  {
    what: 'beginning rules and creating a domain',
    isExclusive: true,
    prepare: async (ann, bob, host) => [() => ann.rules(host), () => bob.domain(host)],
  },
  {
    what: 'deleting the last rule and creating a redirect',
    isExclusive: false,
    prepare: async (ann, bob, host) => {
      await ann.rules(host);
      return [() => ann.rules(host, 0), () => bob.redirect(host)];
    },
  },
  {
    what: 'creating a redirect and creating a domain that redirects there',
    isExclusive: true,
    prepare: async (ann, bob, host) => [() => ann.redirect(host), () => bob.domain(bare(host), true)],
  },
  {
    what: 'moving a redirect and creating a domain',
    isExclusive: true,
    prepare: async (ann, bob, host) => {
      const uuid = await ann.redirect(`from.${host}`);
      return [() => ann.moveRedirect(uuid, host), () => bob.domain(host)];
    },
  },
  {
    what: 'moving a domain and creating a redirect',
    isExclusive: true,
    prepare: async (ann, bob, host) => {
      const uuid = await ann.domain(`from.${host}`);
      return [() => ann.moveDomain(uuid, host), () => bob.redirect(host)];
    },
  },
  {
    what: 'beginning to redirect to www. and creating a domain there',
    isExclusive: true,
    prepare: async (ann, bob, host) => {
      const uuid = await ann.domain(bare(host));
      return [() => ann.setWww(uuid, true), () => bob.domain(host)];
    },
  },
  {
    what: 'creating a wildcard and creating a domain that it covers',
    isExclusive: false,
    prepare: async (ann, bob, host) => [() => ann.domain(`*.${host}`), () => bob.domain(`a.${host}`)],
  },
  {
    what: 'deleting a redirect and creating a domain',
    isExclusive: false,
    prepare: async (ann, bob, host) => {
      const uuid = await ann.redirect(host);
      return [() => ann.deleteRedirect(uuid), () => bob.domain(host)];
    },
  },
  {
    what: 'ending to redirect to www. and creating a redirect there',
    isExclusive: false,
    prepare: async (ann, bob, host) => {
      const uuid = await ann.domain(bare(host), true);
      return [() => ann.setWww(uuid, false), () => bob.redirect(host)];
    },
  },
  {
    what: 'an account that replaces its redirect by a domain, and another that waits for the host',
    isExclusive: false,
    prepare: async (ann, bob, host) => {
      const uuid = await ann.redirect(host);
      const replace = () => Promise.allSettled([ann.deleteRedirect(uuid), ann.domain(host)]);
      return [replace, () => bob.redirect(host)];
    },
  },
];

type Use = { readonly host: string; readonly account_uuid: string };

onEachControlStore('races for hosts', (newLocation) => {
  const { open, openAgain } = tenantsAt(newLocation);

  test(`of ${pairs} pairs no two own one host`, async () => {
    const tenants = await open();
    const [ann, bob] = [tenants.ann, tenants.bob.at(await openAgain(tenants))];
    const database = await ControlDatabase.open(tenants.location);
    onTestFinished(() => database[Symbol.asyncDispose]());

    const run = async (index: number) => {
      const race = races[index % races.length];
      if (!race) throw new Error('no race');
      const round = Math.floor(index / races.length);
      const contenders = round % 2 === 0 ? ([ann, bob] as const) : ([bob, ann] as const);
      const [one, other] = await race.prepare(...contenders, `www.h${index}.example.com`);
      const outcomes = await Promise.allSettled(round % 4 < 2 ? [one(), other()] : [other(), one()]);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          expect(outcome.reason).toMatchObject({ code: expect.stringMatching(/^(?:source_)?host_taken$/) });
      const won = outcomes.filter(({ status }) => status === 'fulfilled').length;
      if (race.isExclusive) expect(`${race.what}: ${won}`).toBe(`${race.what}: 1`);
    };
    for (let start = 0; start < pairs; start += atOnce)
      await Promise.all(Array.from({ length: atOnce }, (_, offset) => run(start + offset)));

    // Each use of a host, and each claim: the accounts have to be the same ones. Domains on a host that the other account gave up
    // wait for a proof.
    const { rows: used } = await sql<Use>`
      select source_host as host, account_uuid from redirects
      union select host, account_uuid from host_rules
      union select host, account_uuid from custom_domains
      union select 'www.' || host, account_uuid from custom_domains where redirect_to_www = 1
      order by host, account_uuid`.execute(database.queries);
    const claims = await database.queries
      .selectFrom('host_claims')
      .select(['host', 'account_uuid'])
      .orderBy('host')
      .execute();
    const { rows: waiting } = await sql<Use>`
      select custom_domains.host, custom_domains.account_uuid from custom_domains
      inner join released_hosts on released_hosts.host = custom_domains.host
      where released_hosts.account_uuid <> custom_domains.account_uuid`.execute(database.queries);
    // So does the later one of a wildcard and a domain that it covers.
    const pairOf = (host: string) => /^(?:a|\*)\.(www\..*)$/.exec(host)?.[1];
    const claimed = claims.flatMap(({ host }) => pairOf(host) ?? []);
    expect(claimed).toEqual([...new Set(claimed)]);
    expect(claimed).toHaveLength(used.filter(({ host }) => pairOf(host)).length / 2);
    const isWaiting = (use: Use) =>
      waiting.some(({ host }) => host === use.host) ||
      (pairOf(use.host) !== undefined && !claims.some(({ host }) => host === use.host));
    expect(used.filter((use) => !isWaiting(use))).toEqual(claims);
    expect(claims.length).toBeGreaterThan(pairs / 2);
  });
});

/** What every control store must do with the rules of hosts. Source: docs/reference/rules.md. */

import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { actingAs } from '../../../src/control/acting.ts';
import { ControlDatabase } from '../../../src/control/database.ts';
import { EdgeStore } from '../../../src/control/edge-store.ts';
import { rulesIn, textOf } from '../../../src/control/rules-text.ts';
import type { ControlStore } from '../../../src/control/store.ts';
import { maxUpstreams } from '../../../src/control/upstream-places.ts';
import type { StoredRules } from '../../../src/core/route.ts';
import { dayMs } from '../../../src/core/time.ts';
import { sumsOf } from '../../../src/edge/route-sums.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { AuditEvents } from '../../../src/features/audit/audit-events.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { entityTagOf, type HostRules, HostRulesStore } from '../../../src/features/rules/host-rules-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import type { BasicAuthUser } from '../../../src/rules/actions/action.ts';
import type { Rule } from '../../../src/rules/rule.ts';
import { hashPassword } from '../../../src/secrets/password-hash.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { testSecretKey } from '../../support/test-secret-key.ts';
import { changedSince, domainOf, storesAt, upstreamOf } from './stores.ts';

const host = 'go.example.com';
const block: Rule = { active: true, if: { path: '/private/*' }, then: { block: {} } };
const redirectTo = (to: string): Rule => ({
  active: true,
  then: { redirect: { to, status: 302, query: true } },
});
const proxyTo = (upstream_uuid: string): Rule => ({
  active: true,
  then: { proxy: { upstream_uuid, host_header: 'upstream' } },
});
const auth = (realm: string, ...users: BasicAuthUser[]): Rule => ({
  active: true,
  then: { basic_auth: { realm, users } },
});
const ann = async (password: string) => ({ name: 'ann', password_hash: await hashPassword(password) });
const withRules = ({ json, ruleCount, ...stored }: HostRules) => {
  const rules = rulesIn(json);
  expect(ruleCount).toBe(rules.length);
  return { ...stored, rules };
};

onEachControlStore('rules of hosts', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  async function open() {
    const opened = await openWithAccount();
    const { store, accountUuid } = opened;
    const replaceAll = async (rules: readonly Rule[], on = host) =>
      await new HostRulesStore(store).replace({
        ...textOf(rules),
        accountUuid,
        host: on,
        isExpected: () => true,
        keptFrom: null,
      });
    const replace = async (rules: readonly Rule[], on = host) => {
      const replaced = await replaceAll(rules, on);
      if (typeof replaced !== 'object') throw new Error('there are no rules now');
      return withRules(replaced);
    };
    return { ...opened, replace, clear: () => replaceAll([]) };
  }

  /** As a worker reads the file that the store is copied to. */
  async function replicaOf(store: ControlStore) {
    const path = join(await tempDir(), 'edge.db');
    const replica = store.replicaAt(path);
    onTestFinished(() => replica[Symbol.asyncDispose]());
    const worker = new EdgeStore({ path, secretKeys: testSecretKey, clock: { now: () => 0 }, ownHost: '' });
    onTestFinished(() => worker[Symbol.asyncDispose]());
    // The request that changed something has the replica follow.
    const actor = { kind: 'token', uuid: 'token-1', name: 'Ann', address: null } as const;
    const follow = () => actingAs(actor, async () => replica.bringTo(await store.routing.position()));
    const read = async (...hosts: string[]): Promise<StoredRules[]> => {
      const found: StoredRules[] = [];
      for await (const rules of worker.rulesOf(hosts, () => true)) found.push(rules);
      return found;
    };
    const expectSame = async () => {
      await worker.readRoutes(async (source) => {
        expect(await sumsOf(source)).toEqual(await sumsOf(store.routing));
      });
    };
    return { follow, read, expectSame };
  }

  test('replaces all of a host at once, and releases the host with the last one', async () => {
    const { store, accountUuid, clock, replace, clear } = await open();
    const { uuid: stranger } = await new Accounts(store).create('Other');
    expect(await new HostRulesStore(store).find(accountUuid, host)).toBeUndefined();
    const made = await replace([block, redirectTo('https://a.example')]);
    expect(made).toMatchObject({ host, version: 1, rules: [block, redirectTo('https://a.example')] });
    const found = await new HostRulesStore(store).find(accountUuid, host);
    expect(found && withRules(found)).toEqual(made);
    await expect(new HostRulesStore(store).find(stranger, host)).rejects.toMatchObject({ code: 'not_found' });
    const taken = {
      ...textOf([block]),
      accountUuid: stranger,
      host,
      isExpected: () => true,
      keptFrom: null,
    };
    await expect(new HostRulesStore(store).replace(taken)).rejects.toMatchObject({
      code: 'host_taken',
      message: expect.stringContaining(`host "${host}" belongs to another account`),
    });

    const changed = await replace([redirectTo('https://b.example')]);
    expect(changed).toEqual({
      ...made,
      rules: [redirectTo('https://b.example')],
      version: 2,
      updatedAt: clock.time + 1,
    });
    const { revision } = await store.routing.position();
    expect(await clear()).toBeUndefined();
    expect(await changedSince(store, revision)).toEqual([{ host, redirect: null, domain: null }]);
    expect(await new HostRulesStore(store).find(accountUuid, host)).toBeUndefined();
    clock.time += 30 * dayMs;
    expect(await new HostRulesStore(store).replace(taken)).toMatchObject({ version: 1 });
    expect(await store.findHostConflicts(10)).toEqual([]);
  });

  test('nothing changes where there are no rules before and after', async () => {
    const { store, clear } = await open();
    const { uuid: stranger } = await new Accounts(store).create('Other');
    const { revision } = await store.routing.position();
    expect(await clear()).toBeUndefined();
    expect((await store.routing.position()).revision).toBe(revision);
    expect(await new HostRulesStore(store).find(stranger, host)).toBeUndefined();
  });

  test('a custom domain keeps the host when the rules have gone', async () => {
    const { store, accountUuid, replace, clear } = await open();
    const { uuid: stranger } = await new Accounts(store).create('Other');
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('up.example.net'));
    await new CustomDomains(store).create(accountUuid, upstream.uuid, domainOf(host));
    await replace([block]);
    await clear();
    await expect(new HostRulesStore(store).find(stranger, host)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of two writers with one entity tag, one is refused', async () => {
    const { location, store, accountUuid, replace } = await open();
    const made = await replace([block]);
    const second = await openStore(location);
    const tag = entityTagOf(made);
    const isExpected = (found: string) => found === tag;
    const outcomes = await Promise.allSettled(
      [store, second].map((node, index) =>
        new HostRulesStore(node).replace({
          accountUuid,
          host,
          ...textOf([redirectTo(`https://${index}.example`)]),
          isExpected,
          keptFrom: null,
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'precondition_failed', status: 412 });
    expect((await new HostRulesStore(store).find(accountUuid, host))?.version).toBe(2);
  });

  test('of two first writers without rules before, one is refused', async () => {
    const { location, store, accountUuid } = await open();
    const second = await openStore(location);
    const tag = entityTagOf(undefined);
    const outcomes = await Promise.allSettled(
      [store, second].map((node) =>
        new HostRulesStore(node).replace({
          accountUuid,
          host,
          ...textOf([block]),
          isExpected: (found: string) => found === tag,
          keptFrom: null,
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('no entity tag comes again when rules are deleted and made again', async () => {
    const { replace, clear } = await open();
    const first = await replace([block]);
    await clear();
    expect(entityTagOf(await replace([block]))).not.toBe(entityTagOf(first));
  });

  test('proxies to upstreams of the account only, which stay while it does', async () => {
    const { store, accountUuid, replace } = await open();
    const { uuid: stranger } = await new Accounts(store).create('Other');
    const own = await new Upstreams(store).create(accountUuid, upstreamOf('up.example.net'));
    const foreign = await new Upstreams(store).create(stranger, upstreamOf('foreign.example.net'));
    await expect(replace([block, proxyTo(own.uuid), proxyTo(foreign.uuid)])).rejects.toMatchObject({
      code: 'rules_invalid',
      message: `rules[2].then.proxy.upstream_uuid is "${foreign.uuid}"; allowed: the uuid of an upstream of the account`,
    });
    const { uuid } = await replace([proxyTo(own.uuid)]);
    const route = {
      uuid: own.uuid,
      accountUuid: own.accountUuid,
      host: 'up.example.net',
      port: 443,
      tls: true,
      authToken: own.authToken,
      maintenance: false,
    };
    const routes = { host, redirect: null, domain: null, rules: { uuid, version: 1, upstreams: [route] } };
    expect(await store.routing.routesAfter('', 10)).toEqual([routes]);
    await expect(new Upstreams(store).delete(accountUuid, own.uuid)).rejects.toMatchObject({
      code: 'upstream_in_use',
    });

    const { revision } = await store.routing.position();
    await new Upstreams(store).update(accountUuid, own.uuid, (current) => ({ ...current, port: 8443 }));
    expect(await changedSince(store, revision)).toEqual([
      { ...routes, rules: { uuid, version: 1, upstreams: [{ ...route, port: 8443 }] } },
    ]);
    await replace([block]);
    expect(await new Upstreams(store).delete(accountUuid, own.uuid)).toMatchObject({ domainsDeleted: 0 });
  });

  test('an upstream is not deleted while rules begin to proxy to it', async () => {
    const { location, store, accountUuid, replace } = await open();
    const second = await openStore(location);
    for (let round = 0; round < 10; round++) {
      const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('up.example.net'));
      const [replaced, deleted] = await Promise.allSettled([
        replace([proxyTo(upstream.uuid)]),
        new Upstreams(second).delete(accountUuid, upstream.uuid),
      ]);
      expect([replaced.status, deleted.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      const failed = [replaced, deleted].find((outcome) => outcome.status === 'rejected');
      expect(['rules_invalid', 'upstream_in_use']).toContain(failed?.reason.code);
    }
  });

  test(`has room for ${maxUpstreams} upstreams`, async () => {
    const { store, accountUuid, replace } = await open();
    const rules: Rule[] = [];
    for (let n = 0; n <= maxUpstreams; n++)
      rules.push(
        proxyTo((await new Upstreams(store).create(accountUuid, upstreamOf('up.example.net'))).uuid),
      );
    await expect(replace(rules)).rejects.toMatchObject({
      code: 'rules_invalid',
      message: expect.stringMatching(/^rules\[100\]\.then\.proxy\.upstream_uuid is one upstream too many/),
    });
    await replace(rules.slice(1));
    const [routes] = await store.routing.routesAfter('', 10);
    expect(routes?.rules?.upstreams).toHaveLength(maxUpstreams);
  });

  test('hashes are kept from the newest rules only', async () => {
    const { store, accountUuid, replace } = await open();
    const hashed = [auth('One', await ann('secret'))];
    const made = await replace(hashed);
    const [rule] = made.rules;
    expect(JSON.stringify(rule)).toMatch(/"password_hash":"scrypt\$/);
    expect(JSON.stringify(rule)).not.toContain('secret');
    const keeping = { ...textOf([block, ...made.rules]), accountUuid, host, isExpected: () => true };
    await replace([block]);
    const { revision } = await store.routing.position();
    expect(await new HostRulesStore(store).replace({ ...keeping, keptFrom: entityTagOf(made) })).toBe(
      'stale',
    );
    expect((await store.routing.position()).revision).toBe(revision);
    const newest = entityTagOf(await new HostRulesStore(store).find(accountUuid, host));
    expect(await new HostRulesStore(store).replace({ ...keeping, keptFrom: newest })).toMatchObject({
      version: 3,
    });
  });

  test('the audit trail has short lists, counts of long ones, and no password', async () => {
    const { store, accountUuid, replace, clear } = await open();
    const actor = { kind: 'token', uuid: 'token-1', name: 'Ann', address: null } as const;
    const long = Array.from({ length: 2_000 }, (_, index) => redirectTo(`https://a.example/${index}`));
    const secret = [auth('One', await ann('secret'))];
    const another = [auth('One', await ann('another'))];
    for (const rules of [secret, another, long]) await actingAs(actor, () => replace(rules));
    await actingAs(actor, () => clear());
    const { events } = await new AuditEvents(store).list({ accountUuid, limit: 10, offset: 0 });
    const shown = [auth('One', { name: 'ann' })];
    expect(events.toReversed()).toMatchObject([
      { action: 'created', resourceName: host, after: { host, version: 1, rules: shown } },
      { action: 'updated', before: { version: 1 }, after: { version: 2, passwords: '[secret]' } },
      { action: 'updated', before: { rules: shown }, after: { rules: { count: 2_000 } } },
      { action: 'deleted', before: { host, version: 3, rules: { count: 2_000 } }, after: null },
    ]);
    expect(JSON.stringify(events)).not.toContain('scrypt');
    expect(JSON.stringify(events).length).toBeLessThan(5_000);
  });

  test('are not served on a host that the account has no claim on', async () => {
    const { location, store, replace } = await open();
    await replace([block]);
    await using database = await ControlDatabase.open(location, 1);
    await database.queries.deleteFrom('host_claims').execute();
    expect(await store.routing.routesAfter('', 10)).toEqual([{ host, redirect: null, domain: null }]);
    expect(await store.findHostConflicts(10)).toMatchObject([{ kind: 'list of rules', host }]);
  });

  test.each([1, 2, 3, 100])('are on pages of %i hosts with what else there is', async (limit) => {
    const { store, accountUuid, replace } = await open();
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('up.example.net'));
    const expected: string[] = [];
    for (const [index, kind] of 'lldblrlbdl'.split('').entries()) {
      const on = `h${index}.example.com`;
      if (kind === 'd' || kind === 'b')
        await new CustomDomains(store).create(accountUuid, upstream.uuid, domainOf(on));
      if (kind === 'l' || kind === 'b') await replace([proxyTo(upstream.uuid)], on);
      if (kind !== 'r') expected.push(`${on} ${kind !== 'l'} ${kind !== 'd'}`);
    }
    const found: string[] = [];
    for (let after = '', isLast = false; !isLast; ) {
      const page = await store.routing.routesAfter(after, limit);
      for (const { host: on, domain, rules } of page)
        found.push(`${on} ${domain !== null} ${rules !== undefined}`);
      after = page.at(-1)?.host ?? '';
      isLast = page.length < limit;
    }
    expect(found).toEqual(expected);
  });

  test('are in the replica, with what they proxy to', async () => {
    const { store, accountUuid, replace, clear } = await open();
    const { follow, read, expectSame } = await replicaOf(store);
    await follow();
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('up.example.net'));
    const made = await replace([proxyTo(upstream.uuid)]);
    const other = await replace([block], 'other.example.com');
    await follow();
    await expectSame();
    const stored = ({ host: of, uuid, version, rules }: ReturnType<typeof withRules>) => {
      const sizeBytes = Buffer.byteLength(JSON.stringify(rules));
      const ruleCount = rules.length;
      const json = Buffer.from(JSON.stringify(rules));
      return { host: of, uuid, accountUuid, version, ruleCount, sizeBytes, rules: json };
    };
    expect(await read(host, 'none.example.com', 'other.example.com')).toEqual(
      expect.arrayContaining([stored(made), stored(other)]),
    );
    const changed = await replace([block, redirectTo('https://é.example/"')]);
    await follow();
    await expectSame();
    expect(await read(host)).toEqual([stored(changed)]);
    await new Upstreams(store).update(accountUuid, upstream.uuid, (current) => ({ ...current, port: 8443 }));
    await clear();
    await follow();
    await expectSame();
    expect(await read(host, 'other.example.com')).toEqual([stored(other)]);
    // Too far behind: everything is copied.
    await replace([proxyTo(upstream.uuid)]);
    await replace([block], 'third.example.com');
    await store.routing.trim(1);
    await follow();
    await expectSame();
    expect(await read(host, 'other.example.com', 'third.example.com')).toHaveLength(3);
  });
});

/** Hosts without a custom domain are checked in the background, and have verdicts by that. Source: docs/reference/findings.md ("Verdicts"). */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { textOf } from '../../src/control/rules-text.ts';
import { AddressPolicy } from '../../src/core/address-policy.ts';
import { reachAnswers, reachTokenIn } from '../../src/core/reach-token.ts';
import { shortLinkRules } from '../../src/demo/clicks.ts';
import { DomainDns } from '../../src/dns/domain-dns.ts';
import { HostChecks } from '../../src/dns/host-checks.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { findingTables } from '../../src/features/attention/finding-rows.ts';
import { Findings } from '../../src/features/attention/findings.ts';
import { HostCheckStore } from '../../src/features/attention/host-check-store.ts';
import { resolveGone } from '../../src/features/attention/resolve-gone.ts';
import { readAttention } from '../../src/features/attention/verdict.ts';
import { AutomaticCertificates } from '../../src/features/automatic-certificates/certificate-store.ts';
import { CustomCertificates } from '../../src/features/custom-certificates/custom-certificate-store.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import { Hosts } from '../../src/features/hosts/host-list.ts';
import { Redirects } from '../../src/features/redirects/redirect-store.ts';
import { HostRulesStore } from '../../src/features/rules/host-rules-store.ts';
import { hostObservations } from '../../src/service/dns-findings.ts';
import { onEachControlStore } from '../support/control-stores.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import { openCertificates } from './control-store/automatic-certificate-store.ts';
import { redirectOf } from './control-store/stores.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const key = Buffer.alloc(32, 7).toString('base64');
const host = 'go.example.com';
/** A loopback address stands for a public one. */
const ours = '127.0.0.1';
const logger = pino({ level: 'silent' });

/** Answers tokens as the edge does, something else, or nothing at all; the port. */
async function startEdge(
  address = ours,
  port = 0,
  says: () => 'token' | 'other' | 'nothing' = () => 'token',
): Promise<number> {
  const server = createServer(({ url = '', headers }, answer) => {
    if (says() === 'nothing') return;
    const token = says() === 'token' ? reachTokenIn(url) : undefined;
    const name = (headers.host ?? '').replace(/:\d+$/, '');
    answer.end(token === undefined ? '' : reachAnswers([key], token, name).join('\n'));
  });
  server.listen(port, address);
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  return typeof bound === 'object' && bound ? bound.port : 0;
}

onEachControlStore('checks of hosts without a custom domain', (newLocation) => {
  /** `timeoutMs`: of what is asked for a token; where nothing is silent, nobody waits so long. */
  async function open(records: readonly string[] = [], timeoutMs = 30_000) {
    const opened = await openCertificates(newLocation);
    const { store, clock, accountUuid, certificateFor } = opened;
    const port = await startEdge();
    const names = await TestDnsServer.start([...records]);
    onTestFinished(() => names[Symbol.asyncDispose]());
    const dns = new DomainDns(new CustomDomains(store), {
      dnsServers: [names.address],
      edge: { publicHostname: undefined, publicAddresses: [ours], zone: undefined },
      clock,
      logger,
      reach: {
        policy: new AddressPolicy(['127.0.0.0/29'], []),
        keys: () => [key],
        ports: { http: port, https: 1 },
        timeoutMs,
      },
    });
    onTestFinished(() => dns[Symbol.asyncDispose]());
    const queue = new HostCheckStore(store);
    const looked: string[] = [];
    const findings = new Findings(store);
    const checks = new HostChecks({
      queue,
      check: (checked, signal) => {
        looked.push(checked.host);
        return dns.checkHost(checked, signal);
      },
      onChecked: (before, after, outcome) =>
        findings.observe(hostObservations(before, after, outcome, clock.now())),
      clock,
      logger,
    });
    onTestFinished(() => checks[Symbol.asyncDispose]());
    const attention = async (of = host) => {
      const [found] = await readAttention(store, accountUuid, [{ host: of }]);
      return [found?.verdict.state, found?.reachable];
    };
    return {
      ...opened,
      names,
      port,
      queue,
      attention,
      /** Kinds and types of subjects of those that are open. */
      open: async () => {
        const rows = await findingTables(store.database.queries)
          .selectFrom('findings')
          .select(['kind', 'subject_type', 'subject_host', 'evidence'])
          .where('resolved_at', 'is', null)
          .orderBy('kind')
          .execute();
        return rows.map(({ kind, subject_type: type, subject_host: of }) => `${kind} ${type} ${of}`);
      },
      addRules: (of: string) =>
        new HostRulesStore(store).replace({
          ...textOf(shortLinkRules('example.com')),
          accountUuid,
          host: of,
          isExpected: () => true,
          keptFrom: null,
        }),
      addRedirect: (of = host) => new Redirects(store).create(accountUuid, redirectOf(of)),
      /** The hosts that it looked at, sorted. */
      check: async () => {
        await queue.enlist();
        await checks.runDue();
        return looked.splice(0).toSorted();
      },
      certify: (name = host, days = 90) =>
        new CustomCertificates(store).create(accountUuid, certificateFor(name, days)),
    };
  }

  test('a redirect whose host is reached and has a certificate is healthy, until nothing looks for 26 hours', async () => {
    const { clock, addRedirect, certify, check, attention } = await open([`${host} A ${ours}`]);
    await addRedirect();
    await certify();
    expect(await attention()).toEqual(['setting_up', null]);
    expect(await check()).toEqual([host]);
    expect(await attention()).toEqual(['healthy', 'direct']);
    clock.time += dayMs - 1;
    expect(await check()).toEqual([]);
    clock.time += 1;
    expect(await check()).toEqual([host]);
    clock.time += 26 * hourMs;
    expect(await attention()).toEqual(['healthy', 'direct']);
    clock.time += 1;
    expect(await attention()).toEqual(['unknown', 'direct']);
    expect(await check()).toEqual([host]);
    expect(await attention()).toEqual(['healthy', 'direct']);
  });

  test('until it is reached and has a certificate it is being set up', async () => {
    const { clock, names, addRedirect, certify, check, attention } = await open();
    await addRedirect();
    expect(await check()).toEqual([host]);
    expect(await attention()).toEqual(['setting_up', 'no']);
    await certify();
    // A certificate is a reason to look again; the next check is two minutes later, as it was missed twice.
    expect(await check()).toEqual([host]);
    expect(await attention()).toEqual(['setting_up', 'no']);
    names.setRecords([`${host} A ${ours}`]);
    expect(await check()).toEqual([]);
    clock.time += 2 * minuteMs;
    expect(await check()).toEqual([host]);
    expect(await attention()).toEqual(['healthy', 'direct']);
    // It was ready: a certificate that ends is a finding's business.
    clock.time += 91 * dayMs;
    expect(await check()).toEqual([host]);
    expect(await attention()).toEqual(['healthy', 'direct']);
  });

  test('a certificate that is issued makes a host ready within seconds, one of another account none', async () => {
    const { store, clock, addRedirect, check, attention, takeOne, certificateFor } = await open([
      `${host} A ${ours}`,
    ]);
    await addRedirect();
    const { uuid } = await new Accounts(store).create('Other');
    await new CustomCertificates(store).create(uuid, certificateFor('*.example.com'));
    expect(await check()).toEqual([host]);
    expect(await attention()).toEqual(['setting_up', 'direct']);
    await new AutomaticCertificates(store).want(host);
    await new AutomaticCertificates(store).complete(
      await takeOne(),
      certificateFor(host),
      clock.time + dayMs,
    );
    expect(await check()).toEqual([host]);
    expect(await attention()).toEqual(['healthy', 'direct']);
  });

  test('hosts with rules are checked, those of custom domains by their own checks', async () => {
    const { clock, addRedirect, addRules, addDomain, check } = await open();
    await addRedirect();
    await addRedirect('www.example.com');
    await addRedirect('shop.example.com');
    await addRules('rules.example.com');
    await addDomain('shop.example.com');
    expect(await check()).toEqual([host, 'rules.example.com', 'www.example.com']);
    await addDomain('example.com', true);
    clock.time += dayMs;
    expect(await check()).toEqual([host, 'rules.example.com']);
    clock.time += dayMs;
    expect(await check()).toEqual([host, 'rules.example.com']);
  });

  test('many hosts are put in a stretch at a time, so that the event loop has its turns', async () => {
    const { store, accountUuid, queue, clock } = await open();
    const count = 3_300;
    const hosts = Array.from({ length: count }, (_, n) => `${n}.example.com`);
    const redirects = hosts.map((of) => redirectOf(of));
    for (let start = 0; start < count; start += 1_000)
      await new Redirects(store).createMany(accountUuid, redirects.slice(start, start + 1_000));
    let turn = 0;
    let timer: NodeJS.Immediate | undefined;
    const countTurns = () => {
      turn += 1;
      timer = setImmediate(countTurns);
    };
    countTurns();
    const executor = store.database.queries.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    const rowsOfTurns = new Map<number, number>();
    const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query) => {
      const answer = await execute(query);
      rowsOfTurns.set(turn, (rowsOfTurns.get(turn) ?? 0) + answer.rows.length);
      return answer;
    });
    await queue.enlist();
    // Each turn answers where its stretch ends, and hosts that are missing.
    expect(Math.max(...rowsOfTurns.values())).toBeLessThanOrEqual(201);
    rowsOfTurns.clear();
    await queue.enlist();
    expect(Math.max(...rowsOfTurns.values())).toBeLessThanOrEqual(2);
    expect(rowsOfTurns.size).toBeGreaterThanOrEqual(Math.ceil(count / 1_000));
    clearImmediate(timer);
    spy.mockRestore();
    const taken = await queue.takeDue(clock.time, 60_000, new Map([[accountUuid, count + 1]]));
    expect(taken.map(({ host: of }) => of).toSorted()).toEqual(hosts.toSorted());
  });

  test('what is known of a host ends with the last thing on it, also when a check is under way', async () => {
    const { store, clock, accountUuid, addRedirect, queue } = await open();
    const known = async () => {
      const { rows } = await sql`select host from host_states
        where account_uuid = ${accountUuid} and host = ${host}`.execute(store.database.queries);
      return rows.length;
    };
    const redirect = await addRedirect();
    await queue.enlist();
    const [taken] = await queue.takeDue(clock.time, 60_000, new Map([[accountUuid, 1]]));
    if (!taken) throw new Error('nothing is due');
    const found = {
      reach: [{ host, reachable: 'direct', code: null }],
      records: { foundAt: clock.time, missed: 0 },
      nextCheckAt: clock.time + dayMs,
    } as const;
    await queue.record(taken, found);
    expect(await known()).toBe(1);
    await new Redirects(store).delete(accountUuid, redirect.uuid);
    expect(await known()).toBe(0);
    await queue.record(taken, found);
    await new CustomDomains(store).recordReach(accountUuid, { host, reachable: 'direct', code: null });
    expect(await known()).toBe(0);
  });

  test('records that were found and are gone at two checks break a redirect, until they are found at two', async () => {
    const {
      clock,
      names,
      addRedirect,
      certify,
      check,
      attention,
      open: opened,
    } = await open([`${host} A ${ours}`]);
    await addRedirect();
    await certify();
    await check();
    expect(await attention()).toEqual(['healthy', 'direct']);
    names.setRecords([]);
    clock.time += dayMs;
    await check();
    expect([await attention(), await opened()]).toEqual([['healthy', 'no'], []]);
    clock.time += minuteMs;
    expect(await check()).toEqual([host]);
    expect([await attention(), await opened()]).toEqual([['broken', 'no'], [`dns_lost redirect ${host}`]]);
    clock.time += 2 * minuteMs;
    expect(await check()).toEqual([host]);
    names.setRecords([`${host} A ${ours}`]);
    clock.time += 4 * minuteMs;
    expect(await check()).toEqual([host]);
    expect(await attention()).toEqual(['broken', 'direct']);
    clock.time += minuteMs;
    expect(await check()).toEqual([host]);
    expect([await attention(), await opened()]).toEqual([['healthy', 'direct'], []]);
    clock.time += dayMs - 1;
    expect(await check()).toEqual([]);
  });

  test.each(['redirect', 'host'] as const)(
    'a proxy that led to a %s and is silent judges nothing, and what the check before it said is kept',
    async (type) => {
      const proxy = '127.0.0.2';
      const { clock, port, names, ...more } = await open([`${host} A ${proxy}`], 1_000);
      const { addRedirect, addRules, check, attention, open: opened } = more;
      let said: 'token' | 'other' | 'nothing' = 'token';
      await startEdge(proxy, port, () => said);
      await (type === 'redirect' ? addRedirect() : addRules(host));
      const look = async (says: typeof said) => {
        said = says;
        clock.time += dayMs;
        expect(await check()).toEqual([host]);
        return [(await attention())[1], await opened()];
      };
      expect(await look('token')).toEqual(['proxied', []]);
      expect(await look('other')).toEqual(['no', []]);
      for (const _ of [1, 2, 3]) expect(await look('nothing')).toEqual([null, []]);
      expect(await look('token')).toEqual(['proxied', []]);
      expect(await look('other')).toEqual(['no', []]);
      expect(await look('nothing')).toEqual([null, []]);
      // Another one of its addresses is silent, and this one answers something else.
      names.setRecords([`${host} A ${proxy}`, `${host} A 127.0.0.3`]);
      expect(await look('other')).toEqual(['no', [`dns_lost ${type} ${host}`]]);
      names.setFault(host, 'SERVFAIL');
      expect(await look('other')).toEqual([null, [`dns_lost ${type} ${host}`]]);
    },
  );

  test('a host with rules that was ready before its records were looked at has lost them, too', async () => {
    const {
      store,
      clock,
      names,
      addRules,
      certify,
      check,
      attention,
      open: opened,
    } = await open([`${host} A ${ours}`]);
    await addRules(host);
    await certify();
    await check();
    await store.database.transaction((trx) =>
      sql`update host_states set records_found_at = null`.execute(trx),
    );
    names.setRecords([`${host} A 192.0.2.1`]);
    clock.time += dayMs;
    await check();
    clock.time += minuteMs;
    await check();
    expect([(await attention())[0], await opened()]).toEqual(['broken', [`dns_lost host ${host}`]]);
  });

  test('name servers that are silent neither break a redirect nor heal it', async () => {
    const { clock, names, addRedirect, certify, check, attention } = await open([`${host} A ${ours}`]);
    await addRedirect();
    await certify();
    await check();
    names.setFault(host, 'SERVFAIL');
    for (let times = 1; times <= 3; times++) {
      clock.time += dayMs;
      expect(await check()).toEqual([host]);
    }
    expect((await attention())[0]).toBe('healthy');
  });

  test('a redirect that was never reached is being set up for a week, and needs attention then', async () => {
    const { clock, names, addRedirect, certify, check, attention, open: opened } = await open();
    await addRedirect();
    await certify();
    await check();
    clock.time += 7 * dayMs - 1;
    await check();
    expect(await attention()).toEqual(['setting_up', 'no']);
    clock.time += hourMs;
    await check();
    expect([await attention(), await opened()]).toEqual([
      ['attention', 'no'],
      [`dns_wrong redirect ${host}`],
    ]);
    names.setRecords([`${host} A ${ours}`]);
    clock.time += dayMs;
    await check();
    clock.time += minuteMs;
    await check();
    expect([await attention(), await opened()]).toEqual([['healthy', 'direct'], []]);
  });

  test('what was found of a redirect is resolved when its host gets a custom domain', async () => {
    const {
      store,
      clock,
      names,
      addRedirect,
      addDomain,
      check,
      open: opened,
    } = await open([`${host} A ${ours}`]);
    await addRedirect();
    await check();
    names.setRecords([]);
    clock.time += dayMs;
    await check();
    clock.time += minuteMs;
    await check();
    await resolveGone(store);
    expect(await opened()).toEqual([`dns_lost redirect ${host}`]);
    await addDomain(host);
    await resolveGone(store);
    expect(await opened()).toEqual([]);
  });

  test('hosts are listed by their verdict, a www. host by that of its domain, and by whether they are reached', async () => {
    const { store, accountUuid, clock, names, addRedirect, addDomain, certify, check } = await open([
      `${host} A ${ours}`,
    ]);
    const byHost = { field: 'host', direction: 'asc' } as const;
    const listed = async (verdict: 'broken' | 'healthy' | 'setting_up' | 'unknown') => {
      const query = { accountUuid, verdict, sort: byHost, limit: 2, offset: 0 } as const;
      const { hosts, count } = await new Hosts(store).list(query);
      return [...hosts.map((each) => each.host), count];
    };
    await addRedirect();
    await addRedirect('new.example.com');
    await addDomain('shop.example.com', true);
    await certify();
    await check();
    expect(await listed('healthy')).toEqual([host, 1]);
    expect(await listed('setting_up')).toEqual(['new.example.com', 'shop.example.com', 3]);
    expect(await listed('broken')).toEqual([0]);
    names.setRecords([]);
    clock.time += dayMs;
    await check();
    clock.time += minuteMs;
    await check();
    expect(await listed('broken')).toEqual([host, 1]);
    expect(await listed('healthy')).toEqual([0]);
    const { uuid } = await new Accounts(store).create('Other');
    const others = { accountUuid: uuid, verdict: 'broken', sort: byHost, limit: 2, offset: 0 } as const;
    expect(await new Hosts(store).list(others)).toEqual({ hosts: [], count: 0 });
    names.setRecords([`new.example.com A ${ours}`]);
    clock.time += dayMs;
    await check();
    const page = { accountUuid, limit: 2, offset: 0 };
    const sortedBy = async (direction: 'asc' | 'desc') =>
      (await new Hosts(store).list({ ...page, sort: { field: 'verdict', direction } })).hosts.map(
        (each) => each.host,
      );
    expect(await sortedBy('asc')).toEqual([host, 'new.example.com']);
    expect(await sortedBy('desc')).toEqual(['www.shop.example.com', 'shop.example.com']);
    const reached = async (reachable: 'direct' | 'no') => {
      const sort = { field: 'source_host', direction: 'asc' } as const;
      const { redirects } = await new Redirects(store).list({ ...page, reachable, sort });
      const { hosts } = await new Hosts(store).list({ ...page, reachable, sort: byHost });
      return [redirects.map(({ sourceHost }) => sourceHost), hosts.map((each) => each.host)];
    };
    expect(await reached('direct')).toEqual([['new.example.com'], ['new.example.com']]);
    expect(await reached('no')).toEqual([[host], [host]]);
  });

  test('one node checks each host, each account within its share, and what is deleted is forgotten', async () => {
    const { store, clock, accountUuid, addRedirect, queue } = await open();
    const hosts = ['a.example.com', 'b.example.com', 'c.example.com'];
    const redirects = await Promise.all(hosts.map((of) => addRedirect(of)));
    await queue.enlist();
    expect(await queue.accountsDue(clock.time)).toEqual([accountUuid]);
    const take = async (limit: number) =>
      (await queue.takeDue(clock.time, 60_000, new Map([[accountUuid, limit]]))).map((taken) => taken.host);
    const taken = [await take(2), await take(2), await take(2)];
    expect(taken.map(({ length }) => length)).toEqual([2, 1, 0]);
    expect(taken.flat().toSorted()).toEqual(hosts);
    expect(await queue.accountsDue(clock.time)).toEqual([]);
    for (const redirect of redirects) await new Redirects(store).delete(accountUuid, redirect.uuid);
    clock.time += 60_000;
    expect(await take(3)).toEqual([]);
  });
});

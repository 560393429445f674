/** Findings from requests, on every control store, over requests in chDB. Source: docs/reference/traffic-findings.md. */

import { expect, test } from 'vitest';
import type { HandshakeRow } from '../../../src/analytics/engine/handshake-row.ts';
import type { RequestRow } from '../../../src/analytics/engine/request-row.ts';
import { newUuid } from '../../../src/core/ids.ts';
import type { HealthCheck } from '../../../src/core/route.ts';
import { findingTables } from '../../../src/features/attention/finding-rows.ts';
import { Findings } from '../../../src/features/attention/findings.ts';
import { CheckStore } from '../../../src/features/attention/traffic/check-store.ts';
import { TrafficChecks } from '../../../src/features/attention/traffic/traffic-checks.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { chdbLocation } from '../../support/analytics-stores.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { batchOf, requestRow } from '../analytics-store/rows.ts';
import { openForSuite } from '../reports/store-of-suite.ts';
import { domainOf, storesAt, upstreamOf } from './stores.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const weekMs = 7 * 24 * hourMs;

onEachControlStore('findings from requests', (newLocation) => {
  const { openWithAccount } = storesAt(newLocation);
  const getAnalytics = openForSuite(chdbLocation);
  let weeks = 0;

  /** A domain of its own, in weeks of its own: requests of the whole installation count. */
  async function open(domains = 1, healthCheck: HealthCheck | null = null) {
    const { store, accountUuid } = await openWithAccount();
    const upstream = await new Upstreams(store).create(
      accountUuid,
      upstreamOf('app.example.net', { healthCheck }),
    );
    const created = await new CustomDomains(store).createMany(
      accountUuid,
      upstream.uuid,
      Array.from({ length: domains }, (_, place) => domainOf(`shop${place}.example.com`)),
    );
    if (!created || 'taken' in created) throw new Error('not created');
    weeks += 10;
    const clock = { at: Date.UTC(2020, 0, 6, 12) + weeks * weekMs, now: () => clock.at };
    const analytics = getAnalytics();
    const findings = new Findings({ database: store.database, clock });
    const options = { analytics, findings, retentionDays: 0, clock };
    const checks = new TrafficChecks(store.database, options);
    const rows: RequestRow[] = [];
    return {
      clock,
      checks,
      other: new TrafficChecks(store.database, options),
      spool: new CheckStore({ database: store.database, clock }),
      otherMachine: new CheckStore({ database: store.database, clock }),
      /** While the analytics store is away. */
      checkBlindly: () => {
        const away = { query: () => Promise.reject(new Error('away')) };
        const blind = new TrafficChecks(store.database, { ...options, analytics: away });
        return expect(blind.checkMinutes()).rejects.toThrow('away');
      },
      upstream,
      uuids: created.created.map(({ uuid }) => uuid),
      add: (count: number, fields: Partial<RequestRow>) =>
        void rows.push(...Array.from({ length: count }, () => requestRow(fields))),
      shake: (...handshakes: (Omit<HandshakeRow, 'host'> & { host?: string })[]) => {
        const hostOf = (domain: string) =>
          `shop${created.created.findIndex(({ uuid }) => uuid === domain)}.example.com`;
        const named = handshakes.map((each) => Object.assign({ host: hostOf(each.domain) }, each));
        return analytics.insertHandshakes({ name: newUuid(), rows: named, mayBeStored: false });
      },
      store: () => analytics.insertRequests(batchOf(newUuid(), rows.splice(0))),
      open: async () => {
        const found = await findingTables(store.database.queries)
          .selectFrom('findings')
          .selectAll()
          .where('resolved_at', 'is', null)
          .orderBy('kind')
          .execute();
        return found.map((row) => `${row.kind} ${row.subject_host ?? row.subject_type} ${row.evidence}`);
      },
    };
  }

  test('hours: a drop after two low hours, once for all machines, and over after two usual ones', async () => {
    const { clock, checks, other, uuids, add, store, open: found, spool } = await open();
    const [domain = ''] = uuids;
    const first = clock.at;
    for (let hour = -1; hour < 6; hour += 1)
      for (const week of [1, 2, 3]) add(120, { domain, time: first + hour * hourMs - week * weekMs });
    for (const [hour, count] of [120, 35, 35, 36, 36, 1].entries())
      add(count, { domain, time: first + hour * hourMs, status: hour === 0 ? 404 : 200 });
    await store();
    const after = async (hours: number): Promise<string[]> => {
      clock.at = first + hours * hourMs + 3 * minuteMs;
      await Promise.all([checks.checkHours(), other.checkHours()]);
      return await found();
    };
    // The first evaluation of all looks back for 48 hours; nobody was there before the first week.
    expect(await after(1)).toEqual([
      expect.stringMatching(/^not_found_surge .*"not_found":120,"expected":0/),
    ]);
    expect(await after(2)).toHaveLength(1);
    clock.at = first + 3 * hourMs + 2 * minuteMs;
    await checks.checkHours();
    await spool.reportSpool(first + 3 * hourMs - 0.25);
    expect(await after(3)).toEqual([expect.stringMatching(/^not_found_surge/)]);
    await spool.reportSpool(undefined);
    expect(await after(3)).toEqual([
      expect.stringMatching(/^traffic_drop shop0.example.com .*"requests":35,"expected":120/),
    ]);
    expect(await after(4)).toHaveLength(1);
    expect(await after(5)).toEqual([]);
  });

  test('an hour that no machine evaluated is evaluated later', async () => {
    const { clock, checks, uuids, add, store, open: found } = await open();
    const [domain = ''] = uuids;
    for (const week of [1, 2]) add(10, { domain, time: clock.at - week * weekMs });
    add(501, { domain, time: clock.at });
    await store();
    clock.at += 30 * minuteMs;
    await checks.checkHours();
    expect(await found()).toEqual([]);
    clock.at += 47 * hourMs;
    await checks.checkHours();
    expect(await found()).toEqual([expect.stringMatching(/^traffic_spike .*"requests":501,"expected":10/)]);
  });

  test('handshakes: most of at least 20 fail, from five networks, until most are good twice', async () => {
    const { clock, checks, uuids, shake, open: found } = await open(5);
    const [failing = '', few = '', near = '', half = '', www = ''] = uuids;
    const from = (networks: number) => Array.from({ length: networks }, (_, n) => `10.0.${n}.0`).join(' ');
    const at = clock.at;
    await shake(
      {
        domain: failing,
        time: at - 14 * minuteMs,
        outcome: 'certificate_unknown',
        count: 12,
        networks: from(3),
      },
      { domain: failing, time: at, outcome: 'unknown_ca', count: 8, networks: from(5) },
      { domain: failing, time: at, outcome: 'good', count: 19, networks: '' },
      { domain: few, time: at, outcome: 'no_certificate', count: 19, networks: from(9) },
      { domain: near, time: at, outcome: 'no_certificate', count: 900, networks: from(4) },
      { domain: half, time: at, outcome: 'no_certificate', count: 20, networks: from(9) },
      { domain: half, time: at, outcome: 'good', count: 20, networks: '' },
      { domain: www, time: at, outcome: 'good', count: 900, networks: '' },
      {
        domain: www,
        time: at,
        host: 'www.shop4.example.com',
        outcome: 'no_certificate',
        count: 30,
        networks: from(6),
      },
    );
    const next = async () => {
      clock.at += minuteMs;
      await checks.checkMinutes();
      return await found();
    };
    clock.at += 10 * secondMs;
    expect(await next()).toEqual([
      'handshakes_fail shop0.example.com {"host":"shop0.example.com","handshakes":39,"failed":20,"networks":5,"reasons":{"certificate_unknown":12,"unknown_ca":8}}',
      'handshakes_fail shop4.example.com {"host":"www.shop4.example.com","handshakes":30,"failed":30,"networks":6,"reasons":{"no_certificate":30}}',
    ]);
    // Nobody comes for a while, which says nothing.
    clock.at += 20 * minuteMs;
    expect(await next()).toHaveLength(2);
    await shake(
      { domain: failing, time: clock.at, outcome: 'good', count: 1, networks: '' },
      { domain: www, time: clock.at, outcome: 'good', count: 1, networks: '' },
      {
        domain: www,
        time: clock.at,
        host: 'www.shop4.example.com',
        outcome: 'no_certificate',
        count: 1,
        networks: from(1),
      },
    );
    expect(await next()).toHaveLength(2);
    expect(await next()).toEqual([expect.stringMatching(/^handshakes_fail shop4/)]);
  });

  test('minutes: errors, loops, slow answers and an upstream that takes no connection', async () => {
    const { clock, checks, uuids, add, store, open: found } = await open(4);
    const [failing = '', looping = '', slow = '', fine = ''] = uuids;
    for (const week of [1, 2])
      add(50, { domain: slow, time: clock.at + minuteMs - week * weekMs, upstream_us: 200_000 });
    const now = clock.at + 20 * minuteMs;
    add(18, { domain: failing, time: now - minuteMs, upstream_us: 1_000 });
    add(2, { domain: failing, time: now - minuteMs, upstream_us: 1_000, status: 500 });
    add(1, { domain: failing, time: now - 5 * minuteMs, failure: 'response_timeout', status: 504 });
    add(9, { domain: failing, time: now - 5 * minuteMs - 1, failure: 'refused', status: 502 });
    add(10, { domain: looping, time: now - 5 * minuteMs, failure: 'redirect_loop', status: 508 });
    add(9, { domain: fine, time: now - minuteMs, failure: 'proxy_loop', status: 508 });
    add(50, { domain: slow, time: now - 2 * minuteMs, upstream_us: 650_000 });
    await store();
    clock.at = now + 10 * secondMs;
    await checks.checkMinutes();
    expect(await found()).toEqual([
      'loop shop1.example.com {"answers":10}',
      'upstream_errors shop0.example.com {"requests":21,"failed":3}',
      'upstream_slow shop2.example.com {"requests":50,"p95_seconds":0.65,"usual_p95_seconds":0.2}',
    ]);
    // Evaluated already, and then twice without anything wrong.
    await checks.checkMinutes();
    for (const domain of [failing, looping, slow])
      add(50, { domain, time: now + 20 * minuteMs, upstream_us: 1_000 });
    await store();
    clock.at = now + 21 * minuteMs + 10 * secondMs;
    await checks.checkMinutes();
    expect(await found()).toHaveLength(3);
    clock.at += minuteMs;
    await checks.checkMinutes();
    expect(await found()).toEqual([]);
  });

  test('an upstream is down when none of the requests of all its domains gets a connection', async () => {
    const { clock, checks, uuids, add, store, open: found } = await open(2);
    const [one = '', two = ''] = uuids;
    add(10, { domain: one, time: clock.at, failure: 'refused', status: 502 });
    add(9, { domain: two, time: clock.at, failure: 'connect_timeout', status: 504 });
    await store();
    clock.at += minuteMs + 10 * secondMs;
    await checks.checkMinutes();
    expect(await found()).toEqual([]);
    add(1, { domain: two, time: clock.at - 10 * secondMs, failure: 'tls', status: 502 });
    add(5, { domain: two, time: clock.at - 10 * secondMs, upstream_us: 5, rule: 'elsewhere' });
    await store();
    clock.at += minuteMs;
    await checks.checkMinutes();
    expect(await found()).toEqual([expect.stringMatching(/^upstream_down app.example.net {"requests":20}/)]);
  });

  test('an upstream is down while health checks or requests say so, and up when one says so and none says down', async () => {
    const healthCheck: HealthCheck = {
      path: '/up',
      interval_seconds: 10,
      timeout_seconds: 5,
      status: [200, 399],
      healthy_after: 2,
      unhealthy_after: 3,
    };
    const {
      clock,
      checks,
      spool: machine,
      otherMachine,
      upstream: { uuid },
      uuids,
      add,
      store,
      open: found,
      checkBlindly,
    } = await open(2, healthCheck);
    const [domain = ''] = uuids;
    const down = { down: [{ uuid, targets: 2, failure: 'refused' }], up: [] };
    const up = { down: [], up: [uuid] };
    const byChecks = ['upstream_down app.example.net {"targets":2,"failure":"refused"}'];
    const byRequests = [expect.stringMatching(/^upstream_down app.example.net {"requests":20}/)];
    clock.at += 10 * secondMs;
    const nextMinute = async (): Promise<string[]> => {
      clock.at += minuteMs;
      await checks.checkMinutes();
      return await found();
    };
    await machine.reportUpstreams(down);
    expect(await nextMinute()).toEqual(byChecks);
    // Another machine, and requests, get there.
    add(1, { domain, time: clock.at - 10 * secondMs, upstream_us: 5 });
    await store();
    for (const _ of [1, 2, 3]) {
      await otherMachine.reportUpstreams(up);
      expect(await nextMinute()).toEqual(byChecks);
    }
    clock.at += 5 * minuteMs;
    await machine.reportUpstreams(up);
    clock.at += minuteMs;
    await checkBlindly();
    expect(await found()).toEqual(byChecks);
    await machine.reportUpstreams(up);
    for (const _ of [1, 2]) expect(await nextMinute()).toEqual(byChecks);
    await machine.reportUpstreams(up);
    expect(await nextMinute()).toEqual([]);
    // No request gets there, though checks do.
    for (const each of uuids)
      add(10, { domain: each, time: clock.at - 10 * secondMs, failure: 'refused', status: 502 });
    await store();
    expect(await nextMinute()).toEqual(byRequests);
    for (const _ of [1, 2]) {
      await machine.reportUpstreams(up);
      expect(await nextMinute()).toEqual(byRequests);
    }
    clock.at += 5 * minuteMs;
    await machine.reportUpstreams(up);
    expect(await nextMinute()).toHaveLength(1);
    await machine.reportUpstreams(up);
    expect(await nextMinute()).toEqual([]);
    // The machine that said so last says nothing more.
    await machine.reportUpstreams(down);
    clock.at += minuteMs;
    await checkBlindly();
    expect(await found()).toEqual(byChecks);
    clock.at += 10 * minuteMs;
    await otherMachine.reportUpstreams(up);
    expect(await nextMinute()).toEqual(byChecks);
    await otherMachine.reportUpstreams(up);
    expect(await nextMinute()).toEqual([]);
  });

  test('health checks of an upstream that has none any more are not heard', async () => {
    const { clock, checks, spool, upstream, open: found } = await open();
    await spool.reportUpstreams({ down: [{ uuid: upstream.uuid, targets: 1, failure: 'tls' }], up: [] });
    clock.at += minuteMs;
    await checks.checkMinutes();
    expect(await found()).toEqual([]);
  });
});

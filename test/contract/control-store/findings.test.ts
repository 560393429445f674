/** What becomes of findings on every control store. Source: docs/reference/findings.md ("Life"). */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countVerdicts } from '../../../src/control/verdicts.ts';
import type { Observation, Severity, Subject } from '../../../src/core/finding.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { findingTables } from '../../../src/features/attention/finding-rows.ts';
import { Findings } from '../../../src/features/attention/findings.ts';
import { readAttention } from '../../../src/features/attention/verdict.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { domainOf, storesAt, upstreamOf } from './stores.ts';
import { openOutbox } from './webhook-outbox.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const bad = (severity?: Severity): Observation['seen'] => ({
  state: 'bad',
  causeCode: 'records_missing',
  evidence: { problems: ['shop.example.com has no records'] },
  ...(severity && { severity }),
});
const good: Observation['seen'] = { state: 'good' };
const none: Observation['seen'] = { state: 'none' };

onEachControlStore('findings', (newLocation, engine) => {
  const { openWithAccount } = storesAt(newLocation);

  async function open(domains = 1) {
    const opened = await openWithAccount();
    const { store, accountUuid, location } = opened;
    const outbox = await openOutbox(location);
    const endpoint = await outbox.addEndpoint(accountUuid, ['finding.opened', 'finding.resolved']);
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('app.example.net'));
    const created = await new CustomDomains(store).createMany(
      accountUuid,
      upstream.uuid,
      Array.from({ length: domains }, (_, place) => domainOf(`shop${place}.example.com`)),
    );
    if (!created || 'taken' in created) throw new Error('not created');
    const subjects = created.created.map(
      ({ uuid, host }): Subject => ({ type: 'custom_domain', uuid, host }),
    );
    const findings = new Findings(store);
    const see = (subject: Subject | undefined, seen: Observation['seen']) =>
      findings.observe(subject ? [{ accountUuid, kind: 'dns_lost', subject, seen }] : []);
    const rows = () =>
      findingTables(store.database.queries).selectFrom('findings').selectAll().orderBy('uuid').execute();
    const verdict = async (host = 'shop0.example.com') => {
      const [attention] = await readAttention(store, accountUuid, [{ host }]);
      return attention?.verdict;
    };
    return {
      ...opened,
      ...outbox,
      upstream,
      subjects,
      findings,
      see,
      rows,
      verdict,
      events: () => outbox.typesAt(endpoint),
      queuedEvents: () => outbox.queued(endpoint),
    };
  }

  test('one is opened by evidence, once, and resolved after two good checks in a row', async () => {
    const {
      clock,
      subjects: [subject],
      see,
      rows,
      events,
      queuedEvents,
      verdict,
    } = await open();
    await see(subject, good);
    await see(subject, none);
    expect(await rows()).toEqual([]);
    expect(await verdict()).toEqual({ state: 'setting_up', finding_uuid: null, cause: null });
    const openedAt = clock.time;
    for (const seen of [bad(), bad(), good, none, bad(), good, none]) {
      await see(subject, seen);
      clock.time += 11_000;
    }
    const [row] = await rows();
    expect(await rows()).toHaveLength(1);
    expect(row).toMatchObject({
      severity: 'critical',
      opened_at: openedAt,
      last_seen_at: openedAt,
      resolved_at: null,
    });
    expect(await verdict()).toEqual({
      state: 'broken',
      finding_uuid: row?.uuid,
      cause: 'shop.example.com has no records',
    });
    expect(await events()).toEqual(['finding.opened']);
    await see(subject, good);
    expect((await rows())[0]?.resolved_at).toBe(clock.time);
    expect(await queuedEvents()).toMatchObject([
      {
        body: {
          data: {
            kind: 'dns_lost',
            state: 'open',
            subject,
            cause_code: 'records_missing',
            resolved_at: null,
          },
        },
      },
      {
        body: {
          data: { uuid: row?.uuid, state: 'resolved', resolved_at: expect.stringMatching(/\+00:00$/) },
        },
      },
    ]);
    await see(subject, bad());
    expect(await rows()).toHaveLength(2);
  });

  test('that it is still there is written every ten minutes at most', async () => {
    const {
      clock,
      subjects: [subject],
      see,
      rows,
    } = await open();
    const openedAt = clock.time;
    const seenAt: (number | undefined)[] = [];
    for (let minute = 0; minute <= 21; minute++) {
      clock.time = openedAt + minute * minuteMs;
      await see(subject, bad());
      seenAt.push((await rows())[0]?.last_seen_at);
    }
    expect([...new Set(seenAt)]).toEqual([0, 10, 20].map((minutes) => openedAt + minutes * minuteMs));
  });

  test('machines that see the same at once open one', async () => {
    const {
      store,
      accountUuid,
      subjects: [subject],
      rows,
      events,
    } = await open();
    if (!subject) throw new Error('no domain');
    const seen = { accountUuid, kind: 'dns_lost', subject, seen: bad() } as const;
    await Promise.all([1, 2, 3, 4].map(() => new Findings(store).observe([seen])));
    expect(await rows()).toHaveLength(1);
    expect(await events()).toEqual(['finding.opened']);
  });

  test('more than ten domains of an upstream have one, which ends with the last of them', async () => {
    const { clock, upstream, subjects, findings, accountUuid, see, rows, verdict, events, queuedEvents } =
      await open(14);
    const all = (seen: Observation['seen'], list: readonly Subject[]) =>
      findings.observe(list.map((subject) => ({ accountUuid, kind: 'dns_lost', subject, seen })));
    await all(bad(), subjects.slice(0, 10));
    expect(await rows()).toHaveLength(10);
    await see(subjects[10], bad());
    const left = (await rows()).filter((row) => row.resolved_at === null);
    expect(left).toMatchObject([
      { subject_type: 'upstream', subject_uuid: upstream.uuid, subject_host: 'app.example.net' },
    ]);
    // Those that it replaces are resolved without an event.
    expect(await events()).toEqual(Array.from({ length: 11 }, () => 'finding.opened'));
    const hosts = [0, 1, 10, 2, 3, 4, 5, 6, 7, 8, 9].map((place) => `shop${place}.example.com`);
    expect((await queuedEvents()).at(-1)?.body.data).toMatchObject({
      subject: { type: 'upstream', uuid: upstream.uuid, host: 'app.example.net' },
      summary: '11 domains of app.example.net no longer point here.',
      evidence: { hosts },
    });
    await see(subjects[11], bad());
    await see(subjects[11], bad());
    expect((await rows()).filter((row) => row.resolved_at === null)).toHaveLength(1);
    for (const place of [0, 11, 13])
      expect((await verdict(`shop${place}.example.com`))?.state).toBe(place === 13 ? 'setting_up' : 'broken');
    await all(good, subjects);
    await all(bad(), subjects.slice(0, 1));
    await all(good, subjects);
    clock.time += minuteMs;
    expect((await verdict('shop5.example.com'))?.state).toBe('setting_up');
    expect((await verdict('shop0.example.com'))?.state).toBe('broken');
    expect((await events()).filter((type) => type === 'finding.resolved')).toEqual([]);
    await all(good, subjects);
    expect((await events()).filter((type) => type === 'finding.resolved')).toEqual(['finding.resolved']);
    expect((await queuedEvents()).at(-1)?.body.data.evidence.hosts).toHaveLength(12);
  });

  test('a storm opens one for each upstream', async () => {
    const { subjects, findings, accountUuid, rows, events } = await open(1_000);
    await findings.observe(
      subjects.map((subject) => ({ accountUuid, kind: 'dns_lost', subject, seen: bad() })),
    );
    expect((await rows()).filter((row) => row.resolved_at === null)).toHaveLength(1);
    expect(await events()).toEqual(['finding.opened']);
  });

  test('what is gone has none opened', async () => {
    const {
      accountUuid,
      store,
      upstream,
      subjects: [subject],
      see,
      rows,
    } = await open();
    await new CustomDomains(store).delete(accountUuid, upstream.uuid, subject?.uuid ?? '');
    await see(subject, bad());
    expect(await rows()).toEqual([]);
  });

  test('verdicts of lists: the worst first, and only those of a state', async () => {
    const { store, clock, accountUuid, subjects, findings } = await open(4);
    await findings.observe(
      (['warning', 'critical', 'notice'] as const).flatMap((severity, place) => {
        const subject = subjects[place];
        return subject ? [{ accountUuid, kind: 'dns_lost', subject, seen: bad(severity) } as const] : [];
      }),
    );
    const page = { accountUuid, limit: 10, offset: 0 };
    const hosts = async (more: object) => {
      const query = { ...page, sort: { field: 'verdict', direction: 'asc' } as const, ...more };
      return (await new CustomDomains(store).list(query)).domains.map(({ host }) => host);
    };
    expect(await hosts({})).toEqual([1, 0, 2, 3].map((place) => `shop${place}.example.com`));
    expect(await hosts({ verdict: 'attention' })).toEqual(['shop0.example.com']);
    expect(await hosts({ verdict: 'setting_up', search: 'shop3' })).toEqual(['shop3.example.com']);
    expect(await hosts({ reachable: 'direct' })).toEqual([]);
    const zero = { broken: 0, attention: 0, unknown: 0, setting_up: 0, healthy: 0 };
    const counts = (table: 'custom_domains' | 'redirects' | 'host_rules', account = accountUuid) =>
      countVerdicts(store.database.queries, table, { accountUuid: account, now: clock.now() });
    expect(await counts('custom_domains')).toEqual({ ...zero, broken: 1, attention: 1, setting_up: 2 });
    expect(await counts('redirects')).toEqual(zero);
    expect(await counts('host_rules')).toEqual(zero);
    expect(await counts('custom_domains', (await new Accounts(store).create('Other')).uuid)).toEqual(zero);
    clock.time += hourMs;
    expect(await hosts({ verdict: 'healthy' })).toEqual([]);
  });

  if (engine === 'sqlite')
    test('whatever checks see, in whatever order, it is as the model says', async () => {
      const { clock, accountUuid, findings, rows, store } = await open();
      const seenBy = fc.record({
        host: fc.constantFrom('a', 'b'),
        seen: fc.constantFrom(bad(), bad('warning'), good, good, none),
        afterMs: fc.constantFrom(0, 1_000, minuteMs, 10 * minuteMs),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(seenBy, { maxLength: 3 }), { maxLength: 12 }), async (rounds) => {
          await findingTables(store.database.queries).deleteFrom('findings').execute();
          clock.time += hourMs;
          const model = new Map<string, { good: number; seenAt: number; severity: string }>();
          let opened = 0;
          for (const round of rounds) {
            const distinct = [...new Map(round.map((each) => [each.host, each])).values()];
            clock.time += distinct[0]?.afterMs ?? 0;
            await findings.observe(
              distinct.map(({ host, seen }) => ({
                accountUuid,
                kind: 'dns_lost',
                subject: { type: 'host', uuid: null, host },
                seen,
              })),
            );
            for (const { host, seen } of distinct) {
              const current = model.get(host);
              if (seen.state === 'bad') {
                if (!current) opened++;
                const isLong = !current || clock.time - current.seenAt >= 10 * minuteMs;
                const seenAt = isLong ? clock.time : current.seenAt;
                model.set(host, { good: 0, seenAt, severity: seen.severity ?? 'critical' });
              }
              if (seen.state === 'good' && current) {
                if (current.good === 1) model.delete(host);
                else model.set(host, { ...current, good: 1 });
              }
            }
            const all = await rows();
            expect(all).toHaveLength(opened);
            const left = all.filter((row) => row.resolved_at === null);
            expect(
              Object.fromEntries(
                left.map((row) => [
                  row.subject_host,
                  { good: row.good_checks, seenAt: row.last_seen_at, severity: row.severity },
                ]),
              ),
            ).toEqual(Object.fromEntries(model));
          }
        }),
        { numRuns: 50 },
      );
    });
});

/** What DNS checks make of domains: findings, verdicts and events. Source: docs/reference/finding-kinds.md ("dns_lost", "dns_wrong"). */

import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { CheckOutcome } from '../../../src/dns/check.ts';
import { DomainVerifier } from '../../../src/dns/verifier.ts';
import { findingTables } from '../../../src/features/attention/finding-rows.ts';
import { Findings } from '../../../src/features/attention/findings.ts';
import { readAttention } from '../../../src/features/attention/verdict.ts';
import type { CustomDomain } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { dnsObservations } from '../../../src/service/dns-findings.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { domainOf, storesAt, upstreamOf } from './stores.ts';
import { openOutbox } from './webhook-outbox.ts';

const dayMs = 86_400_000;
const host = 'shop.example.com';
const problem = 'shop.example.com does not exist';

onEachControlStore('findings of DNS checks', (newLocation) => {
  const { openWithAccount } = storesAt(newLocation);

  async function open() {
    const { store, accountUuid, clock, location } = await openWithAccount();
    const outbox = await openOutbox(location);
    const endpoint = await outbox.addEndpoint(accountUuid, ['finding.opened', 'finding.resolved']);
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('app.example.net'));
    const domain = await new CustomDomains(store).create(accountUuid, upstream.uuid, domainOf(host));
    if (!domain) throw new Error('not created');
    let outcome: CheckOutcome;
    const findings = new Findings(store);
    const verifier = new DomainVerifier<CustomDomain>(
      new CustomDomains(store),
      { run: () => Promise.resolve(outcome) },
      {
        clock,
        logger: pino({ level: 'silent' }),
        random: () => 0.5,
        onChecked: (before, after, checked) =>
          findings.observe(dnsObservations(before, after, checked, clock.now())),
      },
    );
    onTestFinished(() => verifier[Symbol.asyncDispose]());
    return {
      clock,
      events: () => outbox.queued(endpoint),
      open: () =>
        findingTables(store.database.queries)
          .selectFrom('findings')
          .selectAll()
          .where('resolved_at', 'is', null)
          .execute(),
      verdict: async () => (await readAttention(store, accountUuid, [{ host }]))[0]?.verdict.state,
      /** When the next one is due, in minutes. */
      check: async (verdict: CheckOutcome['verdict'], more: Partial<CheckOutcome> = {}) => {
        outcome = {
          verdict,
          delegation: { verdict: 'found', hosts: [] },
          caa: { state: 'ok' },
          reach: [],
          findings: { found: [], problems: verdict === 'found' ? [] : [problem] },
          ...more,
        };
        const after = await verifier.verify(domain.uuid);
        const minutes = ((after?.dns.nextCheckAt ?? 0) - clock.time) / 60_000;
        clock.time += 60_000;
        return minutes;
      },
    };
  }

  test('records that were found and are gone at two checks break a domain, until they are found at two', async () => {
    const { check, events, verdict, open: findingsOpen } = await open();
    await check('not_found');
    expect(await check('found')).toBe(1);
    expect(await check('found')).toBe(24 * 60);
    await check('not_found');
    await check('undecided');
    expect(await findingsOpen()).toEqual([]);
    await check('not_found');
    expect(await verdict()).toBe('broken');
    expect(await events()).toMatchObject([
      {
        type: 'finding.opened',
        body: {
          data: {
            kind: 'dns_lost',
            severity: 'critical',
            subject: { type: 'custom_domain', host },
            summary: 'shop.example.com no longer points here.',
            cause: problem,
            cause_code: 'records_missing',
          },
        },
      },
    ]);
    await check('found');
    await check('undecided');
    // Gone again between: one check is enough now.
    await check('not_found');
    await check('found');
    expect(await verdict()).toBe('broken');
    await check('found');
    expect(await verdict()).toBe('setting_up');
    expect((await events()).map(({ type }) => type)).toEqual(['finding.opened', 'finding.resolved']);
  });

  test('behind a proxy that leads here nothing is lost', async () => {
    const { check, open: findingsOpen } = await open();
    const reach = [{ host, reachable: 'proxied', code: null, detail: '' } as const];
    await check('found');
    for (const _ of [1, 2, 3]) await check('not_found', { reach });
    expect(await findingsOpen()).toEqual([]);
  });

  test('a host that was reached through a proxy only, and at two checks is not, is lost until it is reached twice', async () => {
    const { check, events, verdict, open: findingsOpen } = await open();
    const reached = (reachable: 'proxied' | 'no' | null) => ({
      reach: [{ host, reachable, code: reachable === 'no' ? 'token_missing' : null, detail: '' } as const],
    });
    for (const _ of [1, 2, 3]) await check('not_found', reached('no'));
    await check('not_found', reached('proxied'));
    await check('not_found', reached('no'));
    // Reached again between: that was one check.
    await check('not_found', reached('proxied'));
    for (const _ of [1, 2]) await check('not_found', reached(null));
    await check('undecided', reached(null));
    await check('not_found', reached('no'));
    expect(await findingsOpen()).toEqual([]);
    await check('not_found', reached('no'));
    expect(await findingsOpen()).toMatchObject([{ kind: 'dns_lost', severity: 'critical' }]);
    expect(await verdict()).toBe('broken');
    await check('not_found', reached('proxied'));
    expect(await findingsOpen()).toHaveLength(1);
    await check('not_found', reached('proxied'));
    expect(await findingsOpen()).toEqual([]);
    expect((await events()).map(({ type }) => type)).toEqual(['finding.opened', 'finding.resolved']);
  });

  test('a proxy that is silent judges nothing, and what the check before it said is kept', async () => {
    const { check, open: findingsOpen } = await open();
    const reached = (reachable: 'proxied' | 'direct' | 'no' | null) => ({
      reach: [{ host, reachable, code: null, detail: '' } as const],
    });
    await check('not_found', reached('proxied'));
    await check('not_found', reached('no'));
    for (const _ of [1, 2, 3]) await check('not_found', reached(null));
    await check('not_found', reached('proxied'));
    await check('not_found', reached('no'));
    expect(await findingsOpen()).toEqual([]);
    await check('not_found', reached(null));
    await check('not_found', reached('no'));
    expect(await findingsOpen()).toMatchObject([{ kind: 'dns_lost' }]);
    // Silence heals nothing either.
    for (const each of ['proxied', null, 'no', 'proxied'] as const) await check('not_found', reached(each));
    expect(await findingsOpen()).toHaveLength(1);
    await check('not_found', reached('proxied'));
    expect(await findingsOpen()).toEqual([]);
  });

  test('records that led here after a proxy did are lost by what DNS says, however silent the address is', async () => {
    const { check, open: findingsOpen } = await open();
    const reached = (reachable: 'proxied' | 'direct' | null) => ({
      reach: [{ host, reachable, code: null, detail: '' } as const],
    });
    await check('not_found', reached('proxied'));
    await check('found', reached('direct'));
    await check('not_found', reached(null));
    expect(await findingsOpen()).toEqual([]);
    await check('not_found', reached(null));
    expect(await findingsOpen()).toMatchObject([{ kind: 'dns_lost' }]);
  });

  test('a set of CAA records that forbids the authority is a finding, and silence is none', async () => {
    const { check, open: findingsOpen } = await open();
    const record = { type: 'CAA', name: host, value: '0 issue "ca.test"' };
    const caa = { state: 'forbidden', cause: 'caa_forbids', text: 'forbidden', record } as const;
    await check('found', { caa: { state: 'forbidden', cause: 'caa_unanswered', text: 'SERVFAIL' } });
    await check('found', { caa: { state: 'unknown', reason: 'timeout' } });
    expect(await findingsOpen()).toEqual([]);
    await check('found', { caa });
    const [finding] = await findingsOpen();
    expect(finding).toMatchObject({ kind: 'caa_forbids', severity: 'warning', cause_code: 'caa_forbids' });
    expect(JSON.parse(finding?.evidence ?? '')).toEqual({ reason: 'forbidden', record });
    await check('found');
    await check('found', { caa: { state: 'unknown', reason: 'timeout' } });
    expect(await findingsOpen()).toHaveLength(1);
    await check('found');
    expect(await findingsOpen()).toEqual([]);
  });

  test('records that were never found are wrong after a week', async () => {
    const { clock, check, verdict, open: findingsOpen } = await open();
    await check('not_found');
    clock.time += 7 * dayMs - 120_000;
    await check('not_found');
    expect(await findingsOpen()).toEqual([]);
    await check('not_found', { delegation: { verdict: 'found', hosts: [host] } });
    expect(await findingsOpen()).toEqual([]);
    await check('not_found');
    expect(await findingsOpen()).toMatchObject([{ kind: 'dns_wrong', severity: 'warning' }]);
    expect(await verdict()).toBe('attention');
  });
});

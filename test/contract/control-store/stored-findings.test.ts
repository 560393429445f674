/** What the store knows to be wrong becomes findings. Source: docs/reference/finding-kinds.md. */

import { expect, test } from 'vitest';
import { Turns } from '../../../src/control/turns.ts';
import { type OrderFailureCode, orderFailureCodes } from '../../../src/core/order-failure.ts';
import { findingTables } from '../../../src/features/attention/finding-rows.ts';
import { Findings } from '../../../src/features/attention/findings.ts';
import { certificateFailed } from '../../../src/features/attention/kinds/certificate-failed.ts';
import { checkStored } from '../../../src/features/attention/stored-checks.ts';
import { readAttention } from '../../../src/features/attention/verdict.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { makeCertificate } from '../../support/certificate-maker.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { ecKey, openCertificates } from './automatic-certificate-store.ts';
import { openOutbox } from './webhook-outbox.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const host = 'shop.example.com';

onEachControlStore('findings of what is stored', (newLocation) => {
  async function open() {
    const opened = await openCertificates(newLocation);
    const { store, clock, accountUuid } = opened;
    const outbox = await openOutbox(opened.location);
    const endpoint = await outbox.addEndpoint(accountUuid, ['finding.opened', 'finding.resolved']);
    const findings = new Findings(store);
    return {
      ...opened,
      ...outbox,
      endpoint,
      check: () => checkStored(store, findings),
      events: () => outbox.queued(endpoint),
      rows: () =>
        findingTables(store.database.queries)
          .selectFrom('findings')
          .select(['kind', 'severity', 'subject_type', 'subject_host', 'cause_code'])
          .where('resolved_at', 'is', null)
          .orderBy('kind')
          .execute(),
      verdict: async () => (await readAttention(store, accountUuid, [{ host }]))[0]?.verdict.state,
      /** Fails the order that is due. */
      fail: async (failures: number, code: OrderFailureCode, reason = 'no way') => {
        await new AutomaticCertificates(store).fail(await opened.takeOne(), {
          failures,
          nextAttemptAt: clock.time + minuteMs,
          reason,
          code,
          askedAt: clock.time,
        });
        clock.time += minuteMs;
      },
    };
  }

  test('a certificate that three orders failed to get breaks the domain, until one is there', async () => {
    const { store, clock, addDomain, verify, certificateFor, takeOne, fail, check, events, rows, verdict } =
      await open();
    await verify(await addDomain(host));
    for (const failures of [1, 2]) {
      await fail(failures, 'authority_rate_limited');
      await check();
    }
    expect(await rows()).toEqual([]);
    await fail(3, 'authority_rate_limited');
    await check();
    await check();
    expect(await rows()).toEqual([
      {
        kind: 'certificate_failed',
        severity: 'critical',
        subject_type: 'custom_domain',
        subject_host: host,
        cause_code: 'authority_rate_limit',
      },
    ]);
    expect(await verdict()).toBe('broken');
    await fail(4, 'caa_forbids');
    await check();
    expect(await rows()).toMatchObject([{ cause_code: 'caa_forbids' }]);
    await new AutomaticCertificates(store).complete(
      await takeOne(),
      certificateFor(host),
      clock.time + dayMs,
    );
    await check();
    await check();
    expect(await rows()).toEqual([]);
    expect(await events()).toMatchObject([
      { type: 'finding.opened', body: { data: { kind: 'certificate_failed', subject: { host } } } },
      { type: 'finding.resolved', body: { data: { cause_code: 'caa_forbids', state: 'resolved' } } },
    ]);
  });

  test('each reason of a failed order is a cause, and one from before there were codes the general one', async () => {
    const { store, addDomain, verify, fail, check, rows } = await open();
    await verify(await addDomain(host));
    const causes: (string | undefined)[] = [];
    for (const [index, code] of orderFailureCodes.entries()) {
      await fail(
        3 + index,
        code,
        'an account with accounturi that was deactivated does too many CAA requests',
      );
      await check();
      causes.push((await rows())[0]?.cause_code);
    }
    expect(causes).toEqual([
      'records_elsewhere',
      'records_unanswered',
      'challenge_not_delegated',
      'caa_forbids',
      'authority_away',
      'authority_rate_limit',
      'authority_account_refused',
      'order_failed',
      'order_stuck',
      'service_failed',
    ]);
    expect(causes.filter((cause) => !(cause && cause in certificateFailed.causes))).toEqual([]);
    await store.database.transaction((trx) =>
      trx.updateTable('automatic_certificates').set({ last_error_code: null }).execute(),
    );
    await check();
    expect(await rows()).toMatchObject([{ cause_code: 'order_failed' }]);
  });

  test('machines take turns, so that it takes a minute to see twice that all is well', async () => {
    const { store, clock, addDomain, verify, certificateFor, takeOne, fail, rows } = await open();
    const newMachine = () => {
      const turns = new Turns(store);
      const findings = new Findings(store);
      return () => turns.inTurn('stored', minuteMs, () => checkStored(store, findings));
    };
    const [check, checkElsewhere] = [newMachine(), newMachine()];
    await verify(await addDomain(host));
    for (const failures of [1, 2, 3]) await fail(failures, 'authority_rate_limited');
    await check();
    expect(await rows()).toHaveLength(1);
    await new AutomaticCertificates(store).complete(
      await takeOne(),
      certificateFor(host),
      clock.time + dayMs,
    );
    clock.time += minuteMs;
    await Promise.all([check(), checkElsewhere()]);
    await check();
    clock.time += minuteMs / 2;
    await checkElsewhere();
    expect(await rows()).toHaveLength(1);
    // What one fails to do, the next one does.
    clock.time += minuteMs / 2;
    const away = () => Promise.reject(new Error('away'));
    await expect(new Turns(store).inTurn('stored', minuteMs, away)).rejects.toThrow('away');
    await checkElsewhere();
    expect(await rows()).toEqual([]);
  });

  test('a certificate that isn’t renewed is a warning, and critical in its last three days', async () => {
    const { clock, store, addDomain, verify, certificateFor, takeOne, fail, check, rows } = await open();
    await verify(await addDomain(host));
    await new AutomaticCertificates(store).complete(
      await takeOne(),
      certificateFor(host),
      clock.time + 80 * dayMs,
    );
    clock.time += 86 * dayMs;
    await fail(1, 'authority_unreachable');
    await check();
    const expiring = { kind: 'certificate_expiring', subject_host: host, cause_code: 'not_renewed' };
    expect(await rows()).toMatchObject([{ ...expiring, severity: 'warning' }]);
    clock.time += dayMs;
    await check();
    expect(await rows()).toMatchObject([{ ...expiring, severity: 'critical' }]);
  });

  test('an endpoint whose attempts all fail, and a client certificate that ends', async () => {
    const { clock, store, accountUuid, database, endpoint, check, rows, events } = await open();
    const failed = [1, 2, 3].map((minutes) => ({ at: clock.time - minutes * minuteMs }));
    await new AutomaticCertificates(store).want('a.example.com');
    const made = makeCertificate({
      key: ecKey,
      sans: ['client.example.com'],
      notBefore: new Date(clock.time - dayMs),
      notAfter: new Date(clock.time + 10 * dayMs),
    });
    const { uuid } =
      (
        await new Upstreams(store).list({
          accountUuid,
          sort: { field: 'created_at', direction: 'asc' },
          limit: 1,
          offset: 0,
        })
      ).upstreams[0] ?? {};
    await database.queries
      .updateTable('upstreams')
      .set({ tls_client_certificate: made.pem })
      .where('uuid', '=', uuid ?? '')
      .execute();
    await check();
    expect(await rows()).toMatchObject([
      {
        kind: 'client_certificate_expiring',
        subject_type: 'upstream',
        cause_code: 'client_certificate_ends',
      },
    ]);
    const failing = (attempts: readonly object[], since: number | null) =>
      Promise.all([
        database.queries.updateTable('webhook_endpoints').set({ failing_since: since }).execute(),
        database.queries
          .updateTable('webhook_event_deliveries')
          .set({ attempts: JSON.stringify(attempts) })
          .execute(),
      ]);
    await failing(failed.slice(1), clock.time);
    await check();
    expect(await rows()).toHaveLength(1);
    await failing(failed, clock.time);
    await check();
    expect((await rows())[1]).toMatchObject({ kind: 'webhook_failing', subject_type: 'webhook_endpoint' });
    await failing([], clock.time);
    await check();
    await failing([], null);
    await check();
    expect(await rows()).toHaveLength(2);
    await check();
    expect(await rows()).toHaveLength(1);
    expect(await database.queries.selectFrom('webhook_endpoints').select('uuid').execute()).toEqual([
      { uuid: endpoint },
    ]);
    expect((await events()).map(({ body }) => body.data.kind)).toEqual([
      'client_certificate_expiring',
      'webhook_failing',
      'webhook_failing',
    ]);
  });
});

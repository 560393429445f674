/** Work that goes by a clock reads the few rows that it is about, by an index, and not a million others. Source: docs/guides/control-store.md. */
import { CompiledQuery, DefaultQueryExecutor, sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { ControlDatabase } from '../../../src/control/database.ts';
import { Findings } from '../../../src/features/attention/findings.ts';
import { OpenFindings } from '../../../src/features/attention/open-findings.ts';
import { checkStored } from '../../../src/features/attention/stored-checks.ts';
import { AutomaticCertificateList } from '../../../src/features/automatic-certificates/certificate-list.ts';
import { CertificateExpiry } from '../../../src/features/custom-certificates/certificate-expiry.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { storesAt } from './stores.ts';

/** Tables that may have a row for each of a million domains. */
const large = new Set([
  'automatic_certificates',
  'custom_certificates',
  'custom_domains',
  'upstreams',
  'host_states',
  'destination_checks',
  'acme_orders',
  'webhook_event_deliveries',
  'findings',
  'finding_hosts',
]);

onEachControlStore('plans of background work', (newLocation, engine) => {
  const { openWithAccount } = storesAt(newLocation);
  afterEach(() => void vi.restoreAllMocks());

  test('no table is read from its beginning to its end', async () => {
    const { store, location, clock } = await openWithAccount();
    const executed = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
    await checkStored(store, new Findings(store));
    await store.clockSteps.heal();
    await new AutomaticCertificateList(store).totals(clock.now());
    await new CertificateExpiry(store).totals(clock.now());
    const statements = executed.mock.calls
      .map(([query]) => query)
      .filter((query) => /\bfrom\b|update/.test(query.sql));
    executed.mockRestore();
    await using database = await ControlDatabase.open(location, 1);
    // Tables as small as these would be read from end to end.
    if (engine === 'postgres') await sql`set enable_seqscan = off`.execute(database.queries);
    const explain = engine === 'postgres' ? 'explain ' : 'explain query plan ';
    const plans: string[] = [];
    for (const { sql: text, parameters } of statements) {
      const { rows } = await database.queries.executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(explain + text, [...parameters]),
      );
      plans.push(...rows.map((row) => String(row['QUERY PLAN'] ?? row['detail'])));
    }
    const scans = engine === 'postgres' ? /Seq Scan on (\w+)/ : /^SCAN (\w+)$/;
    const scanned = plans.flatMap((line) => scans.exec(line)?.[1] ?? []);
    expect(scanned.filter((table) => large.has(table))).toEqual([]);
    for (const index of [
      'automatic_certificates_failing',
      'automatic_certificates_announced',
      'automatic_certificates_unrenewed',
      'automatic_certificates_lease',
      'automatic_certificates_account_next_rehearsal_at',
      'custom_certificates_announced',
      'upstreams_client_certificates',
      'acme_orders_ordered_at',
      'webhook_event_deliveries_due',
    ])
      expect(plans.join('\n')).toMatch(new RegExp(`\\b${index}\\b`));
  });

  test('the open findings are read without their evidence', async () => {
    const { store, accountUuid } = await openWithAccount();
    const subject = { type: 'host', uuid: null, host: 'shop.example.com' } as const;
    const kind = 'certificate_failed';
    const evidence = { host: 'shop.example.com' };
    const seen = { state: 'bad', causeCode: 'order_failed', evidence } as const;
    await new Findings(store).observe([{ accountUuid, kind, subject, seen }]);
    const executed = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
    const isRelevant = { accountUuid, kind, subject, seen: { state: 'good' } } as const;
    const open = new OpenFindings(store.database.queries);
    expect(await open.relevant([isRelevant], store.clock.now())).toEqual([isRelevant]);
    const results = await Promise.all(executed.mock.results.map(({ value }) => value));
    const rows: object[] = results.flatMap((result) => result.rows);
    expect(rows).toHaveLength(1);
    expect(rows.filter((row) => 'evidence' in row)).toEqual([]);
  });
});

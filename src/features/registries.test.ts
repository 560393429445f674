/** What a feature adds stands in its own value: a list of all tables, routes, schemas or error codes that names it is one too many. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { auditedTables } from '../control/audited.ts';
import { ControlDatabase } from '../control/database.ts';
import { migrate } from '../control/migrate.ts';
import { sealedColumns } from '../control/sealed-columns.ts';
import { storedTables } from '../control/stored-tables.ts';
import { limitNames } from '../core/account-limits.ts';
import { auditActions, auditedKinds } from '../core/audit.ts';
import { webhookEventTypes } from '../core/webhook-event.ts';
import { countedLimits, features, featureTables } from './features.ts';

/**
 * Rows that the store itself reads or writes: its edge workers and their replica, its queue of events, its trail, its secrets, the
 * hosts of an account.
 */
const sharedRows: Readonly<Record<string, readonly string[]>> = {
  Account: ['control/schema.ts', 'control/limit-uses.ts'],
  Annotation: ['control/schema.ts'],
  AuditEvent: ['control/schema.ts'],
  CustomCertificate: ['control/schema.ts', 'control/replica-rows.ts'],
  CustomDomain: ['control/schema.ts', 'control/audited.ts', 'control/replica-rows.ts'],
  ErrorPage: ['control/schema.ts', 'control/replica-rows.ts'],
  Host: ['control/schema.ts', 'control/replica-rows.ts'],
  Limit: ['control/store.ts', 'control/schema.ts', 'control/limit-uses.ts'],
  Redirect: ['control/schema.ts', 'control/audited.ts', 'control/replica-rows.ts'],
  Rule: ['control/schema.ts', 'control/audited.ts'],
  SigningKey: ['control/sealed-columns.ts'],
  Upstream: ['control/schema.ts', 'control/replica-rows.ts', 'control/sealed-columns.ts'],
  Version: ['control/schema.ts', 'control/audited.ts'],
  WebhookEndpoint: ['control/schema.ts', 'control/audited.ts', 'control/sealed-columns.ts'],
};
const ofApi = [
  'api/server.ts',
  'api/reference/document.ts',
  'api/reference/descriptions.ts',
  'api/reference/error-table.ts',
];
const ofStore = [
  'control/store.ts',
  'control/schema.ts',
  'control/audited.ts',
  'control/page-query.ts',
  'control/table-snapshot.ts',
  'control/stored-tables.ts',
  'control/limit-uses.ts',
  'control/sealed-columns.ts',
  'control/secret-keys.ts',
  'control/replica-rows.ts',
];

test('each table is of the store or of one feature, which say what of it is recorded', async () => {
  const { stored, sealed } = await storedTables();
  const passing = ['acme_challenges', 'analytics_lease', 'revision_log'];
  const named = [auditedTables, ...features.map(({ tables = {} }) => tables)].flatMap(Object.keys);
  expect(named.toSorted()).toEqual([...stored, ...sealed, ...passing].toSorted());
});

test('every column that is encrypted with the secret key is listed', async () => {
  await using database = ControlDatabase.openFile(':memory:', 'store');
  await migrate(database);
  const { rows } = await sql<{ name: string }>`
    select tables.name from sqlite_master as tables join pragma_table_info(tables.name) as columns
    where columns.name = 'key_id' and tables.name <> 'secret_keys'`.execute(database.queries);
  expect(sealedColumns.map(({ table }) => table).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('each limit is counted by one feature, or not in the store', () => {
  const elsewhere = ['requests_per_minute', 'event_names', 'property_keys'];
  const counted = countedLimits.map(({ name }) => name);
  expect([...counted, ...elsewhere].toSorted()).toEqual(limitNames.toSorted());
});

test('what the trail and webhooks tell of belongs to a table of a feature', () => {
  // Told when people order, mute or approve one, not when the service writes its row.
  const onOrder = ['automatic_certificate', 'finding', 'plan'];
  const kinds = new Set(Object.values(featureTables).flatMap((table) => table?.kind ?? []));
  expect([...kinds, ...onOrder].toSorted()).toEqual(auditedKinds.toSorted());
  const changed = webhookEventTypes
    .map((type) => type.split('.'))
    .filter(([, action]) => auditActions.some((each) => each === action));
  for (const [kind] of changed) expect([...kinds]).toContain(kind);
});

test('the reference lists the kinds that the trail has', () => {
  const page = readFileSync(new URL('../../docs/reference/audit-trail.md', import.meta.url), 'utf8');
  const [, list = ''] = /^Changes of each `resource` are recorded: ([^.]+?), with the/m.exec(page) ?? [];
  expect([...list.matchAll(/`(\w+)`/g)].map(([, kind]) => kind)).toEqual(auditedKinds);
});

const names = features.flatMap(({ schemas }) => schemas.slice(0, 1).map(({ $id }) => String($id)));

test.each(names)('no list of all of them names %s', (name) => {
  const table = `${name.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase()}s`;
  const word = new RegExp(
    `(?:audited|add|list|create|get|update|delete)${name}s?\\b|${name}(?:Row|Routes|Schema|Body|Resource)|'${table}'|\\b${table}:`,
    'i',
  );
  for (const file of [...ofApi, ...ofStore].filter((each) => !sharedRows[name]?.includes(each))) {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
    const named = text.split('\n').filter((line) => word.test(line));
    expect(named, file).toEqual([]);
  }
});

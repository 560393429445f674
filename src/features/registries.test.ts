/** What a feature adds stands in its own value: a list of all tables, routes, schemas or error codes that names it is one too many. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { auditedTables } from '../control/audited.ts';
import { storedTables } from '../control/stored-tables.ts';
import { features } from './features.ts';

/** Rows that the store itself reads or writes: its edge workers, its queue of events, its trail, the hosts of an account. */
const sharedRows: Readonly<Record<string, readonly string[]>> = {
  Account: ['control/schema.ts'],
  Annotation: ['control/schema.ts'],
  AuditEvent: ['control/schema.ts'],
  CustomCertificate: ['control/schema.ts'],
  CustomDomain: ['control/schema.ts', 'control/audited.ts'],
  ErrorPage: ['control/schema.ts'],
  Host: ['control/schema.ts'],
  Limit: ['control/store.ts', 'control/schema.ts'],
  Redirect: ['control/schema.ts', 'control/audited.ts'],
  Rule: ['control/schema.ts', 'control/audited.ts'],
  Upstream: ['control/schema.ts'],
  WebhookEndpoint: ['control/schema.ts', 'control/audited.ts'],
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
];

test('each table is of the store or of one feature, which say what of it is recorded', async () => {
  const { stored, sealed } = await storedTables();
  const passing = ['acme_challenges', 'analytics_lease', 'revision_log'];
  const named = [auditedTables, ...features.map(({ tables = {} }) => tables)].flatMap(Object.keys);
  expect(named.toSorted()).toEqual([...stored, ...sealed, ...passing].toSorted());
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

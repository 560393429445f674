/** What a feature adds stands in its own value: a list of all tables, routes, schemas or error codes that names it is one too many. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { features } from './features.ts';

/** Their stores are in `control/`. */
const withOwnStore = new Set([
  'AccessToken',
  'Account',
  'AuditEvent',
  'ConnectLink',
  'ErrorPage',
  'Host',
  'Limit',
  'Usage',
  'CustomCertificate',
  'CustomDomain',
  'Redirect',
  'Rule',
  'Session',
  'Upstream',
  'User',
]);
/** Their stores are the kernel's, but events are queued for them in the transaction of each change. */
const queuedFor = new Set(['WebhookEndpoint']);
const ofQueue = new Set(['control/schema.ts', 'control/audited.ts']);
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

const names = features.flatMap(({ schemas }) => schemas.slice(0, 1).map(({ $id }) => String($id)));

test.each(names)('no list of all of them names %s', (name) => {
  const table = `${name.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase()}s`;
  const word = new RegExp(
    `(?:audited|add|list|create|get|update|delete)${name}s?\\b|${name}(?:Row|Routes|Schema|Body|Resource)|'${table}'|\\b${table}:`,
    'i',
  );
  const searched = withOwnStore.has(name) ? ofApi : [...ofApi, ...ofStore];
  for (const file of searched.filter((each) => !(queuedFor.has(name) && ofQueue.has(each)))) {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
    const named = text.split('\n').filter((line) => word.test(line));
    expect(named, file).toEqual([]);
  }
});

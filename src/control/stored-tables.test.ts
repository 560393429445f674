import { expect, test } from 'vitest';
import { storedTables } from './stored-tables.ts';

test('each table comes after those that it refers to, and what means something to running processes only is left out', async () => {
  const { stored, sealed } = await storedTables();
  for (const [first, second] of [
    ['accounts', 'upstreams'],
    ['upstreams', 'custom_domains'],
    ['custom_domains', 'goals'],
    ['access_tokens', 'sessions'],
    ['custom_certificates', 'certificate_keys'],
    ['webhook_endpoints', 'webhook_deliveries'],
  ] as const) {
    expect(stored).toContain(first);
    expect(stored.indexOf(second), second).toBeGreaterThan(stored.indexOf(first));
  }
  expect(sealed).toEqual(['visitor_salts']);
  for (const name of [
    'schema_version',
    'revision_log',
    'analytics_lease',
    'acme_challenges',
    'visitor_salts',
  ])
    expect(stored).not.toContain(name);
});

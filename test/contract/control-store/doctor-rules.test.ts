/** The doctor on rules that have no room, among many. Source: docs/reference/edge.md ("What workers read"). */
import { DefaultQueryExecutor, sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { checkRules } from '../../../src/cli/doctor/rules.ts';
import { rulesLimitBytes } from '../../../src/edge/rules/rules-memory.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { storesAt } from './stores.ts';

const many = 1_500;

onEachControlStore('the doctor on rules', (newLocation) => {
  const { openWithAccount } = storesAt(newLocation);
  afterEach(() => void vi.restoreAllMocks());

  test('it names the largest first, and holds no more than a thousand rows at once', async () => {
    const { store, accountUuid } = await openWithAccount();
    const { queries } = store.database;
    const room = Math.ceil(rulesLimitBytes());
    const rows = Array.from({ length: many }, (_, place) => {
      const sizeBytes = { 0: room, [many - 1]: room + 9_000_000 }[place] ?? 2;
      return sql`(${`u${place}`}, ${accountUuid}, ${`h${place}.example.com`}, '[]', 0, ${sizeBytes}, 1, 1, 1)`;
    });
    await sql`
      insert into host_rules (uuid, account_uuid, host, rules, rule_count, size_bytes, version, created_at, updated_at)
      values ${sql.join(rows)}`.execute(queries);
    const executed = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
    const messages = (await checkRules(store.database)).map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringContaining(`The rules of "h${many - 1}.example.com" (account ${accountUuid}) take about`),
      expect.stringContaining('The rules of "h0.example.com"'),
    ]);
    const results = await Promise.all(executed.mock.results.map(({ value }) => value));
    const sizes = results.flatMap(({ rows: read }) => ('sizeBytes' in (read[0] ?? {}) ? [read.length] : []));
    expect(Math.max(...sizes)).toBe(1_000);
  });
});

/** Fills a control store on PostgreSQL with custom domains by SQL: a million in a minute or two, where the API takes hours. */
import type { Client } from 'pg';
import { withClient } from '../../test/support/postgres.ts';
import { addCustomDomain, type FilledStore } from './nameplate.ts';

/** The hosts of all that are alike; `{n}` stands for the number, of nine digits, as in load plans. */
export const manyHosts = 'shop-{n}.customers.example';
const perStatement = 50_000;
/** Their DNS records are not checked while a benchmark runs; later than a day would be taken for a clock that was wrong. */
const checkedInMs = 20 * 3_600_000;

export function hostNumber(index: number): string {
  return manyHosts.replace('{n}', String(index).padStart(9, '0'));
}

/** Makes `count` custom domains of one upstream, on the hosts from number 0 on, each a copy of one that the store itself makes. */
export async function fillManyHosts(filled: FilledStore, count: number, upstreamPort: number): Promise<void> {
  if (filled.location.kind !== 'postgres') throw new Error('only PostgreSQL is filled by SQL');
  const { url } = filled.location;
  const first = await addCustomDomain(filled, hostNumber(0), upstreamPort);
  await withClient(url, async (client) => {
    await client.query(
      'UPDATE custom_domains SET last_dns_check_at = created_at, next_dns_check_at = created_at + $1',
      [checkedInMs],
    );
    for (let start = 1; start < count; start += perStatement) {
      const numbers = [start, Math.min(start + perStatement, count) - 1];
      await copyRows(client, 'custom_domains', 'uuid', first, numbers, `'uuid', gen_random_uuid()::text, `);
      await copyRows(client, 'host_claims', 'host', hostNumber(0), numbers, '');
      console.error(`${Math.min(start + perStatement, count)} custom domains`);
    }
    // As autovacuum would within minutes.
    await client.query('VACUUM ANALYZE');
  });
}

async function copyRows(
  client: Client,
  table: string,
  key: string,
  value: string,
  numbers: readonly number[],
  others: string,
): Promise<void> {
  const [before, after] = manyHosts.split('{n}');
  await client.query(
    `INSERT INTO ${table} SELECT copied.* FROM ${table} AS one, generate_series($1::int, $2::int) AS n,
      jsonb_populate_record(one, jsonb_build_object(${others}'host', '${before}' || lpad(n::text, 9, '0') || '${after}')) AS copied
    WHERE one.${key} = $3`,
    [...numbers, value],
  );
}

/** Fills a control store on PostgreSQL with custom domains by SQL: a million in a minute or two, where the API takes hours. */
import type { Client } from 'pg';
import { SelfSigner } from '../../src/certificates/self-signed.ts';
import { dayMs } from '../../src/core/time.ts';
import { withClient } from '../../test/support/postgres.ts';
import { addCustomDomain, type FilledStore } from './nameplate.ts';
import { getRequest, type LoadPlan } from './steady-load.ts';
import { uuidsBegin } from './visits-of-domains.ts';

/** The hosts of all that are alike; `{n}` stands for the number, of nine digits, as in load plans. */
const manyHosts = 'shop-{n}.customers.example';
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
      await copyRows(
        client,
        'custom_domains',
        'uuid',
        first,
        numbers,
        `'uuid', '${uuidsBegin}' || lpad(n::text, 12, '0'), `,
      );
      await copyRows(client, 'host_claims', 'host', hostNumber(0), numbers, '');
      console.error(`${Math.min(start + perStatement, count)} custom domains`);
    }
    // As autovacuum would within minutes.
    await client.query('VACUUM ANALYZE');
  });
}

/** Gives the first `count` of these hosts automatic certificates, valid for two months; nobody can open their keys. */
export async function fillCertificates({ location }: FilledStore, count: number): Promise<void> {
  if (location.kind !== 'postgres') throw new Error('only PostgreSQL is filled by SQL');
  const { certificatePem } = new SelfSigner().issue(hostNumber(0), Date.now());
  await withClient(location.url, async (client) => {
    await client.query(
      `WITH stored AS (
        INSERT INTO automatic_certificates
          (host, account_uuid, next_attempt_at, failures, fingerprint, issuer, not_before, expires_at, created_at)
        SELECT host, account_uuid, $1::bigint + $2::bigint, 0, md5(host), 'CN=Benchmark', $1, $1::bigint + 2 * $2::bigint, $1
        FROM custom_domains ORDER BY host LIMIT $3 RETURNING host)
      INSERT INTO automatic_certificate_keys (host, chain_pem, sealed_key, key_id)
        SELECT host, $4, repeat('k', 300), (SELECT key_id FROM secret_keys LIMIT 1) FROM stored`,
      [Date.now(), 30 * dayMs, count, certificatePem],
    );
    await client.query('VACUUM ANALYZE automatic_certificates, automatic_certificate_keys');
  });
}

/** Requests to each of the first `domains` hosts in turn, for an answer of 200 bytes, on connections that are kept. */
export function proxiedOverMany(port: number, domains: number, perSecond: number): LoadPlan {
  const request = getRequest(manyHosts, '/small');
  return {
    port,
    perSecond,
    skipRequests: 0,
    timeoutMs: 10_000,
    numbers: domains,
    kinds: [{ name: 'proxied', connection: 'kept', request, status: 200 }],
  };
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

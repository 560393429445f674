/**
 * Copies rows of the control store to its replica: all that edge workers read, or what a few hosts and certificates need.
 * The tables are named here, and not by their features: they are what the edge reads. Encrypted columns stay encrypted. Writes are plain SQL: a query builder's would count as changes of whoever made the request that
 * has the replica follow, for the audit trail. Source: docs/reference/edge.md ("What workers read").
 */
import { setImmediate } from 'node:timers/promises';
import { CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StorePosition } from '../core/route.ts';
import type { ControlDatabase, ControlQueries } from './database.ts';
import type { ControlLocation } from './location.ts';
import { together } from './pipelining.ts';
import { type ChangedSubjects, startLog } from './revisions.ts';
import { groupBySize, type SizedRow } from './rules-by-size.ts';
import { sealedColumns } from './sealed-columns.ts';

type Engine = ControlLocation['kind'];
type Row = Readonly<Record<string, unknown>>;

/** Every table that workers read, with the columns of its primary key. */
const tables: readonly { readonly name: string; readonly key: readonly string[] }[] = [
  { name: 'upstreams', key: ['uuid'] },
  { name: 'upstream_client_keys', key: ['upstream_uuid'] },
  { name: 'custom_domains', key: ['uuid'] },
  { name: 'redirects', key: ['uuid'] },
  { name: 'rule_upstreams', key: ['rules_uuid', 'upstream_uuid'] },
  { name: 'host_claims', key: ['host'] },
  { name: 'custom_certificates', key: ['uuid'] },
  { name: 'certificate_keys', key: ['certificate_uuid'] },
  { name: 'certificate_names', key: ['certificate_uuid', 'name'] },
  { name: 'automatic_certificates', key: ['host'] },
  { name: 'automatic_certificate_keys', key: ['host'] },
  { name: 'visitor_salts', key: ['from_ms'] },
];

/** Beside those: rows of large texts, which are copied a few at a time. */
const largeTables = ['host_rules', 'error_pages'] as const;
type LargeTable = (typeof largeTables)[number];

const rowsPerPage = 5_000;
const rowsPerCheck = 1_000;
/** SQLite takes 32,766 values, and a turn of the event loop a millisecond or two. */
const rowsPerInsert = 50;

/** Replaces everything. Rows that change meanwhile may be old or new: what the log has of them is copied afterwards. */
export async function copyAll(
  store: ControlQueries,
  replica: ControlQueries,
  position: StorePosition,
): Promise<void> {
  for (const { name, key } of tables) {
    const keys = sql.join(key.map((column) => sql.ref(column)));
    await sql`delete from ${sql.table(name)}`.execute(replica);
    for (let last: Row | undefined, isLast = false; !isLast; ) {
      const after = last;
      const { rows } = await sql<Row>`
        select * from ${sql.table(name)}
        ${after ? sql`where (${keys}) > (${sql.join(key.map((column) => after[column]))})` : sql``}
        order by ${keys} limit ${sql.lit(rowsPerPage)}`.execute(store);
      await put(replica, name, rows);
      last = rows.at(-1);
      isLast = rows.length < rowsPerPage;
    }
  }
  for (const table of largeTables) {
    await sql`delete from ${sql.table(table)}`.execute(replica);
    for (let after = '', isLast = false; !isLast; ) {
      const sizes = await store
        .selectFrom(table)
        .select(['uuid', 'size_bytes'])
        .where('uuid', '>', after)
        .orderBy('uuid')
        .limit(rowsPerPage)
        .execute();
      await copyLarge(store, replica, table, sizes);
      after = sizes.at(-1)?.uuid ?? '';
      isLast = sizes.length < rowsPerPage;
    }
  }
  await startLog(replica, position);
}

/** Reads what the routes of hosts, and the certificates for names, need; the answer writes it. Two ways to the store, which may be far. */
export function readChanged(
  database: ControlDatabase,
  replica: ControlQueries,
  { hosts, certificateNames }: ChangedSubjects,
): Promise<(replica: ControlQueries) => Promise<void>> {
  // A domain's claims may include the host with `www.` before it.
  const owned = [...new Set([...hosts, ...hosts.map((host) => `www.${host}`), ...certificateNames])];
  return database.reading(async (store) => {
    // Those of before too, which may be gone.
    const both = async (id: string, from: string, by: string, values: readonly string[]) => {
      if (values.length === 0) return [];
      const select = (kind: Engine) =>
        sql<Row>`select ${sql.ref(id)} as id from ${sql.raw(from)} where ${isAmong(kind, by, values)}`;
      const found = await together([select(database.kind).execute(store), select('sqlite').execute(replica)]);
      return found.flatMap(({ rows }) => rows.map((row) => String(row['id'])));
    };
    const rulesWithUpstreams =
      'rule_upstreams join host_rules on host_rules.uuid = rule_upstreams.rules_uuid';
    const [rules, domains, domainUpstreams, ruleUpstreams, certificates] = await together([
      both('uuid', 'host_rules', 'host', hosts),
      both('uuid', 'custom_domains', 'host', hosts),
      both('upstream_uuid', 'custom_domains', 'host', hosts),
      both('upstream_uuid', rulesWithUpstreams, 'host', hosts),
      both('certificate_uuid', 'certificate_names', 'name', certificateNames),
    ]);
    const upstreams = [...domainUpstreams, ...ruleUpstreams];
    const read = (table: string, column: string, values: readonly string[]) =>
      readReplacement(store, database.kind, table, column, [...new Set(values)]);
    const readLarge = (table: LargeTable, column: string, values: readonly string[]) =>
      readLargeReplacement(database, store, table, column, [...new Set(values)]);
    const writes = await together([
      read('redirects', 'source_host', hosts),
      read('custom_domains', 'host', hosts),
      read('upstreams', 'uuid', upstreams),
      read('upstream_client_keys', 'upstream_uuid', upstreams),
      read('rule_upstreams', 'rules_uuid', rules),
      read('host_claims', 'host', owned),
      read('automatic_certificates', 'host', owned),
      read('automatic_certificate_keys', 'host', owned),
      read('custom_certificates', 'uuid', certificates),
      read('certificate_keys', 'certificate_uuid', certificates),
      read('certificate_names', 'certificate_uuid', certificates),
      readLarge('host_rules', 'uuid', rules),
      readLarge('error_pages', 'custom_domain_uuid', domains),
      readLarge('error_pages', 'upstream_uuid', upstreams),
    ]);
    return async (transaction) => {
      for (const write of writes) await write(transaction);
    };
  });
}

/** Any number of values in one parameter: SQLite allows 32,766 of them, PostgreSQL 65,535. */
function isAmong(kind: Engine, column: string, values: readonly string[]): RawBuilder<SqlBool> {
  return kind === 'postgres'
    ? sql`${sql.ref(column)} = any(${values}::text[])`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;
}

/** The texts are read when they are written, a few at a time: together they could fill the memory. */
async function readLargeReplacement(
  { queries, kind }: ControlDatabase,
  store: ControlQueries,
  table: LargeTable,
  column: string,
  values: readonly string[],
): Promise<(replica: ControlQueries) => Promise<void>> {
  if (values.length === 0) return async () => {};
  const { rows } = await sql<SizedRow>`
    select uuid, size_bytes from ${sql.table(table)} where ${isAmong(kind, column, values)}`.execute(store);
  return async (replica) => {
    await sql`delete from ${sql.table(table)} where ${isAmong('sqlite', column, values)}`.execute(replica);
    await copyLarge(queries, replica, table, rows);
  };
}

async function copyLarge(
  store: ControlQueries,
  replica: ControlQueries,
  table: LargeTable,
  sizes: readonly SizedRow[],
): Promise<void> {
  for (const uuids of groupBySize(sizes))
    await put(replica, table, await store.selectFrom(table).selectAll().where('uuid', 'in', uuids).execute());
}

/** Brings the keys of visitor hashes up to date, which the log does not have; answers whether they changed. */
export async function copySalts(store: ControlQueries, replica: ControlQueries): Promise<boolean> {
  const select = sql<Row>`select * from visitor_salts order by from_ms`;
  const [wanted, found] = await Promise.all([select.execute(store), select.execute(replica)]);
  if (JSON.stringify(wanted.rows) === JSON.stringify(found.rows)) return false;
  await sql`delete from visitor_salts`.execute(replica);
  await put(replica, 'visitor_salts', wanted.rows);
  return true;
}

/**
 * Brings rows up to date that a rotation of the secret key has encrypted again, which the log does not have either. It is asked only
 * while the store's keys are others than those for which it last found nothing: `settled` says which. Answers for which it found
 * nothing now.
 */
export async function copyResealed(
  { queries: store, kind }: ControlDatabase,
  replica: ControlQueries,
  settled: string | undefined,
): Promise<string | undefined> {
  const keys = await store.selectFrom('secret_keys').select(['key_id', 'state']).orderBy('key_id').execute();
  const current = keys.find(({ state }) => state === 'current');
  const found = JSON.stringify(keys);
  if (!current || found === settled) return settled;
  let isSettled = true;
  for (const { table, id } of sealedColumns) {
    if (!tables.some(({ name }) => name === table)) continue;
    if (!(await hasOtherKey(replica, table, current.key_id))) continue;
    const ids = sql.ref(id);
    for (let after = '', isLast = false; !isLast; ) {
      const { rows } = await sql<{ id: string }>`
        select ${ids} as id from ${sql.table(table)}
        where ${ids} > ${after} and (key_id is null or key_id <> ${current.key_id})
        order by ${ids} limit ${sql.lit(rowsPerCheck)}`.execute(replica);
      const stale = rows.map((row) => row.id);
      if (stale.length > 0) isSettled = false;
      await (await readReplacement(store, kind, table, id, stale))(replica);
      after = stale.at(-1) ?? '';
      isLast = stale.length < rowsPerCheck;
    }
  }
  return isSettled ? found : undefined;
}

/** From the index of `key_id`, whose entries of the current key are a million: "other than" would read them all. */
async function hasOtherKey(replica: ControlQueries, table: string, keyId: string): Promise<boolean> {
  const rowWith = sql`select 1 from ${sql.table(table)} where key_id`;
  const { rows } = await sql<{ found: number }>`
    select exists (${rowWith} is null) or exists (${rowWith} < ${keyId}) or exists (${rowWith} > ${keyId})
      as found`.execute(replica);
  return rows[0]?.found === 1;
}

async function readReplacement(
  store: ControlQueries,
  kind: Engine,
  table: string,
  column: string,
  values: readonly string[],
): Promise<(replica: ControlQueries) => Promise<void>> {
  if (values.length === 0) return async () => {};
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where ${isAmong(kind, column, values)}`.execute(store);
  return async (replica) => {
    await sql`delete from ${sql.table(table)} where ${isAmong('sqlite', column, values)}`.execute(replica);
    await put(replica, table, rows);
  };
}

/** A row that moved to another key while it was copied is replaced. */
async function put(replica: ControlQueries, table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  // A newer program may have added columns to the store that this one does not know.
  const known = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(replica);
  const columns = known.rows.map(({ name }) => name);
  const names = columns.map((column) => `"${column}"`).join(', ');
  const places = `(${columns.map(() => '?').join(', ')})`;
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const part = rows.slice(start, start + rowsPerInsert);
    // Composed anew for each statement, the text would cost more than the insert.
    const text = `insert or replace into "${table}" (${names}) values ${part.map(() => places).join(', ')}`;
    const values = part.flatMap((row) => columns.map((column) => row[column] ?? null));
    await replica.executeQuery(CompiledQuery.raw(text, values));
    if (part.length === rowsPerInsert) await setImmediate();
  }
}

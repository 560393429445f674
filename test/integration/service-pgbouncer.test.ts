/** The control store behind a pooler as Debian has it. Source: docs/guides/operations.md ("The control store"). */
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { ControlDatabase } from '../../src/control/database.ts';
import { hasPostgres, newDatabase } from '../support/databases.ts';
import { Pgbouncer } from '../support/pgbouncer.ts';
import { TestService } from '../support/service.ts';
import { lacksCommand } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const isAway = !hasPostgres() || lacksCommand('pgbouncer', 'the control store behind PgBouncer');

test.skipIf(isAway).each(['session', 'transaction'] as const)(
  'PgBouncer stands between in %s mode: 40 writes at once succeed, and the edge has them',
  async (poolMode) => {
    const { url } = await Pgbouncer.start(await newDatabase('nothing'), poolMode);
    const service = await TestService.start({ dataDir: await tempDir(), control: { kind: 'postgres', url } });
    onTestFinished(async () => void (await service.stop()));
    const hosts = Array.from({ length: 40 }, (_, index) => `h${index}.example.com`);
    const answers = await Promise.all(
      hosts.map((host) =>
        service.api(service.redirects, {
          method: 'POST',
          json: { source_host: host, destination_url: 'https://dest.example' },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(hosts.map(() => 201));
    await Promise.all(
      hosts.map((host) => expect.poll(async () => (await service.edge(host, '/')).status).toBe(301)),
    );
    const listed = await service.api(`${service.redirects}?per_page=50`);
    expect(listed.body.pagination.count).toBe(hosts.length);
  },
);

test.skipIf(isAway)(
  'each transaction has its time limits, on whatever connection the pooler runs it',
  async () => {
    const { url } = await Pgbouncer.start(await newDatabase('nothing'), 'transaction');
    await using database = await ControlDatabase.open({ kind: 'postgres', url });
    await sql`select 1`.execute(database.queries);
    // It keeps the connection on which ours was set up.
    const other = new Client({ connectionString: url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('begin');
    const limits = await database.transaction(async (trx) => {
      const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name in ('idle_in_transaction_session_timeout', 'statement_timeout')
      order by name`.execute(trx);
      return rows.map(({ name, setting }) => `${name} ${setting}`);
    });
    expect(limits).toEqual(['idle_in_transaction_session_timeout 8000', 'statement_timeout 10000']);
    const isolation = await database.queries
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => (await sql`show transaction_isolation`.execute(trx)).rows);
    expect(isolation).toEqual([{ transaction_isolation: 'repeatable read' }]);
  },
);

test.skipIf(isAway)(
  'one connection listens past the pooler, and a process has no more than it may',
  async () => {
    const listenUrl = await newDatabase('nothing');
    const { url } = await Pgbouncer.start(listenUrl, 'transaction');
    const service = await TestService.start({
      dataDir: await tempDir(),
      control: { kind: 'postgres', url, listenUrl, connections: 3 },
    });
    onTestFinished(async () => void (await service.stop()));
    const observer = new Client({ connectionString: listenUrl });
    await observer.connect();
    onTestFinished(() => observer.end());
    const sessions = async () => {
      const { rows } = await observer.query<{ query: string }>(
        `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
      return rows.map(({ query }) => query);
    };
    expect((await sessions()).filter((query) => query.startsWith('listen'))).toHaveLength(1);
    const hosts = Array.from({ length: 40 }, (_, index) => `h${index}.example.com`);
    const seen: number[] = [];
    const created = new AbortController();
    const look = async () => {
      while (!created.signal.aborted) seen.push((await sessions()).length);
    };
    const creating = Promise.all(
      hosts.map((source_host) =>
        service.api(service.redirects, { json: { source_host, destination_url: 'https://dest.example' } }),
      ),
    ).finally(() => created.abort());
    const [answers] = await Promise.all([creating, look()]);
    expect(answers.map(({ status }) => status)).toEqual(hosts.map(() => 201));
    expect(seen.length).toBeGreaterThan(0);
    expect(Math.max(...seen)).toBeLessThanOrEqual(3);
    await expect.poll(async () => (await service.edge('h39.example.com', '/')).status).toBe(301);
  },
);

/** The throw-away PostgreSQL of the other suites: it boots, it separates databases, it leaves nothing behind. */
import { connect } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres, type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { skipLoudly } from '../../support/skips.ts';

const binaries = findPostgres();
if (binaries === undefined) skipLoudly('PostgreSQL', 'no initdb and postgres on this machine');

describe.skipIf(binaries === undefined)('startPostgres', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  it('makes databases apart from each other', async () => {
    const [one, other] = await Promise.all([server.createDatabase(), server.createDatabase()]);
    expect(one).not.toBe(other);
    await query(one, 'create table only_here (id int)');
    expect(await query(one, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await query(one, `select to_regclass('only_here') is not null as there`)).toEqual([
      { there: true },
    ]);
    expect(await query(other, `select to_regclass('only_here') is not null as there`)).toEqual([
      { there: false },
    ]);
  });

  it('copies a template, several at once', async () => {
    const template = await server.createDatabase();
    await query(template, 'create table copied as select 7 as n');
    const copies = await Promise.all([1, 2, 3].map(() => server.createDatabase({ template })));
    expect(new Set(copies).size).toBe(3);
    for (const copy of copies) expect(await query(copy, 'select n from copied')).toEqual([{ n: 7 }]);
    await query(copies[0] ?? '', 'delete from copied');
    expect(await query(copies[1] ?? '', 'select n from copied')).toEqual([{ n: 7 }]);
  });

  it('answers on its Unix socket too', async () => {
    const rows = await query(server.socketUrl('postgres'), 'select inet_server_addr() is null as local');
    expect(rows).toEqual([{ local: true }]);
  });

  it('names what it could not create', async () => {
    await expect(server.createDatabase({ template: 'no_such_template' })).rejects.toThrow('no_such_template');
    expect(await query(await server.createDatabase(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('closes its port when stopped, with a client still connected, and can be stopped twice', async () => {
    const client = new Client({ connectionString: server.url('postgres') });
    client.on('error', () => {});
    await client.connect();
    const port = Number(new URL(server.url('postgres')).port);
    expect(await accepts(port)).toBe(true);
    await server.stop();
    await server.stop();
    expect(await accepts(port)).toBe(false);
    await client.end();
  });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const result = await client.query<Record<string, unknown>>(sql);
    return result.rows;
  } finally {
    await client.end();
  }
}

async function accepts(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
    socket.once('connect', () => socket.destroy());
  });
}

/**
 * What reaches a ClickHouse server when an insert's answer does not come back: the same bytes under the same token, from the
 * same process and from the next one. Source: docs/reference/spool.md ("Inserts and retries").
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { analyticsSchemaVersion } from '../../../src/analytics/engine/migrate.ts';
import { segmentHeader, segmentName } from '../../../src/analytics/ingest/segment-name.ts';
import { numberedLine } from '../../support/spool-directory.ts';
import { tempDir } from '../../support/temp-dir.ts';

type Insert = {
  readonly token: string;
  readonly statement: string;
  readonly body: string;
  readonly atMs: number;
};
type Answer = (response: ServerResponse, number: number) => void;

/** Knows tokens as the server does, answers each insert as it is told, and finds no rows that are looked for: the worst case. */
async function startServer(
  answer: Answer,
): Promise<{ url: string; inserts: Insert[]; stored: () => number }> {
  const inserts: Insert[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const parameters = new URL(request.url ?? '/', 'http://server').searchParams;
      const isZipped = request.headers['content-encoding'] === 'gzip';
      const body = await buffer(isZipped ? request.pipe(createGunzip()) : request).catch(() =>
        Buffer.alloc(0),
      );
      const statement = parameters.get('query') ?? body.toString('latin1');
      if (statement.startsWith('INSERT INTO requests')) {
        inserts.push({
          token: /insert_deduplication_token = '([0-9a-f]{64})'/.exec(statement)?.[1] ?? '',
          statement,
          body: createHash('sha256').update(body).digest('hex'),
          atMs: performance.now(),
        });
        answer(response, inserts.length);
      } else if (statement.includes('max(version)')) response.end(`{"version":${analyticsSchemaVersion}}\n`);
      else response.end();
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/default`,
    inserts,
    stored: () => new Set(inserts.map(({ token }) => token)).size,
  };
}

async function putSegments(directory: string, writer: string, from: number, to: number): Promise<void> {
  for (let number = from; number < to; number++) {
    const name = segmentName('requests', `0190b6a0-0000-7000-8000-00000000000${writer}`, number);
    await writeFile(join(directory, `${name}.ndjson`), segmentHeader('requests') + numberedLine(number));
  }
}

function ship(directory: string, url: string): ChildProcess {
  const program = fileURLToPath(new URL('ship-to-server.ts', import.meta.url));
  const child = spawn(process.execPath, [program, directory, url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const isEmpty = async (directory: string): Promise<boolean> =>
  (await readdir(directory)).every((name) => name.endsWith('.lock'));
const patience = { timeout: 60_000 };

/** What a retry has in common with the first try. */
const sent = ({ token, statement, body }: Insert): object => ({ token, statement, body });

test('killed between an insert and its answer: the next process sends the same bytes', async () => {
  // The server stores each, and answers none of the first two.
  const server = await startServer((response, number) => void (number > 2 && response.end()));
  const directory = await tempDir();
  await putSegments(directory, 'a', 0, 3);
  let child = ship(directory, server.url);
  await expect.poll(() => server.inserts.length, patience).toBe(1);
  await putSegments(directory, 'a', 3, 5);
  await kill(child);
  child = ship(directory, server.url);
  await expect.poll(() => server.inserts.length, patience).toBe(2);
  await kill(child);
  ship(directory, server.url);
  await expect.poll(() => isEmpty(directory), patience).toBe(true);
  const [first, ...others] = server.inserts;
  // The third time it is answered; what came since follows under a token of its own.
  expect(others).toHaveLength(3);
  for (const retry of others.slice(0, 2)) expect(sent(retry)).toEqual(first && sent(first));
  expect(server.stored()).toBe(2);
  for (const { statement } of server.inserts) expect(statement).toContain('async_insert = 0');
});

test('a connection that breaks before the answer, while the server goes on storing', async () => {
  const server = await startServer((response, number) =>
    number < 3 ? void response.socket?.destroy() : void response.end(),
  );
  const directory = await tempDir();
  await putSegments(directory, 'a', 0, 3);
  ship(directory, server.url);
  await expect.poll(() => server.inserts.length, patience).toBeGreaterThan(0);
  await putSegments(directory, 'a', 3, 4);
  await expect.poll(() => isEmpty(directory), patience).toBe(true);
  const [first, ...others] = server.inserts;
  expect(others).toHaveLength(3);
  for (const retry of others.slice(0, 2)) expect(sent(retry)).toEqual(first && sent(first));
  expect(server.stored()).toBe(2);
});

test('two machines: an insert a second each, and no token of one is the other’s', async () => {
  const server = await startServer((response) => void response.end());
  const directories = [await tempDir(), await tempDir()];
  for (const [index, directory] of directories.entries()) {
    await putSegments(directory, String(index), 0, 2);
    ship(directory, server.url);
  }
  for (let number = 2; number < 6; number++) {
    for (const [index, directory] of directories.entries())
      await putSegments(directory, String(index), number, number + 1);
    await new Promise((resolve) => setTimeout(resolve, 600));
  }
  for (const directory of directories) await expect.poll(() => isEmpty(directory), patience).toBe(true);
  expect(server.stored()).toBe(server.inserts.length);
  const took = (server.inserts.at(-1)?.atMs ?? 0) - (server.inserts[0]?.atMs ?? 0);
  // Of each, at most one a second.
  expect(server.inserts.length).toBeLessThanOrEqual(2 * (Math.floor(took / 1_000) + 1));
});

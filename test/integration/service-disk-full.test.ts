/** A disk that fills up under a running service, and is cleared. Source: docs/guides/operations.md. */
import { execFileSync } from 'node:child_process';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { postgresUser, startPostgres } from '../support/postgres.ts';
import { TestService } from '../support/service.ts';
import type { ApiAnswer } from '../support/service-client.ts';
import { skipLoudly } from '../support/skips.ts';
import { canMount, type SmallDisk, smallDisk } from '../support/small-disk.ts';
import { tempDir } from '../support/temp-dir.ts';

let created = 0;
/** Each takes some room of its own: pages that have room in them already let some writes pass. */
function createRedirect(service: TestService): Promise<ApiAnswer> {
  created += 1;
  const destination_url = `https://dest.example/${'x'.repeat(1_500)}`;
  return service.api(service.redirects, {
    json: { source_host: `full${created}.example.com`, destination_url },
  });
}

async function controlStoreState(service: TestService): Promise<string> {
  const answer = await fetch(`${service.apiOrigin}/readyz`);
  const body: unknown = await answer.json();
  return `${answer.status} ${JSON.stringify(body)}`;
}

async function expectFullAndCleared(service: TestService, disk: SmallDisk, code: string): Promise<void> {
  const { body: before } = await createRedirect(service);
  await disk.fill();
  await expect.poll(async () => (await createRedirect(service)).status).not.toBe(201);
  for (let round = 0; round < 3; round++) {
    const refused = await createRedirect(service);
    expect(refused).toMatchObject({ status: 503, body: { error_code: 'unavailable' } });
    expect(refused.headers.get('retry-after')).not.toBeNull();
  }
  expect(await controlStoreState(service)).toMatch(
    new RegExp(`^503 .*"control_store":"takes no writes \\(${code}\\)"`),
  );
  expect(service.output).toContain(code);
  expect(service.output).not.toMatch(/cannot rollback|internal_error/);
  expect((await service.api(`${service.redirects}/${before.uuid}`)).body).toEqual(before);
  expect((await service.edge(before.source_host)).status).toBe(301);

  await disk.clear();
  expect((await createRedirect(service)).status).toBe(201);
  await expect.poll(() => controlStoreState(service)).toMatch(/^200 /);
}

describe.skipIf(!canMount)('a full disk', () => {
  test('under SQLite: writes are 503 with the cause in the log and /readyz, reads and redirects go on', async () => {
    const disk = await smallDisk(128);
    const service = await TestService.start({ dataDir: disk.path });
    onTestFinished(async () => void (await service.stop()));
    await expectFullAndCleared(service, disk, 'SQLITE_FULL');
    expect(await service.stop()).toBe(0);
  });

  test('under PostgreSQL: the same', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const disk = await smallDisk(24);
    const { uid, gid } = postgresUser();
    execFileSync('chown', [`${uid}:${gid}`, disk.path]);
    const client = new Client({ connectionString: server.url('postgres') });
    await client.connect();
    await client.query(`create tablespace small location '${disk.path}'`);
    await client.query('create database small template template0 tablespace small');
    await client.end();
    const service = await TestService.start({
      dataDir: await tempDir(),
      control: { kind: 'postgres', url: server.url('small') },
    });
    onTestFinished(async () => void (await service.stop()));
    await expectFullAndCleared(service, disk, '53100');
  });
});

if (!canMount) skipLoudly('a full disk', 'only root may mount a file system to fill');

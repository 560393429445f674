/**
 * `nameplate backup` and `restore`: what is restored answers as what was backed up, on every pair of stores.
 * Source: docs/reference/backups.md.
 */
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ClickhouseFront } from '../support/clickhouse-front.ts';
import { hasPostgres, newDatabase } from '../support/databases.ts';
import { createDomain, loopbackUpstreams, reportOf } from '../support/domains.ts';
import { readEverything } from '../support/everything.ts';
import { runProgram } from '../support/program.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const passphrase = 'correct horse battery';
const agentField =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

type Stores = { readonly NAMEPLATE_DATABASE_URL?: string; readonly NAMEPLATE_CLICKHOUSE_URL?: string };

async function makeDemo(dataDir: string): Promise<string> {
  const { code, stdout, stderr } = await runProgram(['demo', '--json', '--days', '3'], { dataDir });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout).token;
}

async function serve(dataDir: string, token: string, stores: Stores = {}): Promise<TestService> {
  const env = await serviceEnvironment({
    dataDir,
    env: {
      ...loopbackUpstreams,
      ...stores,
      NAMEPLATE_BOOTSTRAP_TOKEN: '',
      NAMEPLATE_RATE_LIMIT: '0',
      NAMEPLATE_EVENT_RATE_LIMIT: '0',
    },
  });
  const service = await TestService.startWith(env, { token });
  onTestFinished(async () => {
    await service.stop();
  });
  return service;
}

async function backUp(dataDir: string, file: string, env: Readonly<Record<string, string>> = {}) {
  const made = await runProgram(['backup', '--json', file], {
    dataDir,
    env: { NAMEPLATE_BACKUP_PASSPHRASE: passphrase, ...env },
  });
  expect(made).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(made.stdout);
}

async function restore(dataDir: string, file: string, env: Readonly<Record<string, string>> = {}) {
  return await runProgram(['restore', file], {
    dataDir,
    env: { NAMEPLATE_BACKUP_PASSPHRASE: passphrase, ...env },
  });
}

/** Where the content of each entry of a tar is. Source: POSIX.1-2017, pax ("ustar Interchange Format"). */
function tarEntries(tar: Buffer): { name: string; start: number; size: number }[] {
  const entries = [];
  for (let at = 0; tar[at] !== 0; ) {
    const text = (from: number, length: number) =>
      tar.toString('latin1', at + from, at + from + length).replace(/\0.*/s, '');
    const [name, size, start] = [text(0, 100), Number.parseInt(text(124, 12), 8), at + 512];
    entries.push({ name, start, size });
    at = start + Math.ceil(size / 512) * 512;
  }
  return entries;
}

test('a backup made under load has what was acknowledged before it, once', async () => {
  const directory = await tempDir();
  const [dataDir, restored] = [join(directory, 'data'), join(directory, 'restored')];
  const file = join(directory, 'b.tar');
  const token = await makeDemo(dataDir);
  const upstream = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
  onTestFinished(() => void upstream.close());
  await delay(50);
  const address = upstream.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  const service = await serve(dataDir, token);
  const host = 'loaded.example.com';
  const domain = await createDomain(service, host, port);
  const counted = { views: new Map<string, number>(), requests: 0 };
  const load = { isOn: true };
  const client = async (number: number): Promise<void> => {
    // A report lists no more of them.
    for (let turn = 0; load.isOn && turn < 2_400; turn++) {
      const path = `/c${number}/${turn}`;
      const body = JSON.stringify({ u: `https://${host}${path}`, r: '', w: 1_280 });
      const headers = { 'user-agent': agentField, 'content-type': 'text/plain' };
      const event = await service.edge(host, '/.nameplate/event', { method: 'POST', headers, body });
      if (event.status === 202) counted.views.set(path, performance.now());
      const proxied = await service.edge(host, `/p${number}`);
      if (proxied.status === 200) counted.requests += 1;
    }
  };
  const clients = Array.from({ length: 4 }, (_, number) => client(number));
  // Over several segments, so that some are shipped and some wait.
  await expect.poll(() => counted.views.size).toBeGreaterThan(150);

  const before = { tick: performance.now(), requests: counted.requests };
  await delay(100);
  const outcome = await backUp(dataDir, file, service.env);
  const after = { tick: performance.now(), requests: counted.requests };
  expect(after.requests).toBeGreaterThan(before.requests);
  load.isOn = false;
  await Promise.all(clients);
  expect(outcome).toMatchObject({ sealed: true, analytics_rows: expect.any(Number) });
  expect(readdirSync(dataDir).filter((name) => name.startsWith('backup-'))).toEqual([]);
  const original = await readEverything(service, [host]);
  await service.stop();

  expect(await restore(restored, file)).toMatchObject({ code: 0, stderr: '' });
  const copy = await serve(restored, token);
  expect(await readEverything(copy, [host])).toEqual(original);

  const wanted = [...counted.views].filter(([, tick]) => tick <= before.tick).map(([path]) => path);
  expect(wanted.length).toBeGreaterThan(100);
  let views = new Map<string, number>();
  const missing = async (): Promise<string[]> => {
    const { data } = await reportOf(copy, domain, 'pages', '?limit=10000');
    views = new Map(data.map(({ path, views: count }: { path: string; views: number }) => [path, count]));
    return wanted.filter((path) => !views.has(path));
  };
  await expect.poll(missing, { interval: 250 }).toEqual([]);
  expect([...views].filter(([, count]) => count !== 1)).toEqual([]);
});

describe('between stores', () => {
  let front: ClickhouseFront;
  beforeAll(async () => {
    front = await ClickhouseFront.start();
  });
  afterAll(async () => {
    await front[Symbol.asyncDispose]();
  });

  test('from embedded stores to servers, and back', { timeout: 600_000 }, async () => {
    const directory = await tempDir();
    const dataDir = join(directory, 'embedded');
    const token = await makeDemo(dataDir);
    const file = join(directory, 'embedded.tar');
    await backUp(dataDir, file);
    const first = await serve(dataDir, token);
    const original = await readEverything(first);
    await first.stop();

    const database = async (): Promise<Stores> =>
      hasPostgres() ? { NAMEPLATE_DATABASE_URL: await newDatabase('nothing') } : {};
    const server = (): Stores => ({ NAMEPLATE_CLICKHOUSE_URL: front.url });
    const targets: Stores[] = [await database(), { ...(await database()), ...server() }];
    for (const [number, stores] of targets.entries()) {
      const target = join(directory, `target-${number}`);
      expect(await restore(target, file, { ...stores })).toMatchObject({ code: 0, stderr: '' });
      const copy = await serve(target, token, stores);
      expect(await readEverything(copy)).toEqual(original);
      if (number === 1) {
        const again = join(directory, 'servers.tar');
        await backUp(target, again, copy.env);
        const back = join(directory, 'back');
        expect(await restore(back, again)).toMatchObject({ code: 0, stderr: '' });
        expect(await readEverything(await serve(back, token))).toEqual(original);
        // Both stores have tables now.
        const refused = await restore(join(directory, 'other'), file, { ...stores });
        expect(refused.code).toBe(1);
        expect(refused.stderr).toContain('restore into an empty database');
        expect(readdirSync(join(directory, 'other'))).toEqual([]);
      }
      await copy.stop();
    }
  });
});

describe('what is refused', () => {
  let directory: string;
  let file: string;
  let size: number;
  let token: string;
  beforeAll(async () => {
    directory = await tempDir('file');
    const dataDir = join(directory, 'data');
    token = await makeDemo(dataDir);
    writeFileSync(join(directory, 'short'), 'short\n');
    file = join(directory, 'b.tar');
    await backUp(dataDir, file);
    size = statSync(file).size;
  });

  let targets = 0;
  async function expectRefused(
    source: string,
    reason: RegExp,
    env: Record<string, string> = {},
  ): Promise<void> {
    const target = join(directory, `t${targets++}`);
    const refused = await restore(target, source, env);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(reason);
    expect(refused.stderr.trim()).not.toContain('\n');
    expect(existsSync(target) ? readdirSync(target) : []).toEqual([]);
  }

  test('a backup that was cut short, wherever', async () => {
    const content = await readFile(file);
    for (const end of [
      0,
      100,
      512,
      1_000,
      Math.floor(size / 3),
      Math.floor(size / 2),
      size - 10_240,
      size - 1_024,
    ]) {
      const cut = join(directory, 'cut.tar');
      await writeFile(cut, content.subarray(0, end));
      await expectRefused(cut, /cut short|no manifest/);
    }
  });

  test('a backup that was altered', async () => {
    const content = await readFile(file);
    const entries = tarEntries(content);
    expect(entries.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['sealed.json', 'manifest.json.sha256']),
    );
    const chosen = [entries[0], entries[Math.floor(entries.length / 2)], ...entries.slice(-2)];
    for (const entry of chosen) {
      if (!entry) throw new Error('the backup has no entries');
      // The name in the header, then the content's first, middle and last byte.
      const { start, size: bytes } = entry;
      for (const at of [start - 512, start, start + Math.floor(bytes / 2), start + bytes - 1]) {
        const bitFlipped = Buffer.from(content);
        bitFlipped[at] = (bitFlipped[at] ?? 0) ^ 1;
        const altered = join(directory, 'altered.tar');
        await writeFile(altered, bitFlipped);
        await expectRefused(altered, /altered|does not belong|cannot be read|no manifest/);
      }
    }
  });

  test('a wrong passphrase, none, and a file that is something else', async () => {
    await expectRefused(file, /the passphrase is not the one/, {
      NAMEPLATE_BACKUP_PASSPHRASE: 'another passphrase',
    });
    await expectRefused(file, /give its passphrase/, { NAMEPLATE_BACKUP_PASSPHRASE: '' });
    await expectRefused(join(directory, 'none.tar'), /FILE ".+": no such file/);
    await expectRefused(join(directory, 'short'), /no backup/);
    const used = await runProgram(['restore', file, '--passphrase-file', join(directory, 'short')], {
      dataDir: join(directory, 'unused'),
    });
    expect(used).toMatchObject({ code: 2 });
    expect(used.stderr).toContain('allowed: 12 to 1024 characters');
  });

  test('a directory that is not empty, and one that is served', async () => {
    const dataDir = join(directory, 'data');
    const there = await restore(dataDir, file);
    expect(there.stderr).toMatch(/^nameplate: the data directory ".+" is not empty, it has ".+": [^\n]+\n$/);
    const copy = join(directory, 'served');
    expect(await restore(copy, file)).toMatchObject({ code: 0 });
    await serve(copy, token);
    const served = await restore(copy, file);
    expect(served).toMatchObject({ code: 1 });
    expect(served.stderr).toContain('the service runs on');
  });

  test('another secret key in the target', async () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    await expectRefused(file, /NAMEPLATE_SECRET_KEY is another key/, { NAMEPLATE_SECRET_KEY: key });
  });

  test('a target that exists', async () => {
    const made = await runProgram(['backup', file], { dataDir: join(directory, 'data') });
    expect(made).toMatchObject({ code: 1, stdout: '' });
    expect(made.stderr).toContain('exists; choose another name');
  });

  test('nothing else: an unsealed backup needs the key from elsewhere', async () => {
    const open = join(directory, 'open.tar');
    const made = await runProgram(['backup', open], { dataDir: join(directory, 'data') });
    expect(made).toMatchObject({ code: 0 });
    expect(made.stderr).toContain('The secret key and the visitor salts are not in it');
    const [without, given] = [join(directory, 'without'), join(directory, 'given')];
    const restored = await restore(without, open);
    expect(restored).toMatchObject({ code: 0 });
    expect(restored.stderr).toContain('There is no secret key');
    await mkdir(given);
    await copyFile(join(directory, 'data', 'secret.key'), join(given, 'secret.key'));
    expect(await restore(given, open)).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(given, 'control.db'))).toBe(true);
  });
});

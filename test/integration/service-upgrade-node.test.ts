/**
 * A new version runs on the Node that came with it, and is refused on one that it doesn't support. Source:
 * docs/guides/operations.md ("Upgrading"), docs/guides/install.md ("Node").
 */
import { spawnSync } from 'node:child_process';
import { readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { edgeLoad } from '../support/open-load.ts';
import { bringNode, copyProgram, otherNode } from '../support/other-program.ts';
import { isAlive, serviceEnvironment, TestService } from '../support/service.ts';
import { createRedirect, startService, whenReady } from '../support/service-of-test.ts';
import { tempDir } from '../support/temp-dir.ts';
import { upgrade } from '../support/upgrades.ts';

const host = 'go.example.com';

/** The programs that the application process and the workers run on, each once. */
async function runtimesOf(service: TestService): Promise<string[]> {
  const pids = [...service.applicationPids(), ...service.workerPids()];
  const runtimes = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/exe`)));
  return [...new Set(runtimes)];
}

test.skipIf(process.platform !== 'linux')(
  'a new version runs on its own Node, also after the old one is deleted and processes are killed',
  async () => {
    const [old, next, last] = [
      await copyProgram('1.0.0'),
      await copyProgram('2.0.0'),
      await copyProgram('3.0.0'),
    ];
    const oldNode = await bringNode(old);
    const nextNode = await bringNode(next, otherNode);
    const lastNode = await bringNode(last);
    const env = await serviceEnvironment({ dataDir: await tempDir(), workers: 2 });
    const service = await TestService.startWith(env, { program: join(old, 'nameplate') });
    onTestFinished(async () => void (await service.stop()));
    await createRedirect(service, host);
    expect(await runtimesOf(service)).toEqual([oldNode]);

    const loads = [edgeLoad(service, host, 10), edgeLoad(service, host, 10, true)];
    const upgraded = await upgrade(service, '--program', next);
    expect(upgraded).toMatchObject({ code: 0, stdout: 'version 2.0.0 serves\n' });
    expect(await runtimesOf(service)).toEqual([nextNode]);
    for (const load of loads) expect(Object.keys(await load.stop())).toEqual(['301']);

    await rm(old, { recursive: true });
    const [killed = 0, kept = 0] = service.workerPids();
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => service.workerPids().filter((pid) => pid !== killed).length).toBe(2);
    expect(service.workerPids()).toContain(kept);
    const application = service.applicationPid;
    process.kill(application, 'SIGKILL');
    await expect.poll(() => service.applicationPids().some((pid) => pid !== application)).toBe(true);
    await whenReady(service);
    expect(await runtimesOf(service)).toEqual([nextNode]);
    expect((await createRedirect(service, 'after.example.com')).status).toBe(201);
    for (let i = 0; i < 8; i++) expect((await service.edge('after.example.com')).status).toBe(301);

    // The supervisor, whose own program is gone, can still be upgraded.
    const again = edgeLoad(service, host, 10);
    expect((await upgrade(service, '--program', join(last, 'nameplate'))).code).toBe(0);
    expect(await runtimesOf(service)).toEqual([lastNode]);
    expect(Object.keys(await again.stop())).toEqual(['301']);
    expect(isAlive(service.process.pid ?? 0)).toBe(true);
  },
);

test('a new environment can name another Node', async () => {
  const service = await startService();
  const chosen = await bringNode(await copyProgram('1.0.0'), otherNode);
  const env = { ...service.env, NAMEPLATE_NODE: chosen };
  expect((await upgrade({ env }, '--new-environment')).code).toBe(0);
  if (process.platform === 'linux') expect(await runtimesOf(service)).toEqual([chosen]);
});

test('on a Node that it does not support, a program says so before it loads a library', async () => {
  const directory = await copyProgram('2.0.0');
  // No library can be loaded.
  await rm(join(directory, 'node_modules'));
  await writeFile(
    join(directory, 'node-versions.txt'),
    '# Lines of the future.\n98.1.0 faster\n99.0.0 safer\n',
  );
  const run = (...args: string[]) => {
    const command = [join(directory, 'dist/bin.cjs'), ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  const unsupported = `Node ${process.versions.node} is not supported (98.1.0, 99.0.0, or later of the same line)`;
  const launcher = join(directory, 'nameplate');
  const { status, stdout, stderr } = run('serve');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  // By the launcher, which finds none.
  expect(stderr).toMatch(
    /^nameplate: found no supported Node \(98\.1\.0, 99\.0\.0, or later of the same line\): [^\n]+\n$/,
  );
  // What a service asks whose version starts others on its own Node.
  const facts = run('check-upgrade', '--analytics-schema', '1');
  expect(facts).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(facts.stdout)).toEqual({
    nameplate_supervisor_protocol: 1,
    version: '2.0.0',
    problem: `version 2.0.0 needs a restart, by ${launcher}: the service's ${unsupported}`,
  });
});

test('a program that finds no supported Node is refused in one line', async () => {
  const service = await startService();
  const program = await copyProgram('2.0.0');
  await writeFile(join(program, 'node-versions.txt'), '99.0.0 safer\n');
  const before = [service.applicationPid, ...service.workerPids()];
  const { code, stderr } = await upgrade(service, '--program', program);
  expect(code).toBe(1);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
    /^nameplate: the upgrade was refused: .* ended with exit code 1 and said "nameplate: found no supported Node \(99\.0\.0, or later of the same line\): /,
  );
  expect([service.applicationPid, ...service.workerPids()]).toEqual(before);
});

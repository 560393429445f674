/**
 * The service from source, for working on it: API and edge start again when a file in src/ changes, the tracker and
 * the embedded elements are built again, and the dashboard reloads in the browser. Run: `npm run dev`.
 *
 * Data lives in a directory that goes when this ends, unless NAMEPLATE_DATA_DIR names another.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileNetworks } from '../src/analytics/lookup/compile-networks.ts';
import { packagedNetworksPath } from '../src/core/program-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const vite = join(root, 'node_modules/.bin/vite');
const ownDirectory = process.env.NAMEPLATE_DATA_DIR;
const dataDirectory = ownDirectory ?? (await mkdtemp(join(tmpdir(), 'nameplate-dev-')));
const token = process.env.NAMEPLATE_BOOTSTRAP_TOKEN ?? `np_${randomBytes(32).toString('base64url')}`;
const apiPort = process.env.NAMEPLATE_API_PORT ?? '3000';
const edgePort = process.env.NAMEPLATE_EDGE_HTTP_PORT ?? '8080';
const dashboardPort = process.env.PORT ?? '5173';

const env = {
  ...process.env,
  NAMEPLATE_DATA_DIR: dataDirectory,
  NAMEPLATE_BOOTSTRAP_TOKEN: token,
  // bin.cts sets it in the built program.
  UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '16',
};

console.log(`Open http://127.0.0.1:${dashboardPort}/

  token  ${ownDirectory === undefined ? token : 'the one that the first start printed'}
  API    http://127.0.0.1:${apiPort}/api/v1
  edge   http://127.0.0.1:${edgePort}
  data   ${dataDirectory}${ownDirectory === undefined ? ' (deleted at the end)' : ''}
`);

await mkdir(dirname(packagedNetworksPath), { recursive: true });
await writeFile(packagedNetworksPath, compileNetworks());
const children = [
  run(process.execPath, ['--watch-path=src', '--watch-preserve-output', 'src/main.ts', 'serve']),
  run(vite, ['build', 'tracker', '--watch']),
  run(vite, ['build', 'embed', '--watch']),
  run(vite, ['dashboard', '--host', '127.0.0.1', '--port', dashboardPort, '--strictPort'], {
    NAMEPLATE_API: `http://127.0.0.1:${apiPort}`,
  }),
];
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM');
  });
}
const exits = children.map((child) => new Promise<void>((resolve) => child.on('exit', () => resolve())));
// One of them can't start, such as on a port in use: the others are of no use without it.
await Promise.race(exits);
for (const child of children) child.kill('SIGTERM');
await Promise.all(exits);
if (ownDirectory === undefined) await rm(dataDirectory, { recursive: true, force: true });

function run(
  program: string,
  commandLine: readonly string[],
  further: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(program, commandLine, { cwd: root, env: { ...env, ...further }, stdio: 'inherit' });
}

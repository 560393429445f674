/**
 * Runs the unit tests on the newest release of each supported line of Node (node-versions.txt), from npm into node_modules/.cache.
 * Run: `npm run test:runtimes`, with files or options of Vitest after `--`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oldestNodeVersions } from '../src/core/node-versions.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const modules = join(root, 'node_modules');

/** Node's package for this machine; npm has it for Linux only. */
const nodePackage = `node-linux-${process.arch}`;

function run(command: string, args: readonly string[], path = ''): boolean {
  const env = { ...process.env, PATH: path + (process.env['PATH'] ?? '') };
  const { error, status } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) throw error;
  return status === 0;
}

const failed: string[] = [];
for (const oldest of oldestNodeVersions()) {
  const [line = ''] = oldest.split('.');
  const dir = join(modules, '.cache', 'runtimes', line);
  mkdirSync(dir, { recursive: true });
  const install = [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--silent',
    '--prefix',
    dir,
    `${nodePackage}@${line}`,
  ];
  if (!run('npm', install)) throw new Error(`npm cannot install ${nodePackage}@${line}`);
  const bin = join(dir, 'node_modules', '.bin');
  run(join(bin, 'node'), ['--print', '`\\n== Node ${process.version}, OpenSSL ${process.versions.openssl}`']);
  const vitest = [join(modules, 'vitest/vitest.mjs'), 'run', '--project', 'unit', ...process.argv.slice(2)];
  if (!run(join(bin, 'node'), vitest, bin + delimiter)) failed.push(line);
}
if (failed.length > 0) {
  console.error(`== unit tests fail on Node ${failed.join(', ')}`);
  process.exitCode = 1;
}

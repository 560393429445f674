/** `./nameplate`, the one way to run the program that works in a clone and fetches nothing. Source: README.md. */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Says which arguments it got, one a line, and ends with 3. */
const program = "console.log(process.argv.slice(2).join('\\n')); process.exitCode = 3;\n";

test('builds the program where that has not been done, and hands over arguments and exit code', async () => {
  const directory = join(await tempDir(), 'a clone');
  await mkdir(directory);
  await cp(join(root, 'nameplate'), join(directory, 'nameplate'));
  await writeFile(join(directory, 'built.cjs'), program);
  const build = 'echo building && mkdir dist && cp built.cjs dist/bin.cjs';
  await writeFile(join(directory, 'package.json'), JSON.stringify({ scripts: { build } }));
  const run = () =>
    spawnSync(join(directory, 'nameplate'), ['redirect', 'list', '--host', 'a b'], { encoding: 'utf8' });
  const first = run();
  expect(first).toMatchObject({ status: 3, stdout: 'redirect\nlist\n--host\na b\n' });
  expect(first.stderr).toContain('building');
  expect(run()).toMatchObject({ status: 3, stdout: first.stdout, stderr: '' });
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

/** The command that cuts a release's text out of the changelog. Source: docs/guides/releasing.md. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const page = new URL('../docs/guides/releasing.md', import.meta.url);

test.each([
  ['0.1.0', '\n- First.\n'],
  ['0.2.0', '\n- Second.\n- Third.\n\n'],
])('has all of %s, and nothing else', async (version, text) => {
  const cwd = await mkdtemp(join(tmpdir(), 'nameplate-notes-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const [, command = ''] = /^ *(awk .*CHANGELOG\.md > notes\.md)$/m.exec(await readFile(page, 'utf8')) ?? [];
  await writeFile(
    join(cwd, 'CHANGELOG.md'),
    `# Changelog

## 0.2.0 – 2026-12-24

- Second.
- Third.

## 0.1.0 – 2026-11-23

- First.
`,
  );
  await run('sh', ['-c', command.replace('0.1.0', version)], { cwd });
  expect(await readFile(join(cwd, 'notes.md'), 'utf8')).toBe(text);
});

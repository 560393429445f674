/** The completion scripts, in the shells they are for. Source: docs/guides/install.md ("Completion"). */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandRows } from '../../src/cli/command-rows.ts';
import { completionScript, type Shell, shells } from '../../src/cli/completion-scripts.ts';
import { createProgram } from '../../src/cli/program.ts';
import { tempDir } from '../support/temp-dir.ts';

const rows = commandRows(await createProgram());

/** What each shell runs: it sources the script and prints the candidates for the words of $@, a line each. */
const drivers: Readonly<Record<Shell, string>> = {
  bash: `source "$0"
COMP_WORDS=(nameplate "$@"); COMP_CWORD=$#
_nameplate
printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: `compdef() {}
_describe() { local each name=\${@[-1]}; for each in \${(P)name}; do print -r -- "\${each%%:*}"; done }
compadd() { shift; print -l -- "$@" }
_files() {}
source "$0"
words=(nameplate "$@"); CURRENT=$#words; PREFIX=\${@[-1]}
_nameplate`,
  fish: `source $argv[1]; complete -C "nameplate $argv[2..]" | string split -f 1 \\t; true`,
};

async function complete(shell: Shell, words: readonly string[]): Promise<string[]> {
  const script = join(await tempDir(), 'script');
  await writeFile(script, completionScript(shell, rows));
  const output = execFileSync(shell, ['-c', drivers[shell], script, ...words], { encoding: 'utf8' });
  // zsh leaves it to the shell to match what has been typed.
  const typed = words.at(-1) ?? '';
  return output.split('\n').filter((line) => line !== '' && line.startsWith(typed));
}

/** Those of zsh and fish that the machine has; bash is everywhere. */
const present = shells.filter((shell) => shell === 'bash' || !spawnSync(shell, ['-c', 'exit']).error);

for (const shell of present) {
  test(`${shell} completes commands, options and values`, async () => {
    expect(await complete(shell, ['re'])).toEqual(expect.arrayContaining(['redirect', 'restore']));
    expect((await complete(shell, ['redirect', ''])).toSorted()).toEqual(
      ['create', 'delete', 'export', 'import', 'list', 'restore', 'update', 'versions'].toSorted(),
    );
    expect((await complete(shell, ['redirect', 'list', '--a'])).toSorted()).toEqual(['--account', '--all']);
    expect(await complete(shell, ['redirect', 'import', '--format', ''])).toEqual(['csv', 'netlify']);
    expect((await complete(shell, ['redirect', 'create', '--redirect-type', ''])).toSorted()).toEqual([
      'found',
      'permanent',
    ]);
    expect(await complete(shell, ['domain', 'list', '--reachable', 'd'])).toEqual(['direct']);
    // A command that stands alone keeps its options after an argument.
    expect(await complete(shell, ['query', 'shop.example.com', '--dim'])).toEqual(['--dimensions']);
    expect(await complete(shell, ['nothing', '--dim'])).toEqual([]);
  });
}

test('every command, option and summary is a row', () => {
  for (const { path, summary, options } of rows.slice(1)) {
    expect([path, summary]).toEqual([path, expect.stringMatching(/\S/)]);
    for (const option of options)
      expect([path, option]).toEqual([path, { ...option, summary: expect.stringMatching(/\S/) }]);
  }
});

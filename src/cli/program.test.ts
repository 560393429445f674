import type { Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { doors } from './command-rows.ts';
import { createProgram } from './program.ts';
import { renderCliReference } from './reference.ts';

function everyCommand(command: Command, parents: string[] = []): [path: string, command: Command][] {
  const path = [...parents, command.name()];
  return [[path.join(' '), command], ...command.commands.flatMap((child) => everyCommand(child, path))];
}

const program = await createProgram();
const commands = everyCommand(program);

test.each(commands)('%s: the help names every option and no other', (path, command) => {
  const help = command.helpInformation();
  const inHelp = new Set(
    help
      .slice(help.indexOf('Options:\n'))
      .split('\n')
      .filter((line) => /^ {2}-/.test(line))
      .flatMap((line) => /--[a-z0-9-]+/.exec(line.replace(/^ {2}-\w, /, '  '))?.[0] ?? []),
  );
  const defined = new Set(['--help', ...command.options.map((option: Option) => option.long)]);
  expect(inHelp).toEqual(defined);
  expect(help.startsWith(`Usage: ${path}`)).toBe(true);
});

test.each(commands)('%s: the help fits 80 columns', (_path, command) => {
  for (const line of command.helpInformation().split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test.each(commands)('%s: the texts of its options begin in one column', (_path, command) => {
  const help = command.helpInformation();
  const [list = ''] = help.slice(help.indexOf('Options:\n')).split('\n\n');
  const columns = Array.from(
    list.matchAll(/^(?: {2}-(?:\S| (?! ))*? {2,}| {10,})(?=\S)/gm),
    ([left]) => left.length,
  );
  expect(new Set(columns).size).toBe(1);
});

test('the help of the program names every command', () => {
  const help = program.helpInformation();
  for (const [path, command] of commands) {
    if (command.commands.length === 0) expect(help).toContain(`\n  ${path.replace('nameplate ', '')} `);
  }
});

test('every door is a command’s', () => {
  const leaves = new Set(commands.filter(([, { commands: own }]) => own.length === 0).map(([path]) => path));
  for (const path of Object.keys(doors)) expect(leaves).toContain(`nameplate ${path}`);
});

test('the reference has a section for every command', async () => {
  const reference = await renderCliReference();
  for (const [path, command] of commands) {
    expect(reference).toContain(`## \`${path}\``);
    expect(reference).toContain(command.helpInformation());
  }
});

import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { confirm } from './confirmation.ts';
import { CliError, UsageError } from './failures.ts';

function terminal(isTTY = true) {
  return {
    input: Object.assign(new PassThrough(), { isTTY }),
    output: Object.assign(new PassThrough(), { isTTY }),
  };
}

test.each(['y', 'Y', 'yes', ' YES '])('goes on after %j', async (answer) => {
  const at = terminal();
  at.input.write(`${answer}\n`);
  await confirm('Delete it?', {}, at);
  expect(String(at.output.read())).toContain('Delete it? [y/N] ');
});

test.each(['n', '', 'no', 'yesterday', 'delete'])('stops after %j', async (answer) => {
  const at = terminal();
  at.input.write(`${answer}\n`);
  await expect(confirm('Delete it?', {}, at)).rejects.toThrow(CliError);
});

test.each([
  ['the end of the input', (input: PassThrough) => input.end()],
  ['Ctrl-C', (input: PassThrough) => input.write('\x03')],
  ['Ctrl-D', (input: PassThrough) => input.write('\x04')],
])('stops at %s', async (_name, act) => {
  const at = terminal();
  act(at.input);
  await expect(confirm('Delete it?', {}, at)).rejects.toThrow('nothing was changed');
});

test('--yes asks nothing, with a terminal or without', async () => {
  for (const at of [terminal(), terminal(false)]) {
    await confirm('Delete it?', { yes: true }, at);
    expect(at.output.read()).toBeNull();
  }
});

test('without a terminal it names --yes', async () => {
  const refused = confirm('Delete it?', {}, terminal(false));
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow('add --yes');
});

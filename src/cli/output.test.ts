/** What a terminal gets of texts that others wrote. Source: docs/reference/cli.md. */
import { expect, test, vi } from 'vitest';
import { defineCommand } from './command.ts';
import { note, print, printData, printJson, printLine } from './output.ts';

const direction = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c';
const control = '\u001b\u009b\u0007\r\u2028\u2029\u200b\ufeff';
const text = `a${direction}${control}b`;
const shown = `a${'\ufffd'.repeat(text.length - 2)}b`;

function written(stream: 'stdout' | 'stderr'): string[] {
  const texts: string[] = [];
  vi.spyOn(process[stream], 'write').mockImplementation((chunk) => texts.push(String(chunk)) > 0);
  return texts;
}

test('people get no character that a terminal acts on or that turns a text around', async () => {
  const [out, err] = [written('stdout'), written('stderr')];
  await print(`${text}\n${text}\n`);
  await printLine(`${text}\n`);
  note(`${text}\n`);
  const command = defineCommand('x', 'help');
  expect(() => command.parse([`--${text}`], { from: 'user' })).toThrow();
  expect(out).toEqual([`${shown}\n${shown}\n`, `${shown}\ufffd\n`]);
  expect(err).toEqual([`${shown}\ufffd\n`, expect.stringContaining(`'--${shown}'`)]);
});

test('programs get what is there', async () => {
  const out = written('stdout');
  await printData(text);
  await printJson(text);
  expect(out).toEqual([text, `${JSON.stringify(text)}\n`]);
});

test('letters of other scripts, and what joins them, stay', async () => {
  const out = written('stdout');
  await printLine('שלום مرحبا ‍می‌خواهم 👩‍👩‍👧 é');
  expect(out).toEqual(['שלום مرحبا ‍می‌خواهم 👩‍👩‍👧 é\n']);
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { textLines } from './text-lines.ts';

async function linesOf(...chunks: Uint8Array[]): Promise<string[]> {
  async function* source(): AsyncGenerator<Buffer> {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  const lines: string[] = [];
  for await (const part of textLines(source())) lines.push(...part);
  return lines;
}

test.each([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\r\nb\r\n', ['a', 'b']],
  ['\n\na', ['', '', 'a']],
  ['\ufeffa\n\ufeffb', ['a', '\ufeffb']],
  ['a\rb\n', ['a\rb']],
])('cuts %j', async (text, lines) => {
  expect(await linesOf(Buffer.from(text))).toEqual(lines);
});

test('cuts the same wherever the chunks end, also inside of characters and line ends', async () => {
  const bytes = Buffer.from('\ufeffä,€\r\n𝄞x\n\r\nlast');
  const whole = await linesOf(bytes);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length)), async (cuts) => {
      const ends = [...cuts.toSorted((a, b) => a - b), bytes.length];
      const chunks = ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
      expect(await linesOf(...chunks)).toEqual(whole);
    }),
  );
});

test('refuses to gather a line without end', async () => {
  const chunks = Array.from({ length: 5 }, () => Buffer.alloc(64 * 1024, 'a'));
  await expect(linesOf(Buffer.from('x\n'), ...chunks)).rejects.toThrow('line 2 is longer');
});

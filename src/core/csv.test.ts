import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCsvLine, parseCsvLine } from './csv.ts';

test.each([
  ['a,b,c', ['a', 'b', 'c']],
  ['', ['']],
  [',', ['', '']],
  ['"a,b",c', ['a,b', 'c']],
  ['"he said ""no""",x', ['he said "no"', 'x']],
  ['""', ['']],
  ['"",""', ['', '']],
  ['a,""', ['a', '']],
  ['"a",', ['a', '']],
  ['""""', ['"']],
  [' a , b ', [' a ', ' b ']],
])('takes %j apart', (line, cells) => {
  expect(parseCsvLine(line)).toEqual({ ok: true, cells });
});

test.each([
  ['"a', 'cell 1 begins with a quote that is not closed on the same line'],
  ['x,"a""', 'cell 2 begins with a quote that is not closed on the same line'],
  ['a"b', 'cell 1 has a quote inside, but does not begin with one'],
  ['x, "a"', 'cell 2 has a quote inside, but does not begin with one'],
  ['"a"b', 'cell 1 continues after its closing quote'],
])('refuses %j', (line, reason) => {
  expect(parseCsvLine(line)).toEqual({ ok: false, reason });
});

test('reads back what it wrote, whatever it is', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', ' ', '\t', ';', 'ä', '=', '\\') });
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      const line = formatCsvLine(cells);
      expect(line.endsWith('\n')).toBe(true);
      expect(parseCsvLine(line.slice(0, -1))).toEqual({ ok: true, cells });
    }),
  );
});

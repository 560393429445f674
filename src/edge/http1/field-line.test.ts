import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FieldLine } from './field-line.ts';

const characters = fc.constantFrom('a', 'Z', '-', ':', ' ', '\t', '\r', '\n', '\0', '(', '\x80', 'é');
const lines = fc.oneof(
  fc.array(characters, { maxLength: 12 }).map((all) => `${all.join('')}\r\n`),
  fc
    .tuple(
      fc.constantFrom('a', 'X-Long'),
      fc.constantFrom('', ' ', '\t '),
      fc.constantFrom('', ' ', '\t  '),
      fc.array(characters, { maxLength: 6 }),
    )
    .map(([name, space, before, value]) => `${name}${before}:${space}${value.join('')}${space}\r\n`),
  fc.constantFrom('\r\n', 'a:\r\n', 'a: b\r\n'),
);

function seen(line: FieldLine, outcome: string): unknown {
  const { nameStart, nameEnd, valueStart, valueEnd, position, problem, hasSpaceBeforeColon } = line;
  if (outcome === 'field')
    return { outcome, nameStart, nameEnd, valueStart, valueEnd, position, hasSpaceBeforeColon };
  return outcome === 'invalid' ? { outcome, position, problem } : { outcome, position };
}

/** What was read stands as NUL, which no line may have: whoever reads it again refuses it. */
function forgotten(text: string, readTo: number, isKept: boolean): string {
  return isKept ? text : '\0'.repeat(readTo) + text.slice(readTo);
}

describe('a field line that comes in pieces', () => {
  it('is read as if it came at once', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 3 }),
        lines,
        fc.array(fc.nat(20)),
        fc.boolean(),
        (before, text, cuts, takesSpace) => {
          const whole = new FieldLine(takesSpace);
          const expected = seen(whole, whole.scan(before + text, before.length));
          const line = new FieldLine(takesSpace);
          let outcome = line.scan(before, before.length);
          // The text before the line may go meanwhile.
          for (const cut of cuts.toSorted((a, b) => a - b)) {
            if (outcome !== 'incomplete') break;
            outcome = line.resume(`xy${text.slice(0, cut)}`, 2);
          }
          if (outcome === 'incomplete') outcome = line.resume(before + text, before.length);
          else outcome = line.scan(before + text, before.length);
          expect(seen(line, outcome)).toEqual(expected);
        },
      ),
    );
  });

  it('is read once, however small the pieces are', () => {
    const text = 'X-Long-Name  :  value with spaces\r\n';
    const line = new FieldLine(true);
    let outcome = line.scan('', 0);
    for (let end = 1; end <= text.length; end++) {
      // The two bytes of the line's end are looked at together.
      outcome = line.resume(forgotten(text.slice(0, end), Math.min(end - 1, text.length - 3), end === 1), 0);
    }
    expect(outcome).toBe('field');
    expect([line.nameEnd, line.valueStart, line.position]).toEqual([11, 16, text.length]);
  });
});

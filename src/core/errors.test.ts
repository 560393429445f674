import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteValue, ServiceError } from './errors.ts';

describe('ServiceError', () => {
  it('carries the status of its code and its message as it stands', () => {
    const error = new ServiceError('rate_limited', 'too many', { 'retry-after': '3' });
    expect(error).toBeInstanceOf(Error);
    expect([error.status, error.code, error.message]).toEqual([429, 'rate_limited', 'too many']);
    expect(error.fields).toEqual({ 'retry-after': '3' });
    expect(new ServiceError('forbidden', 'no').fields).toEqual({});
  });

  it('of an attribute has the code that is made of its name, and status 400', () => {
    const error = new ServiceError({ attribute: 'note' }, 'too long');
    expect([error.status, error.code, error.message]).toEqual([400, 'note_invalid', 'too long']);
  });
});

describe('quoteValue', () => {
  it.each([
    ['plain', '"plain"'],
    ['say "so"\r\n', String.raw`"say \"so\"\r\n"`],
    ['\u001b[31m\u007f\u009b\u2028', String.raw`"\u001b[31m\u007f\u009b\u2028"`],
    ['', '""'],
    [7, '7'],
    [null, 'null'],
    [undefined, 'undefined'],
    [['a'], '["a"]'],
  ])('shows %j as %s', (value, expected) => {
    expect(quoteValue(value)).toBe(expected);
  });

  it('shows 100 characters whole, cuts the 101st, and counts the characters of the value itself', () => {
    expect(quoteValue('a'.repeat(100))).toBe(`"${'a'.repeat(100)}"`);
    expect(quoteValue('a'.repeat(101))).toBe(`"${'a'.repeat(100)}"… (101 characters)`);
  });

  it('never cuts a character or an escape in two', () => {
    expect(quoteValue(`${'a'.repeat(99)}\u{1f600}`)).toBe(`"${'a'.repeat(99)}"… (101 characters)`);
    expect(quoteValue('\n'.repeat(200))).toBe(`"${String.raw`\n`.repeat(100)}"… (200 characters)`);
  });

  it('is one line of well-formed text without control characters, whatever was sent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 150 }), fc.jsonValue()), (value) => {
        const shown = quoteValue(value);
        expect(shown).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
        expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });
});

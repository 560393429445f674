import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorTable, quoteValue, ServiceError } from './errors.ts';

describe('errorTable', () => {
  it('gives every `_invalid` and `_taken` code status 400, and only statuses of failure', () => {
    for (const [code, { status }] of Object.entries(errorTable)) {
      if (/_(?:invalid|taken|unknown)$/.test(code)) expect([code, status]).toEqual([code, 400]);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
    }
  });

  it.each([
    ['source_host_invalid', 400],
    ['match_path_invalid', 400],
    ['source_host_taken', 400],
    ['not_found', 404],
    ['unauthorized', 401],
    ['forbidden', 403],
    ['method_not_allowed', 405],
    ['payload_too_large', 413],
    ['unsupported_media_type', 415],
    ['rate_limited', 429],
    ['internal_error', 500],
    ['unavailable', 503],
  ])('has %s with status %d', (code, status) => {
    expect(errorTable).toHaveProperty([code, 'status'], status);
  });

  it('stands in docs/reference/errors.md, all of it and nothing else', () => {
    const page = readFileSync(new URL('../../docs/reference/errors.md', import.meta.url), 'utf8');
    const documented = [...page.matchAll(/^\| (\d{3}) \| `([a-z_]+)` \|/gm)].map(
      ([, status, code]) => `${code} ${status}`,
    );
    const defined = Object.entries(errorTable).map(([code, { status }]) => `${code} ${status}`);
    expect(new Set(documented)).toEqual(new Set(defined));
    expect(documented).toHaveLength(defined.length);
  });
});

describe('ServiceError', () => {
  it('carries the status of its code and its message as it stands', () => {
    const error = new ServiceError('rate_limited', 'too many', { 'retry-after': '3' });
    expect(error).toBeInstanceOf(Error);
    expect([error.status, error.code, error.message]).toEqual([429, 'rate_limited', 'too many']);
    expect(error.fields).toEqual({ 'retry-after': '3' });
    expect(new ServiceError('forbidden', 'no').fields).toEqual({});
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

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { parseConfig } from './config.ts';
import { showValue } from './redact.ts';

describe('showValue', () => {
  it.each([
    ['postgres://user:hunter2@db.example:5432/app', '"postgres://***@db.example:5432/app"'],
    ['postgres://hunter2@db.example', '"postgres://***@db.example"'],
    ['postgres://user:hun@ter2@db.example/app', '"postgres://***@db.example/app"'],
    ['mysql://[::1]:3306/app?password=hunter2', '"mysql://[::1]:3306/app?***"'],
    ['postgres://db.example/app#hunter2', '"postgres://db.example/app?***"'],
    ['db.example/app', '(hidden, 14 characters)'],
    ['postgres:user:hunter2', '(hidden, 21 characters)'],
    // A raw `/`, `?` or `#` in a password makes its rest look like a path, a query or a fragment.
    ['postgres://user:hun/ter2@db.example/app', '(hidden, 39 characters)'],
    ['postgres://user:hun?ter2@db.example/app', '(hidden, 39 characters)'],
    ['postgres://user:12#ter2@db.example/app', '(hidden, 38 characters)'],
    ['postgres://user:hunter2', '(hidden, 23 characters)'],
    ['postgres://user:hun ter2@db.example/app', '(hidden, 39 characters)'],
  ])('shows the URL %s as %s', (raw, expected) => {
    expect(showValue('NAMEPLATE_DATABASE_URL', raw)).toBe(expected);
  });

  it('shows only the length of a token or key', () => {
    expect(showValue('NAMEPLATE_BOOTSTRAP_TOKEN', 'np_hunter2')).toBe('(hidden, 10 characters)');
    expect(showValue('NAMEPLATE_SECRET_KEY', 'hunter2')).toBe('(hidden, 7 characters)');
  });

  it('shows other values as they are, quoted', () => {
    expect(showValue('NAMEPLATE_HOST', 'a\nb')).toBe(String.raw`"a\nb"`);
  });
});

describe('an error message', () => {
  /** Letters that appear in no message otherwise, among what ends parts of a URL. */
  const secret = fc
    .array(fc.constantFrom(...'Q X Z / ? # @ : % \\ \n [ ] & ='.split(' '), ' '), {
      minLength: 6,
      maxLength: 12,
    })
    .map((characters) => characters.join(''));
  const leak = /[QXZ]/;

  it('never shows a password, wherever a URL goes wrong', () => {
    const before = fc.constantFrom(
      'postgres://user:',
      'http://',
      'postgres:user:',
      'mysql://user:',
      'postgres://',
    );
    const after = fc.constantFrom('@host/db/more', '@host:99999/db', '@host', '@', '@host/db');
    fc.assert(
      fc.property(before, secret, after, (head, password, tail) => {
        for (const name of ['NAMEPLATE_DATABASE_URL', 'NAMEPLATE_CLICKHOUSE_URL'] as const) {
          expect(showValue(name, head + password + tail)).not.toMatch(leak);
        }
      }),
      { numRuns: runs(5000) },
    );
  });

  it('never shows a token, a key or the value of an unknown variable', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('NAMEPLATE_BOOTSTRAP_TOKEN', 'NAMEPLATE_SECRET_KEY', 'NAMEPLATE_UNKNOWN'),
        secret,
        (name, value) => {
          let message = '';
          try {
            parseConfig({ [name]: value }, 1);
          } catch (error) {
            message = String(error);
          }
          expect(message).toContain(name);
          expect(message).not.toMatch(leak);
        },
      ),
    );
  });
});

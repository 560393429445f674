import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { compileMatchPath, matchesEveryPath, matchPathProblem, pathMatches } from './match-path.ts';

function matches(pattern: string, rawPath: string): boolean {
  return pathMatches(compileMatchPath(pattern), rawPath);
}

describe('matchPathProblem', () => {
  it.each([
    '*',
    '/',
    '/*',
    '/old',
    'old',
    'old*',
    '/old/*',
    '/A-z_0/9',
    '//',
    '/a//b',
    '-',
    'a'.repeat(2048),
  ])('accepts %j', (pattern) => {
    expect(matchPathProblem(pattern)).toBeUndefined();
  });
  it.each([
    '',
    '**',
    '*/',
    '/*/a',
    '/a*b',
    '/a**',
    '/a.html',
    '/a b',
    '/a?b',
    '/a%20',
    '/é',
    '/a\n',
    '\n*',
    '/a*\n',
    '/a#',
    'https://example.com/',
    'a'.repeat(2049),
  ])('refuses %j', (pattern) => {
    expect(matchPathProblem(pattern)).toMatch(/allowed are|longer than/);
  });
});

describe('pathMatches', () => {
  it.each([
    // pattern, raw path, answer
    ['*', '/', true],
    ['*', '/any/%2e%2e//path', true],
    ['/*', '/', true],
    ['/', '/', true],
    ['/', '/a', false],
    ['/', '//', false],
    ['/old', '/old', true],
    ['old', '/old', true],
    ['/old', '/old/', false],
    ['/old', '/older', false],
    ['/old', '/OLD', false],
    ['/old', '/%6fld', false],
    ['/old/', '/old', false],
    ['/old*', '/old', true],
    ['old*', '/older', true],
    ['/old*', '/old/page', true],
    ['/old*', '/Old', false],
    ['/old*', '//old', false],
    ['/old*', '/%6fld', false],
    ['/old*', '/old%', true],
    ['/old*', '/ol', false],
    ['/old/*', '/old', false],
    ['/old/*', '/old/', true],
    ['//a', '//a', true],
    ['//a', '/a', false],
  ])('%j on %j: %j', (pattern, rawPath, expected) => {
    expect(matches(pattern, rawPath)).toBe(expected);
  });

  const numRuns = runs(5000);
  const word = fc
    .array(fc.constantFrom(...'a b c X Y Z 0 1 9 - _ /'.split(' ')), { minLength: 1, maxLength: 10 })
    .map((letters) => letters.join(''));
  const rest = fc.string({ unit: 'binary', maxLength: 10 });

  it('an exact pattern matches its own path and no other', () => {
    fc.assert(
      fc.property(word, rest, word, (literal, suffix, other) => {
        const path = literal.startsWith('/') ? literal : `/${literal}`;
        expect(matchPathProblem(literal)).toBeUndefined();
        expect(matches(literal, path)).toBe(true);
        expect(matches(literal, path + suffix)).toBe(suffix === '');
        expect(matches(literal, `/${other}`)).toBe(`/${other}` === path);
      }),
      { numRuns },
    );
  });

  it('a prefix matches exactly the paths that begin with it', () => {
    fc.assert(
      fc.property(word, rest, word, (literal, suffix, other) => {
        const path = literal.startsWith('/') ? literal : `/${literal}`;
        expect(matches(`${literal}*`, path + suffix)).toBe(true);
        expect(matches(`${literal}*`, `/${other}`)).toBe(`/${other}`.slice(0, path.length) === path);
      }),
      { numRuns },
    );
  });

  it('a leading slash makes no difference, unless there are two', () => {
    fc.assert(
      fc.property(word, fc.boolean(), word, (literal, isPrefix, path) => {
        const pattern = literal.replace(/^\/+/, '') + (isPrefix ? '*' : '');
        fc.pre(pattern !== '');
        expect(matches(`/${pattern}`, `/${path}`)).toBe(matches(pattern, `/${path}`));
      }),
      { numRuns },
    );
  });
});

describe('matchesEveryPath', () => {
  it.each([
    ['*', true],
    ['/*', true],
    ['/', false],
    ['//*', false],
    ['/a*', false],
    ['a', false],
  ])('%j: %j', (pattern, expected) => {
    expect(matchesEveryPath(pattern)).toBe(expected);
  });
});

import { expect, test } from 'vitest';
import { patternOf } from './path-pattern.ts';

test.each([
  ['/thanks', '(?s)^/thanks$'],
  ['/blog/*', '(?s)^/blog/.*$'],
  ['*/a.b+(c)*', String.raw`(?s)^.*/a\.b\+\(c\).*$`],
  [String.raw`/\d[x]{2}^$|?`, String.raw`(?s)^/\\d\[x\]\{2\}\^\$\|\?$`],
])('%s is the pattern %s', (path, pattern) => {
  expect(patternOf(path)).toBe(pattern);
});

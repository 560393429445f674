import { expect, test } from 'vitest';
import { coversHost, nameCovers, organisationOf, shortName } from './names.ts';

test.each([
  ["CN=R11,O=Let's Encrypt,C=US", 'R11', "Let's Encrypt"],
  ['O=Example\\, Inc.,C=US', 'Example, Inc.', undefined],
  ['CN=Nameplate,O=Nameplate', 'Nameplate', undefined],
  ['CN=a+OU=b,O=c', 'a', 'c'],
  ['2.5.4.97=#0c03', '2.5.4.97=#0c03', undefined],
  ['', '', undefined],
])('of %j people know %j of %j', (name, short, organisation) => {
  expect(shortName(name)).toBe(short);
  expect(organisationOf(name)).toBe(organisation);
});

test.each([
  ['a.example', 'a.example', true],
  ['A.example', 'a.example', true],
  ['a.example', 'b.example', false],
  ['*.a.example', 'b.a.example', true],
  ['*.a.example', 'a.example', false],
  ['*.a.example', 'c.b.a.example', false],
])('%s stands for %s: %s', (name, host, covers) => {
  expect(nameCovers(name, host)).toBe(covers);
});

test('any of the names will do', () => {
  expect(coversHost(['x.example', '*.y.example'], 'a.y.example')).toBe(true);
  expect(coversHost([], 'a.y.example')).toBe(false);
});

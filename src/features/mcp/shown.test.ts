import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shown, shownText } from './shown.ts';

test.each([
  ['plain', 'plain'],
  ['straße 😀 中文 नमस्ते\u200d', 'straße 😀 中文 नमस्ते\u200d'],
  ['a\nb\u0000c\u007f\u0085', 'a\\u000ab\\u0000c\\u007f\\u0085'],
  ['\u202egnp.exe\u2066\u200f\u061c', '\\u202egnp.exe\\u2066\\u200f\\u061c'],
  // Tags, which spell ASCII that nobody sees, and what has no width.
  ['\u{e0041}\u200b\ufeff\u00ad', '\\udb40\\udc41\\u200b\\ufeff\\u00ad'],
  ['a\u2028b\u2029', 'a\\u2028b\\u2029'],
  ['\ud800', '\ufffd'],
  ['x'.repeat(200), 'x'.repeat(200)],
])('shows %j as %j', (text, wanted) => {
  expect(shown(text)).toBe(wanted);
});

test('cuts what is long, and says how long it was', () => {
  const cut = String(shown('x'.repeat(5_000)));
  expect(cut).toMatch(/^x+… \(5000 characters\)$/);
  expect(cut).toHaveLength(200);
  const escapes = String(shown('\u202e'.repeat(100)));
  expect(escapes).toMatch(/^(?:\\u202e)+… \(100 characters\)$/);
});

test('property: any text is short, visible and well-formed, and kept where it is so already', () => {
  const any = fc.string({ unit: 'binary', maxLength: 400 });
  fc.assert(
    fc.property(any, (text) => {
      const seen = shownText(text, 200);
      expect(seen.length).toBeLessThanOrEqual(200);
      expect(seen.isWellFormed()).toBe(true);
      expect(seen).not.toMatch(/[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      if (text.length <= 200 && !/[\p{C}\p{Z}]/u.test(text)) expect(seen).toBe(text);
    }),
  );
});

test('names that the account has chosen become values', () => {
  expect(
    shown({
      uuid: 'u',
      metadata: { ignore_this: 'a', nested: { 'b\u202e': 1 } },
      then: { set_headers: { request: { 'x-a': 'b', 'x-c': null } } },
      evidence: { hosts: ['a.example'], 'A: B': true },
      list: [1, null, false],
    }),
  ).toEqual({
    uuid: 'u',
    metadata: [
      { key: 'ignore_this', value: 'a' },
      { key: 'nested', value: [{ key: 'b\\u202e', value: 1 }] },
    ],
    then: {
      set_headers: {
        request: [
          { key: 'x-a', value: 'b' },
          { key: 'x-c', value: null },
        ],
      },
    },
    evidence: [
      { key: 'hosts', value: ['a.example'] },
      { key: 'A: B', value: true },
    ],
    list: [1, null, false],
  });
});

test('cuts long lists', () => {
  expect(shown(Array.from({ length: 5_000 }, () => 1))).toEqual([
    ...Array.from({ length: 100 }, () => 1),
    '… (5000 entries)',
  ]);
});

type Schema = { readonly [word: string]: unknown };

/** Where an API reference says that members have names of any kind. */
function mapsIn(schema: unknown, components: Schema, name: string, seen: Set<unknown>): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const { $ref, properties = {}, additionalProperties, ...others }: Schema = { ...schema };
  if (typeof $ref === 'string')
    return mapsIn(components[$ref.split('/').at(-1) ?? ''], components, name, seen);
  const isMap = additionalProperties !== undefined && additionalProperties !== false;
  return [
    ...(isMap ? [name] : []),
    ...Object.entries(properties ?? {}).flatMap(([member, each]) => mapsIn(each, components, member, seen)),
    ...Object.values(others).flatMap((each) => mapsIn(each, components, name, seen)),
  ];
}

test('every map of the API’s answers is known here', () => {
  const document = JSON.parse(readFileSync('docs/reference/openapi.json', 'utf8'));
  const read = /(?:custom_domains|redirects|findings|hosts|query)(?!.*versions)/;
  const answers = Object.entries<Schema>(document.paths)
    .filter(([path]) => read.test(path))
    .flatMap(([, methods]) => [methods['get'], methods['post']])
    .map((operation) =>
      typeof operation === 'object' && operation && 'responses' in operation ? operation.responses : {},
    );
  const names = new Set(mapsIn(answers, document.components.schemas, '', new Set()));
  // `data`: reports by day, which the tool makes rows of. `evidence`: by names of the checks.
  expect([...names].toSorted()).toEqual(['data', 'evidence', 'metadata', 'query', 'request', 'response']);
});

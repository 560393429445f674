import { expect, test } from 'vitest';
import { withLiterals } from './report-sessions.ts';

const uuid = '0190b6a0-0000-7000-8000-000000000001';

test('values of each type stand in the place of their parameters', () => {
  expect(
    withLiterals('{d:UUID} {d:UUID} {from:Date} {n:Int32} {limit:UInt32} {at:Int64} {min:UInt64}', {
      d: uuid,
      from: '2026-05-17',
      n: -3,
      limit: 1_000,
      at: '-9223372036854775808',
      min: '18446744073709551615',
    }),
  ).toBe(
    `'${uuid}' '${uuid}' '2026-05-17' toInt32(-3) toUInt32(1000) toInt64(-9223372036854775808) toUInt64(18446744073709551615)`,
  );
});

test.each([
  ['{d:UUID}', { d: `${uuid}' OR 1` }],
  ['{d:UUID}', { d: 'x' }],
  ['{d:UUID}', {}],
  ['{from:Date}', { from: "2026-05-17' --" }],
  ['{from:Date}', { from: new Date(0) }],
  ['{n:Int32}', { n: '1 OR 1' }],
  ['{n:Int32}', { n: 1.5 }],
  ['{n:UInt32}', { n: -1 }],
  ['{n:UInt32}', { n: Number.POSITIVE_INFINITY }],
  ['{n:UInt64}', { n: 1e21 }],
])('%s refuses %o', (sql, params) => {
  expect(() => withLiterals(sql, params)).toThrow(TypeError);
});

test.each(['{s:String}', '{d:UUID} {list:Array(UUID)}', '{n:Nullable(UInt64)}'])(
  '%s is left to be bound',
  (sql) => {
    expect(withLiterals(sql, { d: uuid, s: 'text', list: [uuid], n: 1 })).toBeUndefined();
  },
);

test('braces that are no parameter stay', () => {
  expect(withLiterals("SELECT '{}', {'a': 1}", {})).toBe("SELECT '{}', {'a': 1}");
});

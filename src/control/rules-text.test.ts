import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BasicAuthUser } from '../rules/actions/action.ts';
import type { Rule } from '../rules/rule.ts';
import { withoutPasswords } from './rule-passwords.ts';
import { summaryOf, textOf } from './rules-text.ts';

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
const trap = fc.constantFrom(
  '","password_hash":"',
  '}]}',
  '"then":{"basic_auth":{"realm":"r","users":[',
  '\\',
  '"',
  'ü',
);
const user: fc.Arbitrary<BasicAuthUser> = fc.record({
  name: fc.oneof(name, trap),
  password_hash: fc.stringMatching(/^scrypt\$[A-Za-z0-9+/=$]{0,40}$/),
});
const action = fc.oneof(
  fc.record({
    basic_auth: fc.record({
      realm: fc.constantFrom('Staff', 'a', "it's"),
      users: fc.array(user, { minLength: 1 }),
    }),
  }),
  fc.constant({ set_headers: { request: { name: 'x', password_hash: 'scrypt$x' } } }),
  fc.record({
    respond: fc.record({ status: fc.constant(200), content_type: name, body: fc.oneof(name, trap) }),
  }),
  fc.constant({ block: {} }),
);
const rule = fc.record(
  {
    name: fc.oneof(name, trap),
    active: fc.boolean(),
    if: fc.constant({ query: { name: 'x', password_hash: 'scrypt$y' } }),
    then: action,
  },
  { requiredKeys: ['active', 'then'] },
);

/** What the trail says of a list that is read. */
function shownOf(rules: readonly Rule[]): unknown {
  const shown = withoutPasswords(rules);
  const text = JSON.stringify(shown);
  if (text.length <= 16_384) return shown;
  return { count: rules.length, sha256: createHash('sha256').update(text).digest('hex') };
}

test.each([
  ['short', 5, 'small'],
  ['long', 400, 'max'],
] as const)(
  'what the audit trail has of %s lists is that of their rules without passwords',
  async (_what, maxLength, size) => {
    await fc.assert(
      fc.asyncProperty(fc.array(rule, { maxLength, size }), async (given) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as they are stored
        const rules = given as readonly Rule[];
        const { rules: shown } = await summaryOf(textOf(rules));
        expect(shown).toEqual(shownOf(rules));
      }),
      { numRuns: 100 },
    );
  },
);

test('a password that changes is noticed in a list of any length, and nothing else is taken for one', async () => {
  const list = (password_hash: string, status: number): readonly Rule[] => [
    ...Array.from({ length: 1_000 }, (): Rule => ({ active: true, then: { block: {} } })),
    { active: true, then: { basic_auth: { realm: 'r', users: [{ name: 'a"', password_hash }] } } },
    { active: true, if: { query: { password_hash: String(status) } }, then: { pass: {} } },
  ];
  const [first, same, other] = await Promise.all(
    [list('one', 1), list('one', 2), list('two', 1)].map((rules) => summaryOf(textOf(rules))),
  );
  expect(same?.passwords).toBe(first?.passwords);
  expect(same?.rules).not.toEqual(first?.rules);
  expect(other?.passwords).not.toBe(first?.passwords);
  expect(other?.rules).toEqual(first?.rules);
});

import { expect, test, vi } from 'vitest';
import { RulesAnswers } from './answers.ts';
import type { HostRules } from './host-rules-store.ts';

const account = 'a1';

function answersOf(texts: Readonly<Record<string, string>>) {
  let reads = 0;
  const answers = new RulesAnswers({
    find: async (accountUuid, host): Promise<HostRules | undefined> => {
      reads += 1;
      await new Promise((resolve) => setImmediate(resolve));
      const rules = texts[host];
      if (rules === undefined) return undefined;
      return {
        uuid: host,
        accountUuid,
        host,
        version: 1,
        json: Buffer.from(rules),
        ruleCount: 1,
        createdAt: 0,
        updatedAt: 0,
      };
    },
  });
  return { answers, reads: () => reads, tagOf: (host: string) => `"${host}.1"` };
}

test('a list is read once for all who ask for it at the same time, and sent as it is stored', async () => {
  const { answers, reads, tagOf } = answersOf({ 'a.example': '[as it is]' });
  answers.noteAffordable(tagOf('a.example'));
  const held = await Promise.all(
    Array.from({ length: 20 }, () => answers.hold(account, 'a.example', tagOf('a.example'))),
  );
  expect(new Set(held.map(({ body }) => body)).size).toBe(1);
  expect(held[0]?.body.toString()).toBe('{"rules":[as it is]}');
  for (const { release } of held) release();
  expect(reads()).toBe(1);
  (await answers.hold(account, 'a.example', tagOf('a.example'))).release();
  expect(reads()).toBe(2);
});

test('hosts without rules share nothing', async () => {
  const { answers } = answersOf({ 'b.example': '[]' });
  const none = answers.hold('a2', 'a.example', '"none"');
  const since = answers.hold(account, 'b.example', '"none"');
  expect(await none).toMatchObject({ entityTag: '"none"', body: Buffer.from('{"rules":[]}') });
  expect(await since).toMatchObject({ entityTag: '"b.example.1"' });
});

test('hashes are left out, and a list that costs too much has its warning', async () => {
  const auth = { basic_auth: { realm: 'r', users: [{ name: 'ann', password_hash: 'x' }] } };
  const dear = Array.from({ length: 10_000 }, (_, n) => ({
    active: true,
    if: { query: { [`a${n}`]: true, b: true, c: true } },
    then: { block: {} },
  }));
  const { answers } = answersOf({
    'a.example': JSON.stringify([{ active: true, then: auth }]),
    'b.example': JSON.stringify(dear),
  });
  const { body } = await answers.hold(account, 'a.example', '"a"');
  expect(JSON.parse(body.toString())).toEqual({
    rules: [{ active: true, then: { basic_auth: { realm: 'r', users: [{ name: 'ann' }] } } }],
  });
  const answer: unknown = JSON.parse((await answers.hold(account, 'b.example', '"b"')).body.toString());
  expect(answer).toMatchObject({ warnings: [{ warning: expect.stringContaining('too expensive') }] });
});

test('a long list is read in a thread, and others are answered meanwhile', async () => {
  const auth = { basic_auth: { realm: 'ü', users: [{ name: 'ann', password_hash: 'x' }] } };
  const long = Array.from({ length: 20_000 }, (_, n) => ({
    active: true,
    if: { path: `/old/page-${n}` },
    then: { redirect: { to: `https://new.example/${n}`, status: 301, query: true } },
  }));
  const { answers } = answersOf({ 'a.example': JSON.stringify([{ active: true, then: auth }, ...long]) });
  const parse = vi.spyOn(JSON, 'parse');
  const { body } = await answers.hold(account, 'a.example', '"a"');
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
  const { rules } = JSON.parse(body.toString());
  expect([rules.length, rules[0].then]).toEqual([
    20_001,
    { basic_auth: { realm: 'ü', users: [{ name: 'ann' }] } },
  ]);
  expect(rules[20_000]).toEqual(long[19_999]);
});

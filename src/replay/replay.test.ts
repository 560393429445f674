import { afterEach, expect, test, vi } from 'vitest';
import { answeredBy } from '../rules/recorded-answer.ts';
import { RulesReplay } from './replay.ts';

afterEach(() => void vi.restoreAllMocks());

test('a replay that takes longer than 30 s ends, counted from its first requests on', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const replay = await RulesReplay.begin({
    range: { from: 1, to: 1 },
    rules: [],
    present: [],
    host: { host: 'go.example.com', redirect: undefined, hasDomain: false },
    others: [],
  });
  const group = [
    '/',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    0,
    answeredBy.nothing,
    404,
    '',
    '',
    'unmatched',
    1,
  ] as const;
  now += 60_000;
  await replay.add([group]);
  now += 29_000;
  await replay.add([group]);
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
  await expect(replay.add([group, group, group])).rejects.toMatchObject({ code: 'query_too_expensive' });
  expect(replay.answer().requests).toBeGreaterThan(2);
});

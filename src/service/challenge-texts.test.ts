import { expect, it } from 'vitest';
import { ChallengeTexts } from './challenge-texts.ts';

type Row = { label: string; keyAuthorization: string };

/** A store whose answers are given by the test; rows are those of the moment of a question. */
function fakeStore() {
  const store = {
    rows: [] as Row[],
    questions: [] as { answer: () => void; fail: () => void }[],
    findForDns: () => {
      const rows = [...store.rows];
      return new Promise<Row[]>((resolve, reject) => {
        store.questions.push({ answer: () => resolve(rows), fail: () => reject(new Error('away')) });
      });
    },
  };
  return store;
}

/** base64url of SHA-256, as authorities compute it. */
const digests = {
  a: 'ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5yuYB3ha_uSLs',
  b: 'PiPoFgA5WUoziU9lZOGxNIu9egCI1CxKy3PurtWcAJ0',
};

it('shares one question among the queries that arrive during another, and sees what was stored before each', async () => {
  const store = fakeStore();
  const texts = new ChallengeTexts(store, { now: () => 0 });
  const first = texts.find('x');
  await Promise.resolve();
  expect(store.questions).toHaveLength(1);
  store.rows = [{ label: 'x', keyAuthorization: 'a' }];
  const later = [texts.find('x'), texts.find('y'), texts.find('x')];
  store.questions[0]?.answer();
  expect(await first).toEqual([]);
  await expect.poll(() => store.questions.length).toBe(2);
  store.questions[1]?.answer();
  expect(await Promise.all(later)).toEqual([[digests.a], [], [digests.a]]);
  expect(store.questions).toHaveLength(2);
});

it('has all texts of a label, and asks again after a failure', async () => {
  const store = fakeStore();
  const texts = new ChallengeTexts(store, { now: () => 0 });
  const first = texts.find('x');
  const second = first.then(
    () => [],
    () => texts.find('x'),
  );
  await expect.poll(() => store.questions.length).toBe(1);
  store.rows = [
    { label: 'x', keyAuthorization: 'a' },
    { label: 'x', keyAuthorization: 'b' },
  ];
  store.questions[0]?.fail();
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => store.questions.length).toBe(2);
  store.questions[1]?.answer();
  expect(await second).toEqual([digests.a, digests.b]);
});

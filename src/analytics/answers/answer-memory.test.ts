import { expect, test } from 'vitest';
import { otherDomain, pageviewRow } from '../../../test/contract/analytics-store/rows.ts';
import { type Answered, AnswerMemory, type Question } from './answer-memory.ts';
import { DayChanges, quartersOf } from './day-changes.ts';

const domain = '0190b6a0-0000-7000-8000-000000000001';
const question: Question = { key: 'visits', domain, of: ['pageviews'], from: 10, to: 12 };

function makeMemory(limit?: number): {
  changes: DayChanges;
  memory: AnswerMemory;
  asked: string[];
  ask: (value: string, rows?: number, to?: number) => Promise<string>;
} {
  const changes = new DayChanges();
  const memory = new AnswerMemory(changes, limit);
  const asked: string[] = [];
  return {
    changes,
    memory,
    asked,
    ask: (value, rows = 1, to) =>
      memory.remember<string>(question, () => {
        asked.push(value);
        return Promise.resolve({ value, rows, ...(to === undefined ? {} : { to }) });
      }),
  };
}

function answerLater(): {
  promise: Promise<Answered<string>>;
  resolve: (answered: Answered<string>) => void;
} {
  let resolve: (answered: Answered<string>) => void = () => {};
  const promise = new Promise<Answered<string>>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const day = (number: number): Map<string, Set<number>> => new Map([[domain, new Set([number * 96])]]);

test('answers from memory until one of its days changes', async () => {
  const { changes, ask, asked } = makeMemory();
  expect(await ask('a')).toBe('a');
  expect(await ask('b')).toBe('a');
  changes.mark('pageviews', day(9));
  changes.mark('pageviews', day(13));
  changes.mark('requests', day(11));
  expect(await ask('c')).toBe('a');
  changes.mark('pageviews', day(12));
  expect(await ask('d')).toBe('d');
  expect(asked).toEqual(['a', 'd']);
});

test('an answer may be made of more days than the question has', async () => {
  const { changes, ask } = makeMemory();
  expect(await ask('a', 1, 13)).toBe('a');
  changes.mark('pageviews', day(13));
  expect(await ask('b', 1, 13)).toBe('b');
});

test('an answer may be made of the rows before an instant', async () => {
  const { changes, memory } = makeMemory();
  const noon = 12 * 86_400_000 + 43_200_000;
  let count = 0;
  const ask = (before: number): Promise<number> =>
    memory.remember<number>({ ...question, before }, () => Promise.resolve({ value: ++count, rows: 1 }));
  const at = (ms: number): void => changes.mark('pageviews', new Map([[domain, new Set([ms / 900_000])]]));
  expect(await ask(noon)).toBe(1);
  at(noon);
  expect(await ask(noon)).toBe(1);
  expect(await ask(noon + 1)).toBe(2);
  at(noon - 900_000);
  expect(await ask(noon)).toBe(3);
});

test('a change while it is asked is not missed', async () => {
  const { changes, memory, ask } = makeMemory();
  const before = answerLater();
  const early = memory.remember<string>(question, () => before.promise);
  changes.mark('pageviews', day(11));
  // It may or may not have seen the change, so nobody waits for it.
  const late = ask('new');
  before.resolve({ value: 'old', rows: 1 });
  expect(await early).toBe('old');
  expect(await late).toBe('new');
  expect(await ask('newer')).toBe('new');
});

test('an insert under way when it is asked is seen when it ends', async () => {
  const { changes, ask } = makeMemory();
  changes.mark('pageviews', day(11));
  expect(await ask('half')).toBe('half');
  changes.mark('pageviews', day(11));
  expect(await ask('whole')).toBe('whole');
});

test('the same question waits for the answer under way', async () => {
  const { changes, memory, ask, asked } = makeMemory();
  const under = answerLater();
  const first = memory.remember<string>(question, () => under.promise);
  const second = ask('b');
  changes.mark('requests', day(11));
  const third = ask('c');
  // How far the answer reaches is not known yet.
  changes.mark('pageviews', day(40));
  const fourth = ask('d');
  under.resolve({ value: 'a', rows: 1 });
  expect(await Promise.all([first, second, third, fourth])).toEqual(['a', 'a', 'a', 'd']);
  expect(asked).toEqual(['d']);
});

test('what failed is asked again', async () => {
  const { memory, ask } = makeMemory();
  await expect(memory.remember(question, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await ask('a')).toBe('a');
});

test('tells what was remembered before it changed', async () => {
  const { changes, memory } = makeMemory();
  const seen: (string | undefined)[] = [];
  const ask = (value: string): Promise<string> =>
    memory.remember<string>(question, (remembered) => {
      seen.push(remembered?.outdated);
      return Promise.resolve({ value, rows: 1 });
    });
  await ask('a');
  changes.mark('pageviews', day(10));
  await ask('b');
  expect(seen).toEqual([undefined, 'a']);
});

test('tells what was remembered also while the same question is asked', async () => {
  const { changes, memory } = makeMemory();
  const under = answerLater();
  await memory.remember<string>(question, () => Promise.resolve({ value: 'a', rows: 1 }));
  changes.mark('pageviews', day(10));
  const first = memory.remember<string>(question, () => under.promise);
  changes.mark('pageviews', day(10));
  const seen: unknown[] = [];
  await memory.remember<string>(question, (remembered) => {
    seen.push(remembered?.outdated);
    return Promise.resolve({ value: 'c', rows: 1 });
  });
  expect(seen).toEqual(['a']);
  under.resolve({ value: 'b', rows: 1 });
  expect(await first).toBe('b');
});

test('a part is not given again while a change of it is under way', async () => {
  const { changes, memory } = makeMemory();
  let count = 0;
  const ask = (isPart: boolean): Promise<number> =>
    memory.remember<number>({ ...question, key: String(isPart), isPart }, () =>
      Promise.resolve({ value: ++count, rows: 1 }),
    );
  const end = changes.begin('pageviews', day(11));
  expect([await ask(true), await ask(false)]).toEqual([1, 2]);
  expect([await ask(true), await ask(false)]).toEqual([3, 2]);
  end();
  expect([await ask(true), await ask(false)]).toEqual([4, 5]);
  expect([await ask(true), await ask(false)]).toEqual([4, 5]);
});

test('forgets what was not used for longest, and keeps no giant', async () => {
  const { memory } = makeMemory(20);
  const asked: string[] = [];
  const ask = (key: string, rows: number): Promise<string> =>
    memory.remember<string>({ ...question, key }, () => {
      asked.push(key);
      return Promise.resolve({ value: key, rows });
    });
  await ask('a', 2);
  await ask('b', 2);
  await ask('giant', 50);
  await ask('a', 2);
  await ask('c', 2);
  await ask('d', 2);
  await ask('a', 2);
  await ask('b', 2);
  await ask('giant', 50);
  expect(asked).toEqual(['a', 'b', 'giant', 'c', 'd', 'b', 'giant']);
});

/** Counts pageviews, ten at most. */
function counted(value: number): Answered<number> {
  return { value, rows: 1, grown: ({ rows }) => (value > 9 ? undefined : counted(value + rows.length)) };
}

function makeCounting(limit?: number): {
  changes: DayChanges;
  asked: number[];
  ask: (there: number, key?: string) => Promise<number>;
  add: (...rows: readonly number[]) => (areAdded: boolean) => void;
} {
  const changes = new DayChanges();
  const memory = new AnswerMemory(changes, limit);
  const asked: number[] = [];
  return {
    changes,
    asked,
    ask: (there, key = 'count') =>
      memory.remember<number>({ ...question, key }, () => {
        asked.push(there);
        return Promise.resolve(counted(there));
      }),
    add: (...days) => {
      const rows = days.map((number) =>
        pageviewRow({ domain: domain.toUpperCase(), time: number * 86_400_000 }),
      );
      const batches = [{ rows: [pageviewRow({ domain: otherDomain })] }, { rows }];
      return memory.beginAdding({ kind: 'pageviews', batches }, quartersOf(batches));
    },
  };
}

test('an answer grows by rows that are added, and is not asked again', async () => {
  const { ask, add, asked } = makeCounting();
  expect(await ask(2)).toBe(2);
  add(12, 11)(true);
  expect(await ask(4)).toBe(4);
  add(12)(true);
  expect(await ask(5)).toBe(5);
  expect(asked).toEqual([2]);
});

test('it is asked again when rows are not known to be added, or it does not say what it becomes', async () => {
  const { ask, add, asked } = makeCounting();
  await ask(2);
  add(12)(false);
  expect(await ask(8)).toBe(8);
  add(12)(true);
  expect(await ask(9)).toBe(9);
  add(12)(true);
  expect(await ask(10)).toBe(10);
  add(12)(true);
  expect(await ask(11)).toBe(11);
  expect(asked).toEqual([2, 8, 11]);
});

test.each(['before', 'while', 'since'] as const)(
  'it does not grow when something else changes it %s',
  async (when) => {
    const { ask, add, changes, asked } = makeCounting();
    await ask(2);
    if (when === 'before') changes.mark('pageviews', day(11));
    const end = add(12);
    if (when === 'while') changes.mark('pageviews', day(11));
    end(true);
    if (when === 'since') changes.mark('pageviews', day(11));
    expect(await ask(4)).toBe(4);
    expect(asked).toEqual([2, 4]);
  },
);

test('of two inserts at a time neither makes it grow', async () => {
  const { ask, add } = makeCounting();
  await ask(2);
  const ends = [add(12), add(12)];
  for (const end of ends) end(true);
  expect(await ask(4)).toBe(4);
});

test('what is asked while rows are added is not taken for what is there', async () => {
  const { ask, add, asked } = makeCounting();
  await ask(2);
  const end = add(12);
  // With the row or without it.
  expect(await ask(3)).toBe(3);
  end(true);
  expect(await ask(0)).toBe(3);
  expect(asked).toEqual([2, 3]);
});

test('what was forgotten while rows are added stays forgotten', async () => {
  // Room for two.
  const { ask, add, asked } = makeCounting(10);
  await ask(2);
  const end = add(12);
  await ask(5, 'another');
  await ask(6, 'a third');
  end(true);
  expect(await ask(4)).toBe(4);
  expect(asked).toEqual([2, 5, 6, 4]);
});

test('growing is no use: what nobody asks for goes first', async () => {
  const { ask, add, asked } = makeCounting(14);
  await ask(2);
  await ask(5, 'another');
  add(12)(true);
  await ask(6, 'a third');
  expect(await ask(0, 'another')).toBe(6);
  expect(await ask(3)).toBe(3);
  expect(asked).toEqual([2, 5, 6, 3]);
});

test('what can grow no more is forgotten with the next rows', async () => {
  const changes = new DayChanges();
  const memory = new AnswerMemory(changes);
  const outdated: unknown[] = [];
  const ask = (): Promise<number> =>
    memory.remember<number>(question, (known) => {
      outdated.push(known?.outdated);
      return Promise.resolve(counted(2));
    });
  const batches = [{ rows: [pageviewRow({ domain, time: 12 * 86_400_000 })] }];
  await ask();
  changes.mark('pageviews', day(11));
  await ask();
  changes.mark('pageviews', day(11));
  memory.beginAdding({ kind: 'pageviews', batches }, quartersOf(batches))(true);
  await ask();
  expect(outdated).toEqual([undefined, 2, undefined]);
});

test('rows of other days and domains change nothing', async () => {
  const { ask, add, asked } = makeCounting();
  await ask(2);
  add(13)(true);
  expect(await ask(0)).toBe(2);
  expect(asked).toEqual([2]);
});

import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ReportSessions } from './report-sessions.ts';

const limit = /\nSETTINGS max_execution_time = ([0-9.]+)$/;

/** Sessions that answer with their number, unless they have too little memory for it. */
function makeSessions(
  needsOneThread: boolean,
  code = 241,
): { asked: string[]; seconds: number[]; connect: () => FakeSession } {
  const asked: string[] = [];
  /** What each statement may take. */
  const seconds: number[] = [];
  let count = 0;
  const connect = (): FakeSession => {
    const number = ++count;
    let threads = 2;
    const ask = (sql: string): Promise<{ text(): string }> => {
      asked.push(`${number}: ${sql.replace(limit, '')}`);
      if (sql.endsWith('max_threads = 1')) threads = 1;
      seconds.push(Number(limit.exec(sql)?.[1]));
      if (needsOneThread && sql.startsWith('SELECT') && threads > 1)
        return setTimeout(20).then(() => {
          throw Object.assign(new Error('refused'), { clickhouseCode: code });
        });
      return Promise.resolve({ text: () => `{"session":${number}}\n` });
    };
    async function* stream(sql: string): AsyncGenerator<{ text(): string }> {
      asked.push(`${number}: ${sql}`);
      if (needsOneThread) throw new Error(`Code: ${code}. DB::Exception: refused`);
      yield { text: () => '[1,"a"]\n[2,"b"]\n' };
      yield { text: () => '[3,"c"]\n' };
    }
    return {
      queryAsync: ask,
      queryBindAsync: ask,
      queryStream: stream,
      close: () => asked.push(`${number}: closed`),
    };
  };
  return { asked, seconds, connect };
}

type FakeSession = {
  queryAsync(sql: string): Promise<{ text(): string }>;
  queryBindAsync(sql: string): Promise<{ text(): string }>;
  queryStream(sql: string): AsyncGenerator<{ text(): string }>;
  close(): void;
};

test('what needs more memory than it may have is asked once more, on a single thread', async () => {
  const { asked, connect } = makeSessions(true);
  const sessions = await ReportSessions.open(2, connect, 'max_threads = 2, max_memory_usage = 1');
  expect(await sessions.select('SELECT 1', {})).toEqual([{ session: 3 }]);
  expect(asked.slice(2)).toEqual([
    '3: SET max_threads = 2, max_memory_usage = 1, max_threads = 1',
    '2: SELECT 1',
    '3: SELECT 1',
  ]);
  sessions.close();
  expect(asked.slice(-3)).toEqual(['1: closed', '2: closed', '3: closed']);
});

test('the second try has the time that the first one left', async () => {
  const { seconds, connect } = makeSessions(true);
  const sessions = await ReportSessions.open(1, connect, 'max_threads = 2');
  await sessions.select('SELECT 1', {}, 2);
  const [first = 0, second = 0] = seconds.slice(-2);
  expect(first).toBeCloseTo(2, 1);
  expect(second).toBeLessThan(first - 0.015);
});

test('other failures are not tried again', async () => {
  const { asked, connect } = makeSessions(true, 159);
  const sessions = await ReportSessions.open(1, connect, 'max_threads = 2');
  await expect(sessions.select('SELECT 1', {})).rejects.toThrow('refused');
  expect(asked.filter((one) => one.endsWith('SELECT 1'))).toHaveLength(1);
});

test('what fits is asked once', async () => {
  const { asked, connect } = makeSessions(false);
  const sessions = await ReportSessions.open(1, connect, 'max_threads = 2');
  expect(await sessions.select('SELECT 1', {})).toEqual([{ session: 1 }]);
  expect(asked.filter((one) => one.endsWith('SELECT 1'))).toHaveLength(1);
});

test('many rows come block by block, until the signal ends it', async () => {
  const sessions = await ReportSessions.open(1, makeSessions(false).connect, 'max_threads = 2');
  const blocks: unknown[] = [];
  const read = (signal: AbortSignal, stop?: AbortController): Promise<void> =>
    sessions.readBlocks(
      'SELECT 1',
      {},
      async (rows) => {
        blocks.push(rows);
        stop?.abort(new Error('gone'));
      },
      signal,
    );
  await read(new AbortController().signal);
  expect(blocks).toEqual([
    [
      [1, 'a'],
      [2, 'b'],
    ],
    [[3, 'c']],
  ]);
  const stop = new AbortController();
  await expect(read(stop.signal, stop)).rejects.toThrow('gone');
  expect(blocks).toHaveLength(3);
});

test('an error in the middle of many rows has the code of the engine', async () => {
  const sessions = await ReportSessions.open(1, makeSessions(true, 159).connect, 'max_threads = 2');
  const read = sessions.readBlocks('SELECT 1', {}, async () => {}, new AbortController().signal);
  await expect(read).rejects.toMatchObject({ code: '159' });
});

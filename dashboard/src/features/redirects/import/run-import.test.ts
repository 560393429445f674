import { expect, test } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { newRedirect } from '../redirect-values.ts';
import { type Progress, runImport, type WrittenLine } from './run-import.ts';

function linesOf(count: number): readonly WrittenLine[] {
  return Array.from({ length: count }, (_, index) => ({
    line: index + 2,
    cells: [`h${index}.example`, 'https://b.example'],
    host: `h${index}.example`,
    kind: 'create',
    values: { ...newRedirect, source_host: `h${index}.example`, destination_url: 'https://b.example' },
  }));
}

const taken = new ApiError(400, 'source_host_taken', 'source_host is already used by another redirect');

test('writes every line once, a few at a time, and counts', async () => {
  const written: string[] = [];
  let now = 0;
  let most = 0;
  const heard: Progress[] = [];
  const ended = await runImport(
    linesOf(50),
    async ({ host }) => {
      most = Math.max(most, ++now);
      await Promise.resolve();
      now -= 1;
      written.push(host);
      return {};
    },
    { signal: new AbortController().signal, onProgress: (progress) => heard.push(progress) },
  );
  expect(new Set(written).size).toBe(50);
  expect(written).toHaveLength(50);
  expect(most).toBeLessThanOrEqual(4);
  expect(ended).toEqual({ total: 50, created: 50, updated: 0, failed: [], warned: [], left: [] });
  expect(heard.at(-1)).toMatchObject({ created: 50, waitSeconds: undefined });
});

test('goes on after a refusal, and names the lines in their order', async () => {
  const ended = await runImport(
    linesOf(10),
    async ({ line }) => {
      if (line % 3 === 0) throw taken;
      return line === 4 ? { warnings: ['leads in a circle'] } : {};
    },
    { signal: new AbortController().signal, onProgress: () => {} },
  );
  expect(ended).toMatchObject({ created: 7, left: [] });
  expect(ended.warned).toMatchObject([{ line: 4, problem: 'It leads in a circle.' }]);
  expect(ended.failed.map(({ line, problem }) => `${line} ${problem}`)).toEqual(
    [3, 6, 9].map((line) => `${line} Source_host is already used by another redirect.`),
  );
});

test('tells of a pause that the API asks for, and writes the line afterwards', async () => {
  const waits: (number | undefined)[] = [];
  let refusals = 1;
  const ended = await runImport(
    linesOf(1),
    async () => {
      if (refusals-- > 0) throw new ApiError(429, 'rate_limited', 'too many', { retryAfterSeconds: 7 });
      return {};
    },
    {
      signal: new AbortController().signal,
      onProgress: ({ waitSeconds }) => waits.push(waitSeconds),
      sleep: async () => {},
    },
  );
  expect(waits).toEqual([7, undefined]);
  expect(ended).toMatchObject({ created: 1, failed: [] });
});

test('stops when it is told to, and says what is left', async () => {
  const stop = new AbortController();
  const ended = await runImport(
    linesOf(20),
    async ({ line }) => {
      if (line === 6) stop.abort(new Error('stopped'));
      return {};
    },
    { signal: stop.signal, onProgress: () => {} },
  );
  expect(ended.created + ended.left.length).toBe(20);
  expect(ended.left.length).toBeGreaterThan(10);
  expect(ended.failed).toEqual([]);
});

test('stops when the session has ended, and leaves the rest for later', async () => {
  const ended = await runImport(
    linesOf(20),
    async ({ line }) => {
      if (line > 5) throw new ApiError(401, 'unauthorized', 'the session has ended');
      return {};
    },
    { signal: new AbortController().signal, onProgress: () => {} },
  );
  expect(ended).toMatchObject({ created: 4, failed: [] });
  expect(ended.left).toHaveLength(16);
});

/**
 * A neighbour who replaces lists of 100,000 rules: what reads, checks and packs them is a thread, and the program's event loop, which
 * everyone else's requests wait for, sees their bytes alone.
 * Source: docs/reference/rules.md ("Reading and replacing").
 */
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type ApiServer, startApi } from '../support/api-server.ts';

const bodyOf = (rules: readonly object[]): Buffer => Buffer.from(JSON.stringify({ rules }));
const listOf = (at: string, length: number, ...more: readonly object[]): Buffer =>
  bodyOf([
    ...Array.from({ length }, (_, index) => ({
      if: { path: `/${at}/page-${index}` },
      then: { redirect: { to: `https://new.example/${index}` } },
    })),
    ...more,
  ]);

/** Sends a body and answers what came back, without looking into either. */
function put({ port, accountUuid, token }: ApiServer, host: string, body: Buffer): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(
    `PUT /api/v1/accounts/${accountUuid}/hosts/${host}/rules HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
      `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
}

/** The longest turn of this thread's loop while `work` runs, by its own CPU: no neighbour and no other thread has a part in that. */
async function longestTurnMs(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isDone = false;
  let last = process.threadCpuUsage();
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, user + system);
    last = process.threadCpuUsage();
    if (!isDone) setTimeout(turn, 1);
  };
  setTimeout(turn, 1);
  await work();
  isDone = true;
  return longest / 1000;
}

/** The quiet machine takes 20 ms to copy and write 100,000 rules as bytes, and took 250 ms to read them. */
const mostMs = 150;
/** Up to this, a list is read at once. */
const shortLength = 256 * 1024;

test('a list of 100,000 rules is read by a thread alone, whichever part of it is long', async () => {
  const api = await startApi();
  const auth = { realm: 'Staff', users: [{ name: 'ann' }] };
  const withPassword = {
    if: { path: '/staff' },
    then: { basic_auth: { ...auth, users: [{ name: 'ann', password: 'secret' }] } },
  };
  const bodies = [
    ['long.example.com', listOf('old', 100_000)],
    ['long.example.com', listOf('new', 99_999, withPassword)],
    // The list before has the password.
    ['long.example.com', bodyOf([{ then: { basic_auth: auth } }])],
    ['other.example.com', listOf('old', 50_000)],
    // What it leads to is looked at for circles.
    [
      'short.example.com',
      bodyOf([{ if: { path: '/a' }, then: { redirect: { to: 'https://other.example.com/b' } } }]),
    ],
  ] as const;
  const [parse, stringify] = [vi.spyOn(JSON, 'parse'), vi.spyOn(JSON, 'stringify')];
  for (const [host, body] of bodies) {
    let answer: Buffer = Buffer.alloc(0);
    const longest = await longestTurnMs(async () => {
      answer = await put(api, host, body);
    });
    expect(answer.subarray(0, 15).toString()).toBe('HTTP/1.1 200 OK');
    expect(longest).toBeLessThan(mostMs);
  }
  const read = parse.mock.calls.map(([text]) => text.length);
  const written = stringify.mock.results.map(({ value }) => String(value).length);
  expect(Math.max(...read, ...written)).toBeLessThan(shortLength);
});

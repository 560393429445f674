import { expect, test, vi } from 'vitest';
import { withDocument } from './read-document.ts';

const rules = [{ host: 'go.example.com', rules: [{ then: { proxy: { upstream: 'app' } } }] }];
const bytesOf = (length: number) =>
  Buffer.from(JSON.stringify({ rules, brand: { name: 'x'.repeat(length) } }));
const long = bytesOf(300_000);

test('a long document is read in a thread as a short one is here', async () => {
  const read = (bytes: Buffer) =>
    withDocument('account', bytes, 'json', async (document) => {
      const given = async (uuid: string) => {
        const names = { upstreams: new Map([['app', uuid]]), users: new Set<string>() };
        return Buffer.from((await document.rules(0, names)).body).toString();
      };
      return {
        counts: await document.counts(),
        entries: await document.entries('rules', 0, 500),
        given: [await given('one'), await given('two')],
      };
    });
  const short = await read(bytesOf(1));
  expect(short.given[1]).toBe('{"rules":[{"then":{"proxy":{"upstream_uuid":"two"}}}]}');
  expect(await read(long)).toEqual(short);
});

test('nobody keeps the place longer than a document may take, whatever the plan waits for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let begun = (): void => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const stuck = withDocument('neighbour', long, 'json', () => {
      begun();
      return new Promise<never>(() => {});
    });
    await hasBegun;
    const other = withDocument('account', long, 'json', (document) => document.counts());
    vi.advanceTimersByTime(180_000);
    await expect(stuck).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(await other).toEqual({ rules: 1, brand: 1 });
  } finally {
    vi.useRealTimers();
  }
});

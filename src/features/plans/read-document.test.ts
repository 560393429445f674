import { expect, test } from 'vitest';
import { withDocument } from './read-document.ts';

const rules = [{ host: 'go.example.com', rules: [{ then: { proxy: { upstream: 'app' } } }] }];
const bytesOf = (length: number) => Buffer.from(JSON.stringify({ rules, brand: { name: 'x'.repeat(length) } }));
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

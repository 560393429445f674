import { expect, test } from 'vitest';
import { ErrorPageCache, type PageReference } from './error-page-cache.ts';

type Stored = { readonly digest: string; readonly html: string } | undefined;

/** Pages by uuid, and how often each was read. */
function sourceOf(pages: Record<string, Stored>) {
  const reads: string[] = [];
  return {
    pages,
    reads,
    async errorPageOf(_owner: string, uuid: string) {
      reads.push(uuid);
      return pages[uuid];
    },
  };
}

const reference = (uuid: string, digest: string): PageReference => ({
  owner: 'custom_domain',
  uuid,
  status: 502,
  digest,
});

test('reads a page once, also when many want it at the same time', async () => {
  const source = sourceOf({ a: { digest: 'd1', html: '<p>one</p>' } });
  const cache = new ErrorPageCache(source);
  expect(cache.peek(reference('a', 'd1'))).toBeUndefined();
  const read = await Promise.all(Array.from({ length: 5 }, () => cache.read(reference('a', 'd1'))));
  expect(read).toEqual(Array.from({ length: 5 }, () => '<p>one</p>'));
  expect(source.reads).toEqual(['a']);
  expect(cache.peek(reference('a', 'd1'))).toBe('<p>one</p>');
  // Another host with the same page.
  expect(cache.peek(reference('b', 'd1'))).toBe('<p>one</p>');
});

test('a changed page is read again, whatever was kept', async () => {
  const source = sourceOf({ a: { digest: 'd1', html: 'one' } });
  const cache = new ErrorPageCache(source);
  await cache.read(reference('a', 'd1'));
  source.pages['a'] = { digest: 'd2', html: 'two' };
  expect(cache.peek(reference('a', 'd2'))).toBeUndefined();
  expect(await cache.read(reference('a', 'd2'))).toBe('two');
});

test('a file that has another page than the routes say is served as it is, and read each time', async () => {
  const source = sourceOf({ a: { digest: 'd1', html: 'one' } });
  const cache = new ErrorPageCache(source);
  expect(await cache.read(reference('a', 'd2'))).toBe('one');
  expect(cache.peek(reference('a', 'd2'))).toBeUndefined();
  expect(cache.peek(reference('a', 'd1'))).toBeUndefined();
});

test('a page that is missing, or a file that fails, is none', async () => {
  const cache = new ErrorPageCache(sourceOf({}));
  expect(await cache.read(reference('a', 'd1'))).toBeUndefined();
  const failing = new ErrorPageCache({
    errorPageOf: async () => {
      throw new Error('the file is damaged');
    },
  });
  expect(await failing.read(reference('a', 'd1'))).toBeUndefined();
});

test('keeps no more bytes than it may, those used last', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const source = sourceOf(
    Object.fromEntries(names.map((name) => [name, { digest: name, html: 'x'.repeat(40) }])),
  );
  const cache = new ErrorPageCache(source, 100);
  await cache.read(reference('a', 'a'));
  await cache.read(reference('b', 'b'));
  cache.peek(reference('a', 'a'));
  await cache.read(reference('c', 'c'));
  expect(names.map((name) => cache.peek(reference(name, name)) !== undefined)).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('UTF-8 becomes the text that is written byte by byte', async () => {
  const cache = new ErrorPageCache(sourceOf({ a: { digest: 'd', html: 'ß€' } }));
  const text = await cache.read(reference('a', 'd'));
  expect(Buffer.from(text ?? '', 'latin1').toString()).toBe('ß€');
});

import { expect, test } from 'vitest';
import { readDialog, readList, withDialog, withList } from './redirects-address.ts';

const uuid = '01a1ffcb-8dac-7722-9ebd-b1e14ae0573a';
const at = (search: string) => new URLSearchParams(search);

test('reads a list from the address, and takes no nonsense', () => {
  expect(readList(at(''))).toEqual({ page: 1, sort: '-created_at', query: '' });
  expect(readList(at('?page=3&sort=source_host&query=%20shop '))).toEqual({
    page: 3,
    sort: 'source_host',
    query: 'shop',
  });
  expect(readList(at('?page=-1&sort=constructor'))).toEqual({ page: 1, sort: '-created_at', query: '' });
  expect(readList(at('?page=1.5'))).toMatchObject({ page: 1 });
});

test('writes only what is not the default, and begins anew with the first page', () => {
  expect(withList(at('?page=3&query=a'), { query: 'b' }).toString()).toBe('query=b');
  expect(withList(at('?page=3&query=a'), { sort: 'source_host' }).toString()).toBe(
    'query=a&sort=source_host',
  );
  expect(withList(at('?page=3&query=a'), { page: 2 }).toString()).toBe('page=2&query=a');
  expect(withList(at('?page=3&sort=source_host'), { page: 1, sort: '-created_at' }).toString()).toBe('');
});

test('opens one dialog at a time over the list', () => {
  expect(readDialog(at('?new='))).toEqual({ kind: 'new' });
  expect(readDialog(at('?import'))).toEqual({ kind: 'import' });
  expect(readDialog(at(`?edit=${uuid}`))).toEqual({ kind: 'edit', uuid });
  expect(readDialog(at(`?copy=${uuid}`))).toEqual({ kind: 'copy', uuid });
  expect(readDialog(at('?edit=../accounts'))).toBeUndefined();
  expect(readDialog(at('?page=2'))).toBeUndefined();
  expect(withDialog(at(`?page=2&edit=${uuid}`), { kind: 'new' }).toString()).toBe('page=2&new=');
  expect(withDialog(at(`?page=2&edit=${uuid}`), undefined).toString()).toBe('page=2');
});

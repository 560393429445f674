import { expect, test } from 'vitest';
import { readDialog, withDialog } from './redirects-address.ts';

const uuid = '01a1ffcb-8dac-7722-9ebd-b1e14ae0573a';
const at = (search: string) => new URLSearchParams(search);

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

import { expect, test } from 'vitest';
import { readView, writeView } from './usage-address.ts';

const current = '2026-11';
const read = (search: string) => readView(new URLSearchParams(search), current);

test.each([
  ['', ''],
  ['month=2026-11&sort=host&page=1', ''],
  ['month=2026-10&external_id=customer-1&sort=-host&page=3', undefined],
  ['month=2026-10&by=external_id', undefined],
  ['by=external_id&external_id=x&sort=-host', 'by=external_id'],
  ['month=2026-12', ''],
  ['month=2026-13&by=other&sort=bytes&page=0', ''],
  ['external_id=', ''],
])('an address with %j is kept as %j', (search, kept = search) => {
  expect(writeView(read(search), current).toString()).toBe(kept);
});

import { expect, test } from 'vitest';
import { HostIndex } from './host-index.ts';

test('knows on which line a host stands, also after it grew', () => {
  const index = new HostIndex();
  const count = 20_000;
  for (let line = 1; line <= count; line++) expect(index.add(`h${line}.example.com`, line)).toBeUndefined();
  for (let line = 1; line <= count; line++)
    expect(index.add(`h${line}.example.com`, count + line)).toBe(line);
  expect(index.add('new.example.com', 7)).toBeUndefined();
  expect(index.add('new.example.com', 8)).toBe(7);
});

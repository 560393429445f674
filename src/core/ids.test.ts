import { describe, expect, it } from 'vitest';
import { newUuid, parseUuid } from './ids.ts';

describe('newUuid', () => {
  it('makes lower-case UUIDs of version 7 that sort in the order they were made', () => {
    const ids = Array.from({ length: 5000 }, newUuid);
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('parseUuid', () => {
  const id = '0190f1c2-7abc-7def-8123-456789abcdef';
  it('accepts its own ids in either case', () => {
    expect(parseUuid(id)).toBe(id);
    expect(parseUuid(id.toUpperCase())).toBe(id);
  });
  it.each([
    '',
    id.slice(1),
    `${id}0`,
    `${id}\n`,
    ` ${id}`,
    id.replaceAll('-', ''),
    `{${id}}`,
    id.replace('0', 'g'),
  ])('answers undefined for %j', (text) => {
    expect(parseUuid(text)).toBeUndefined();
  });
});

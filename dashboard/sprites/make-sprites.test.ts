import { iso31661 } from 'iso-3166/1.js';
import { expect, test } from 'vitest';
import { iconRows } from '../src/lists/brand-icons.ts';
import { makeBrands, makeFlags } from './make-sprites.ts';

const idsOf = (sprite: string): string[] =>
  [...sprite.matchAll(/<symbol id="([^"]*)"/g)].map(([, id = '']) => id);

test('every country has a flag', () => {
  const flags = new Set(idsOf(makeFlags()));
  expect(iso31661.map(({ alpha2 }) => alpha2).filter((code) => !flags.has(code))).toEqual([]);
  expect(flags).toContain('XK');
});

test('every name has one icon', () => {
  expect(idsOf(makeBrands())).toEqual(iconRows.map(([icon]) => icon));
  const names = iconRows.flatMap(([, ...each]) => each);
  expect(new Set(names).size).toBe(names.length);
});

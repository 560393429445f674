import { iso31661 } from 'iso-3166/1.js';
import { expect, test } from 'vitest';
import { makeWorld } from './make-world.ts';
import { simplifyLine } from './simplify-line.ts';

const world = makeWorld();

test('has an outline for nearly every country, and each once', () => {
  const codes = world.countries.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  const known = new Set(['XK', ...iso31661.map(({ alpha2 }) => alpha2)]);
  expect(codes.filter((code) => !known.has(code))).toEqual([]);
  const missing = iso31661.map(({ alpha2 }) => alpha2).filter((code) => !codes.includes(code));
  expect(missing).toEqual(expect.arrayContaining(['AQ', 'BV', 'UM']));
  expect(missing.length).toBeLessThan(20);
});

test('outlines are drawn where the countries are', () => {
  const [, , width, height] = world.box;
  expect(width / height).toBeGreaterThan(1.9);
  const box = (code: string) => world.countries.find((country) => country.code === code)?.box ?? [0, 0, 0, 0];
  const [germanyLeft, germanyTop] = box('DE');
  expect(box('FR')[0]).toBeLessThan(germanyLeft);
  expect(box('DK')[1]).toBeLessThan(germanyTop);
  // Its far east is beyond 180°, and still in one piece with the rest.
  expect(box('RU')[0]).toBeGreaterThan(germanyLeft);
  // Alaska belongs to the picture of the United States, Hawaii and Guam do not make it wider.
  expect(box('US')[2]).toBeLessThan(width / 3);
  // French Guiana lies in South America and is counted by a code of its own.
  expect(box('GF')[0]).toBeLessThan(box('FR')[0] - 50);
  expect(box('SJ')[1]).toBeLessThan(box('NO')[1]);
  for (const { path } of world.countries) expect(path).toMatch(/^(?:M[-\d. ]+l[-\d. ]+z)+$/);
});

test('is small enough to be loaded by a page', () => {
  expect(JSON.stringify(world).length).toBeLessThan(180_000);
});

test('leaves out the points that matter least, and never the ends', () => {
  const line = [
    [0, 0],
    [1, 0.01],
    [2, 0],
    [3, 5],
    [4, 0],
  ] as const;
  expect(simplifyLine(line, 0.5, 2)).toEqual([line[0], line[2], line[3], line[4]]);
  expect(simplifyLine(line, 100, 2)).toEqual([line[0], line[4]]);
  expect(simplifyLine(line, 100, 4)).toHaveLength(4);
});

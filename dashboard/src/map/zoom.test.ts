import { expect, test } from 'vitest';
import type { World } from './world.ts';
import { zoomTo } from './zoom.ts';

const world: World = { box: [30, 0, 1000, 400], countries: [] };
const at = (...box: [number, number, number, number]) => ({ code: 'AA', path: '', box });

test('a country comes to the middle and fills most of the map', () => {
  const { scale, x, y } = zoomTo(at(500, 150, 100, 80), world);
  expect(scale).toBeCloseTo(3.1);
  expect(550 * scale + x).toBeCloseTo(530);
  expect(190 * scale + y).toBeCloseTo(200);
});

test('a tiny country is not enlarged for ever, a huge one not made smaller', () => {
  expect(zoomTo(at(500, 150, 0.1, 0.1), world).scale).toBe(7);
  expect(zoomTo(at(30, 0, 1000, 400), world)).toEqual({ scale: 1, x: 0, y: 0 });
});

test('nothing beyond the edges comes into sight', () => {
  for (const country of [at(31, 1, 50, 20), at(990, 390, 20, 5)]) {
    const { scale, x, y } = zoomTo(country, world);
    expect(30 * scale + x).toBeLessThanOrEqual(30);
    expect(1030 * scale + x).toBeGreaterThanOrEqual(1030);
    expect(y).toBeLessThanOrEqual(0);
    expect(400 * scale + y).toBeGreaterThanOrEqual(400);
  }
});

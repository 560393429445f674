import { expect, test } from 'vitest';
import { scaleTicks, shadeOf } from './shade.ts';

test('shades the largest fully, nobody not at all, and everybody else so that it can be seen', () => {
  expect(shadeOf(4000, 4000)).toBe(100);
  expect(shadeOf(1000, 4000)).toBe(59);
  expect(shadeOf(1, 1_000_000)).toBe(18);
  expect(shadeOf(0, 4000)).toBe(0);
  expect(shadeOf(0, 0)).toBe(0);
});

test('names the numbers of a scale once each', () => {
  expect(scaleTicks(4138)).toEqual([1, 1035, 4138]);
  expect(scaleTicks(4)).toEqual([1, 4]);
  expect(scaleTicks(8)).toEqual([1, 2, 8]);
  expect(scaleTicks(1)).toEqual([1]);
});

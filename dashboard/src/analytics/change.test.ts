import { expect, it } from 'vitest';
import { formatPercentage, formatResponseTime } from '../format/numbers.ts';
import { changeOf } from './change.ts';

it.each([
  [120, 100, 'up', { text: '+20%', direction: 'up', isGood: true }],
  [80, 100, 'up', { text: '-20%', direction: 'down', isGood: false }],
  [80, 100, 'down', { text: '-20%', direction: 'down', isGood: true }],
  [120, 100, undefined, { text: '+20%', direction: 'up', isGood: undefined }],
  [0, 100, 'up', { text: '-100%', direction: 'down', isGood: false }],
  [100.01, 100, 'up', { text: '0%', direction: 'same', isGood: undefined }],
  [449, 400, 'up', { text: '+12.3%', direction: 'up', isGood: true }],
  [351, 400, 'up', { text: '-12.3%', direction: 'down', isGood: false }],
  [5, 0, 'up', undefined],
  [5, undefined, 'up', undefined],
] as const)('from %2$s to %1$s', (value, previous, goodWhen, change) => {
  expect(changeOf(value, previous, { format: String, goodWhen })).toEqual(change);
});

it('is none between numbers that look alike', () => {
  const style = { format: formatResponseTime, goodWhen: 'down' } as const;
  expect(changeOf(0.0334, 0.0329, style)).toEqual({ text: '0%', direction: 'same', isGood: undefined });
  expect(changeOf(0.0336, 0.0334, style)).toEqual({ text: '+0.6%', direction: 'up', isGood: false });
});

it.each([
  [42, 40, { text: '+2 pp', direction: 'up', isGood: false }],
  [38.66, 40, { text: '-1.3 pp', direction: 'down', isGood: true }],
  [5, 0, { text: '+5 pp', direction: 'up', isGood: false }],
  [40.02, 40, { text: '0 pp', direction: 'same', isGood: undefined }],
  [5, undefined, undefined],
] as const)('of a rate is in percentage points, from %2$s to %1$s', (value, previous, change) => {
  const style = { format: formatPercentage, goodWhen: 'down', isRate: true } as const;
  expect(changeOf(value, previous, style)).toEqual(change);
});

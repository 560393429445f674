import { expect, it } from 'vitest';
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
  expect(changeOf(value, previous, goodWhen)).toEqual(change);
});

import { expect, it } from 'vitest';
import { hstsOptions } from './hsts-choices.ts';

it('offers usual times, and the one that is set', () => {
  expect(hstsOptions(0).map(({ value }) => Number(value))).toEqual([
    0, 300, 86_400, 2_592_000, 15_552_000, 31_536_000, 63_072_000,
  ]);
  expect(hstsOptions(1)[1]).toEqual({ value: '1', label: '1 second, to turn it off' });
});

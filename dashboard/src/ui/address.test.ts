import type { To } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addressSetter, withParameter } from './address.ts';

test('several changes of the address in one turn are all kept', () => {
  const location = { search: '?sort=host' };
  vi.stubGlobal('window', { location });
  onTestFinished(() => void vi.unstubAllGlobals());
  const set = addressSetter((to: To | number) => {
    if (typeof to === 'object') location.search = `?${to.search}`;
  });
  set((before) => withParameter(before, 'status', 'verified'));
  set((before) => withParameter(before, 'traffic', 'some'));
  set((before) => withParameter(before, 'sort', ''));
  expect(location.search).toBe('?status=verified&traffic=some');
});

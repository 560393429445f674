import { expect, test } from 'vitest';
import { switchedAddress } from './switch-address.ts';

test('another domain opens on the same page, days and filters', () => {
  expect(
    switchedAddress('two', {
      pathname: '/domains/one/visitors/sources',
      search: '?period=90d&compare=off&f=is,visit:country,DE&q=goo&sort=label&page=3',
    }),
  ).toEqual({
    pathname: '/domains/two/visitors/sources',
    search: 'period=90d&compare=off&f=is,visit:country,DE',
  });
});

test('a saved funnel of one domain leads to the funnels of another', () => {
  expect(
    switchedAddress('two', { pathname: '/domains/one/funnels/three', search: '?by=visit:source' }),
  ).toEqual({
    pathname: '/domains/two/funnels',
    search: '',
  });
});

test("what only one domain has isn't kept: goals, properties", () => {
  expect(
    switchedAddress('two', {
      pathname: '/domains/one/properties',
      search: '?from=2026-01-01&to=2026-01-31&event=Order&property=plan&f=is,event:goal,Sign+up',
    }),
  ).toEqual({ pathname: '/domains/two/properties', search: 'from=2026-01-01&to=2026-01-31' });
});

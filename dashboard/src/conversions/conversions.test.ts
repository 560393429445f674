import { expect, test } from 'vitest';
import { conversionsOf } from './conversions.ts';

test('revenue has the one currency of the answer, and rows without revenue have none', () => {
  const answer = {
    results: [
      { dimensions: ['Order'], metrics: [40, 50, 12.5, '25.5'] },
      { dimensions: ['Signup'], metrics: [10, 10, 3.13, '0'] },
    ],
    meta: { currencies: ['EUR'] },
  };
  expect(conversionsOf(answer, undefined)).toEqual([
    { name: 'Order', visitors: 40, events: 50, rate: 12.5, revenue: [['25.5', 'EUR']] },
    { name: 'Signup', visitors: 10, events: 10, rate: 3.13, revenue: [] },
  ]);
});

test('several currencies are not added up, also where a row has only one of them', () => {
  const answer = {
    results: [
      { dimensions: ['Ticket'], metrics: [3, 3, 30, null] },
      { dimensions: ['Book'], metrics: [1, 1, 10, '9'] },
    ],
    meta: { currencies: ['EUR', 'USD'] },
  };
  const split = {
    results: [
      { dimensions: ['Ticket', 'EUR'], metrics: ['120'] },
      { dimensions: ['Ticket', 'USD'], metrics: ['20'] },
      { dimensions: ['Book', 'USD'], metrics: ['9'] },
    ],
    meta: { currencies: ['EUR', 'USD'] },
  };
  expect(conversionsOf(answer, split).map(({ revenue }) => revenue)).toEqual([
    [
      ['120', 'EUR'],
      ['20', 'USD'],
    ],
    [['9', 'USD']],
  ]);
  // While the amounts by currency load.
  expect(conversionsOf(answer, undefined).map(({ revenue }) => revenue)).toEqual([[], []]);
});

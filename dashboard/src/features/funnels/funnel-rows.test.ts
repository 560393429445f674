import { expect, test } from 'vitest';
import { writeCsv } from '../../csv/write-csv.ts';
import { funnelCsv, funnelRows } from './funnel-rows.ts';

const steps = [
  { label: '/cart', visitors: 300, rate: 100, step_rate: 100 },
  { label: 'Order, paid', visitors: 100, rate: 33.33, step_rate: 33.33 },
  { label: '=1+1', visitors: 0, rate: 0, step_rate: 0 },
  { label: '/thanks', visitors: 0, rate: 0, step_rate: 0 },
];

test('counts those who left at each step', () => {
  expect(funnelRows(steps).map(({ left, leftRate, rateBefore }) => [left, leftRate, rateBefore])).toEqual([
    [undefined, 0, 100],
    [200, 66.67, 100],
    [100, 100, 33.33],
    [0, 0, 0],
  ]);
});

test('writes what is shown as a file', () => {
  expect(
    writeCsv(...funnelCsv(funnelRows(steps)))
      .split('\r\n')
      .slice(0, 4),
  ).toEqual([
    'step,label,visitors,rate,step_rate,left',
    '1,/cart,300,100,100,',
    '2,"Order, paid",100,33.33,33.33,200',
    "3,'=1+1,0,0,0,100",
  ]);
});

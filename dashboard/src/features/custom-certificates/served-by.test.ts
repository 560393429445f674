import { expect, test } from 'vitest';
import { servedBy } from './served-by.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const certificate = (uuid: string, sans: readonly string[], from = '2026-11-01', to = '2026-12-31') => ({
  uuid,
  sans,
  not_before: `${from}T00:00:00Z`,
  expires_at: `${to}T00:00:00Z`,
});

test('names hosts in order, and those that another valid certificate stands for', () => {
  const own = certificate('1', ['*.a.example', 'b.example']);
  const all = [
    own,
    certificate('2', ['x.a.example']),
    certificate('3', ['y.a.example'], '2026-01-01', '2026-11-20'),
    certificate('4', ['b.example'], '2026-12-01'),
  ];
  expect(servedBy(own, all, ['y.a.example', 'b.example', 'x.a.example'], now)).toEqual([
    { host: 'b.example', hasOther: false },
    { host: 'x.a.example', hasOther: true },
    { host: 'y.a.example', hasOther: false },
  ]);
});

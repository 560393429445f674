import { expect, test } from 'vitest';
import { monthState, monthsToChoose, previousMonth } from './month-state.ts';

test.each([
  ['2026-11-18T12:00:00Z', true, 'Closed'],
  ['2026-11-18T12:00:00Z', false, 'Still counting'],
  ['2026-11-30T23:59:59Z', false, 'Still counting'],
  ['2026-12-01T00:00:00Z', false, 'Not closed yet'],
  ['2026-12-03T00:30:00Z', false, 'Not closed yet'],
  ['2026-12-03T01:00:00Z', false, 'Not closed'],
])('at %s, closed: %s, November is: %s', (now, isClosed, word) => {
  expect(monthState('2026-11', isClosed, Date.parse(now)).word).toBe(word);
});

test('says on which day a month closes', () => {
  expect(monthState('2026-12', false, Date.parse('2026-12-05T00:00:00Z')).sentence).toMatch(/3.*2027/);
});

test('offers two years of months, and the one that is shown', () => {
  const months = monthsToChoose('2026-02', '2026-02');
  expect([months.length, months[0], months[2], months.at(-1)]).toEqual([24, '2026-02', '2025-12', '2024-03']);
  expect(monthsToChoose('2026-02', '2020-05').at(-1)).toBe('2020-05');
  expect(previousMonth('2026-01')).toBe('2025-12');
});

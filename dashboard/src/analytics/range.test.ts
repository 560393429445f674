import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSelection, withPreset, withRange } from './range.ts';

const today = '2026-11-21';
const selectionOf = (search: string) => readSelection(new URLSearchParams(search), today, undefined);

describe('readSelection', () => {
  it('is the last 30 days when nothing is said', () => {
    expect(selectionOf('')).toEqual({
      range: { from: '2026-10-22', to: '2026-11-20' },
      comparison: 'previous',
      previous: { from: '2026-09-22', to: '2026-10-21' },
      preset: '30d',
      frequency: 'day',
      frequencies: ['day', 'week'],
    });
  });

  it('reads a period, days and a frequency', () => {
    expect(selectionOf('period=7d').range).toEqual({ from: '2026-11-14', to: '2026-11-20' });
    expect(selectionOf('from=2026-01-05&to=2026-03-05&frequency=month')).toMatchObject({
      range: { from: '2026-01-05', to: '2026-03-05' },
      preset: undefined,
      frequency: 'month',
    });
  });

  it.each([
    'period=next-year',
    'from=2026-11-30&to=2026-11-01',
    'from=2026-13-01&to=2026-12-01',
    'from=1980-01-01&to=2026-12-01',
    'from=2026-11-01',
    'frequency=hour',
    'frequency=month',
    'period=&from=&to=',
  ])('takes %s for nothing said', (search) => {
    expect(selectionOf(search)).toMatchObject({ preset: '30d', frequency: 'day' });
  });

  it('never throws and always answers a range, whatever stands in the address', () => {
    fc.assert(
      fc.property(
        fc.record({ period: fc.string(), from: fc.string(), to: fc.string(), frequency: fc.string() }),
        fc.subarray(['period', 'from', 'to', 'frequency'] as const),
        (values, names) => {
          const search = new URLSearchParams(names.map((name) => [name, values[name]]));
          const { range, frequencies, frequency } = readSelection(search, today, undefined);
          expect(range.from <= range.to).toBe(true);
          expect(frequencies).toContain(frequency);
        },
      ),
    );
  });

  it('compares all time with nothing', () => {
    expect(readSelection(new URLSearchParams('period=all'), today, '2026-08-22')).toMatchObject({
      range: { from: '2026-08-22', to: today },
      previous: undefined,
    });
  });
});

describe('what is written into the address', () => {
  it('keeps what else stands there, and says nothing usual', () => {
    expect(withPreset(new URLSearchParams('period=7d&metric=visits&frequency=week'), '30d').toString()).toBe(
      'metric=visits',
    );
    expect(withPreset(new URLSearchParams('from=2026-01-01&to=2026-01-02'), '90d').toString()).toBe(
      'period=90d',
    );
  });

  it('names the preset that picked days are', () => {
    const none = new URLSearchParams();
    expect(withRange(none, { from: '2026-10-01', to: '2026-10-31' }, today).toString()).toBe(
      'period=last-month',
    );
    expect(withRange(none, { from: '2026-10-01', to: '2026-10-30' }, today).toString()).toBe(
      'from=2026-10-01&to=2026-10-30',
    );
  });
});

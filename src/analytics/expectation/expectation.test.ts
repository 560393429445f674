import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { naiveHour, naiveReference } from '../../../test/support/naive-expectation.ts';
import { runs } from '../../../test/support/runs.ts';
import { expectationIn, referenceSpanMs, referencesOf } from './expectation.ts';
import { ZoneClock } from './zone-clock.ts';

const hourMs = 3_600_000;
const at = (text: string): number => Date.parse(text);
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'America/Santiago',
];

function references(hour: number, zone: string): string[] {
  return referencesOf(hour, new ZoneClock(zone, hour - referenceSpanMs, hour + hourMs)).map((time) =>
    new Date(time).toISOString().slice(0, 13),
  );
}

describe('references', () => {
  test('start at the same time by the clock of the zone, also when clocks were changed since', () => {
    expect(references(at('2026-03-30T08:00Z'), 'Europe/Berlin')).toEqual([
      '2026-03-23T09',
      '2026-03-16T09',
      '2026-03-09T09',
      '2026-03-02T09',
    ]);
  });

  test('of a time that clocks skipped there is none, of a doubled one the first', () => {
    // Clocks in Berlin went from 02:00 to 03:00 on 29 March, and from 03:00 back to 02:00 on 25 October.
    expect(references(at('2026-04-05T00:00Z'), 'Europe/Berlin')[0]).toBe('2026-03-22T01');
    expect(references(at('2026-11-01T01:00Z'), 'Europe/Berlin')[0]).toBe('2026-10-25T00');
  });

  test('begin with a whole hour of UTC in zones with half and quarter hours, or there is none', () => {
    expect(references(at('2026-03-08T03:00Z'), 'Asia/Kathmandu')).toHaveLength(4);
    // Lord Howe moves by half an hour, on 5 April.
    expect(references(at('2026-04-06T03:00Z'), 'Australia/Lord_Howe')).toEqual([]);
    expect(references(at('2026-04-20T03:00Z'), 'Australia/Lord_Howe')).toEqual([
      '2026-04-13T03',
      '2026-04-06T03',
    ]);
  });

  test('cross ends of months and leap days', () => {
    expect(references(at('2024-03-07T10:00Z'), 'UTC')[0]).toBe('2024-02-29T10');
    expect(references(at('2026-03-01T10:00Z'), 'UTC')[3]).toBe('2026-02-01T10');
  });
});

const kept = { since: 0, until: Number.POSITIVE_INFINITY };

/** An hour with these counts in its references. */
function compared(requests: number, counts: readonly number[]) {
  const hour = 100 * 24 * hourMs;
  const hours = counts.map((_, index) => hour - (index + 1) * 7 * 24 * hourMs);
  const recorded = {
    requestsIn: (time: number) => (time === hour ? requests : (counts[hours.indexOf(time)] ?? 0)),
    firstHour: 0,
    isServed: () => true,
  };
  const { expected, state } = expectationIn(hour, hours, recorded, kept);
  return [expected, state];
}

test.each([
  [0, [], [null, 'none']],
  [0, [500], [null, 'none']],
  [29, [99, 101], [100, 'low']],
  [30, [99, 101], [100, 'usual']],
  [0, [99, 100], [99.5, 'usual']],
  [33, [110, 110, 110], [110, 'usual']],
  [500, [0, 0, 1, 0], [0, 'usual']],
  [501, [0, 0, 1, 0], [0, 'high']],
  [501, [100, 101, 500], [101, 'usual']],
  [506, [101, 1, 900], [101, 'high']],
  [100, [1, 2, 3, 4], [2.5, 'usual']],
])('%j requests after %j are %j', (requests, counts, answer) => {
  expect(compared(requests, counts)).toEqual(answer);
});

test('property: is what the definition says, whatever clocks do', () => {
  const start = at('2025-01-01T00:00Z');
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 3 * 365 * 24 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: -1, max: 1 })), { maxLength: 12 }),
      fc.infiniteStream(fc.nat(700)),
      fc.integer({ min: 0, max: 33 }),
      fc.integer({ min: 20, max: 40 }),
      (zone, hours, places, sizes, firstDays, keptDays) => {
        const hour = start + hours * hourMs;
        // Hours around the references, of which some have requests.
        const counts = new Map<number, number>();
        for (const [weeks, near] of places)
          counts.set(hour - weeks * 7 * 24 * hourMs + near * hourMs, sizes.next().value ?? 0);
        const served = new Set([...counts.keys()].filter((_, index) => index % 4 !== 3));
        const first = hour - firstDays * 24 * hourMs + 1;
        const now = hour + 90 * 60_000;
        const since = hour - keptDays * 24 * hourMs;
        const naive = naiveHour(hour, { zone, people: [], crawlers: [first] }, counts, served, {
          since,
          now,
        });
        const recorded = {
          requestsIn: (time: number) => counts.get(time) ?? 0,
          firstHour: first - (first % hourMs),
          isServed: (time: number) => served.has(time),
        };
        const clock = new ZoneClock(zone, hour - referenceSpanMs, hour + hourMs);
        const found = expectationIn(hour, referencesOf(hour, clock), recorded, { since, until: now });
        expect(found).toEqual(naive);
      },
    ),
    { numRuns: runs(300) },
  );
});

test('property: references are those of a search through the days', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 18 * 365 * 24 }), (zone, hours) => {
      const hour = at('2010-01-01T00:00Z') + hours * hourMs;
      const clock = new ZoneClock(zone, hour - referenceSpanMs, hour + hourMs);
      const naive = [7, 14, 21, 28].flatMap((days) => naiveReference(hour, days, zone) ?? []);
      expect(referencesOf(hour, clock)).toEqual(naive);
    }),
    { numRuns: runs(300) },
  );
});

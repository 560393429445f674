import { expect, it } from 'vitest';
import { plainPageview } from '../engine/pageview-row.ts';
import { EventVariety, type VarietyRules } from './event-variety.ts';
import { FullDays } from './full-days.ts';

const domain = '0197aaaa-0000-7000-8000-000000000001';
const dayMs = 86_400_000;
const [maxNamesPerDay, maxKeysPerDay] = [1_000, 1_000];
const clock = { time: 0, now: () => clock.time };
const named = (name: string, props: Record<string, string> = {}) => ({ ...plainPageview, name, props });

it('takes a day’s first names of a domain again and again, and no others', () => {
  const variety = new EventVariety(clock);
  for (let i = 0; i < maxNamesPerDay; i++) expect(variety.limit(domain, 0, named(`e${i}`))).toBeDefined();
  expect(variety.limit(domain, dayMs - 1, named('one more'))).toBeUndefined();
  expect(variety.limit(domain, 0, named('e0'))).toBeDefined();
  expect(variety.limit(domain, 0, named('pageview', { a: 'b' }))).toBeDefined();
  expect(variety.limit(domain, dayMs, named('one more'))).toBeDefined();
  expect(variety.limit(domain.replace(/1$/, '2'), 0, named('one more'))).toBeDefined();
  expect(variety.propertiesDropped).toBe(0);
});

it('keeps events without the properties whose keys are too many, and counts these', () => {
  const variety = new EventVariety(clock);
  for (let i = 0; i < maxKeysPerDay; i++) variety.limit(domain, 0, named('x', { [`k${i}`]: '' }));
  expect(variety.limit(domain, 0, named('x', { k0: 'a', more: 'b', other: 'c' }))).toEqual(
    named('x', { k0: 'a' }),
  );
  expect(variety.propertiesDropped).toBe(2);
});

function withRules(rules: Partial<VarietyRules>, yesterday: () => Promise<readonly string[]>) {
  const full = new FullDays();
  const asked: string[] = [];
  const variety = new EventVariety(
    clock,
    {
      rulesOf: async (domains) => {
        asked.push(...domains);
        return new Map(domains.map((each) => [each, { names: 1_000, keys: 1_000, goals: [], ...rules }]));
      },
      namesOn: async (_, fromMs) => {
        expect(fromMs).toBe(0);
        return yesterday();
      },
    },
    (days) => full.set(days),
  );
  /** As a segment's lines are read: again, where more had to be known. */
  const ship = async (...events: readonly (readonly [name: string, isFromServer?: boolean])[]) => {
    for (;;) {
      const kept = events.filter(([name, isFromServer]) =>
        variety.limit(domain, dayMs, named(name), isFromServer),
      );
      if (!(await variety.learn())) return kept.map(([name]) => name);
    }
  };
  return { variety, full, ship, asked };
}

it('drops no goal, no name of yesterday and no name of a server, however many a visitor makes up', async () => {
  const { full, ship, asked } = withRules({ goals: ['Purchase'] }, async () => ['Signup']);
  for (let i = 0; i < 1_050; i++) await ship([`made up ${i}`]);
  expect(await ship(['made up 1049'], ['Purchase'], ['Signup'], ['made up 3'])).toEqual([
    'Purchase',
    'Signup',
    'made up 3',
  ]);
  expect(await ship(['Refund', true], ['Refund'])).toEqual(['Refund', 'Refund']);
  expect(asked.length).toBeLessThan(5);
  for (const name of ['Purchase', 'Signup', 'Refund', 'made up 3'])
    expect(full.drops(domain, dayMs, name)).toBe(false);
  expect(full.drops(domain, dayMs, 'made up 1049')).toBe(true);
  expect(full.drops(domain, 2 * dayMs, 'made up 1049')).toBe(false);
});

it('keeps to the limits of the account, and finds a goal that is new within a minute', async () => {
  const goals: string[] = [];
  const { ship } = withRules({ names: 2, goals }, async () => []);
  expect(await ship(['a'], ['b'], ['c'], ['d'], ['a'])).toEqual(['a', 'b', 'a']);
  goals.push('d');
  clock.time += 60_001;
  expect(await ship(['c'], ['d'])).toEqual(['d']);
  const { ship: free } = withRules({ names: null }, async () => []);
  const names = Array.from({ length: 3_000 }, (_, index) => [`n${index}`] as const);
  expect(await free(...names)).toHaveLength(3_000);
});

it('drops nothing while it is not known what is exempt', async () => {
  let isAway = true;
  const { ship } = withRules({ names: 1 }, () =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve(['x']),
  );
  expect(await ship(['a'], ['x'], ['y'])).toEqual(['a', 'x', 'y']);
  isAway = false;
  clock.time += 60_001;
  expect(await ship(['a'], ['x'], ['y'])).toEqual(['a', 'x']);
});

import { expect, it } from 'vitest';
import { plainPageview } from '../engine/pageview-row.ts';
import { EventVariety, maxKeysPerDay, maxNamesPerDay } from './event-variety.ts';

const domain = '0197aaaa-0000-7000-8000-000000000001';
const dayMs = 86_400_000;
const named = (name: string, props: Record<string, string> = {}) => ({ ...plainPageview, name, props });

it('takes a day’s first names of a domain again and again, and no others', () => {
  const variety = new EventVariety();
  for (let i = 0; i < maxNamesPerDay; i++) expect(variety.limit(domain, 0, named(`e${i}`))).toBeDefined();
  expect(variety.limit(domain, dayMs - 1, named('one more'))).toBeUndefined();
  expect(variety.limit(domain, 0, named('e0'))).toBeDefined();
  expect(variety.limit(domain, 0, named('pageview', { a: 'b' }))).toBeDefined();
  expect(variety.limit(domain, dayMs, named('one more'))).toBeDefined();
  expect(variety.limit(domain.replace(/1$/, '2'), 0, named('one more'))).toBeDefined();
  expect(variety.propertiesDropped).toBe(0);
});

it('keeps events without the properties whose keys are too many, and counts these', () => {
  const variety = new EventVariety();
  for (let i = 0; i < maxKeysPerDay; i++) variety.limit(domain, 0, named('x', { [`k${i}`]: '' }));
  expect(variety.limit(domain, 0, named('x', { k0: 'a', more: 'b', other: 'c' }))).toEqual(
    named('x', { k0: 'a' }),
  );
  expect(variety.propertiesDropped).toBe(2);
});

import { expect, it } from 'vitest';
import { knownBrowsers, knownSystems } from '../../analytics/lookup/user-agent.ts';
import { slugOf } from '../../core/slug.ts';
import { browserSlugs, systemSlugs } from '../../rules/device-slugs.ts';

/** What bowser names besides browsers. */
const robot =
  /bot$|bot-|crawler|spider|^facebookexternalhit|^meta-(?:external|web)|-user$|^yahooslurp|^diffbot|-searchbot$/;

it('has the slug of each name that a user agent may lead to, and each is one name', () => {
  const slugsOf = (names: ReadonlySet<string>): string[] =>
    [...new Set([...names, 'Unknown'].map(slugOf))].toSorted();
  expect(systemSlugs).toEqual(slugsOf(knownSystems));
  expect(browserSlugs).toEqual(slugsOf(knownBrowsers).filter((slug) => !robot.test(slug)));
  for (const slugs of [systemSlugs, browserSlugs]) expect(new Set(slugs).size).toBe(slugs.length);
});

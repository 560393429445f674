import { expect, test } from 'vitest';
import { newReadyMade, readyMadeRules } from './ready-made.ts';

const pathsOf = (hasWordPress: boolean): string[] => {
  const made = readyMadeRules.scanners({ ...newReadyMade, hasWordPress });
  return made.ok ? made.rules.map((rule) => rule.if?.path ?? '') : [];
};

test('scanners: 13 paths are blocked, none that certificates need; those of WordPress stay open where it runs', () => {
  const made = readyMadeRules.scanners(newReadyMade);
  expect(made.ok && made.rules.every(({ then }) => 'block' in then)).toBe(true);
  const all = pathsOf(false);
  expect(all).toHaveLength(13);
  expect(all.filter((path) => '/.well-known/acme-challenge/x'.startsWith(path.replace(/\*$/, '')))).toEqual(
    [],
  );
  expect(pathsOf(true).filter((path) => /wp-|xmlrpc/.test(path))).toEqual([]);
});

test('false crawlers: of the names that are given', () => {
  expect(readyMadeRules.crawlers({ ...newReadyMade, crawlers: ['Bingbot'] })).toEqual({
    ok: true,
    rules: [
      {
        name: 'False crawlers',
        active: true,
        if: { bots: ['Bingbot'], verified: false },
        then: { block: {} },
      },
    ],
  });
  expect(readyMadeRules.crawlers({ ...newReadyMade, crawlers: [] })).toEqual({
    ok: false,
    problems: { crawlers: 'Enter at least one.' },
  });
});

test('stores: one for each system, and everybody else as wished', () => {
  const stores = {
    ...newReadyMade,
    appStore: 'https://apps.apple.com/app/id1',
    googlePlay: ' https://play.google.com/store/apps/details?id=a ',
  };
  const to = (url: string) => ({ redirect: { to: url, status: 302, query: true } });
  const rules = [
    {
      name: 'App Store',
      active: true,
      if: { path: '/app', systems: ['ios', 'ipad-os'] },
      then: to('https://apps.apple.com/app/id1'),
    },
    {
      name: 'Google Play',
      active: true,
      if: { path: '/app', systems: ['android'] },
      then: to('https://play.google.com/store/apps/details?id=a'),
    },
  ];
  expect(readyMadeRules.stores(stores)).toEqual({ ok: true, rules });
  expect(readyMadeRules.stores({ ...stores, others: '/get' })).toEqual({
    ok: true,
    rules: [...rules, { name: 'No app', active: true, if: { path: '/app' }, then: to('/get') }],
  });
  const problemsOf = (values: typeof newReadyMade) => {
    const made = readyMadeRules.stores(values);
    return made.ok ? [] : Object.keys(made.problems).toSorted();
  };
  expect(problemsOf(newReadyMade)).toEqual(['appStore', 'googlePlay']);
  expect(problemsOf({ ...stores, path: 'app' })).toEqual(['path']);
});

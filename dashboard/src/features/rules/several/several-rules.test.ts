import { expect, test } from 'vitest';
import { expiringRules, newExpiry, newSplit, splitRules } from './several-rules.ts';

const to = (name: string) => `https://${name}.example/`;
const redirect = (name: string) => ({ redirect: { to: to(name), status: 302, query: true } });

test('shares of a split add up, and the last target gets everybody else', () => {
  const targets = [
    { to: to('a'), percent: '20' },
    { to: to('b'), percent: '30.1' },
    { to: to('c'), percent: '49,9' },
  ];
  expect(splitRules({ name: 'Test', path: '/go', targets })).toEqual({
    ok: true,
    rules: [
      { name: 'Test A', active: true, if: { path: '/go', share: 20 }, then: redirect('a') },
      { name: 'Test B', active: true, if: { path: '/go', share: 50.1 }, then: redirect('b') },
      { name: 'Test C', active: true, if: { path: '/go' }, then: redirect('c') },
    ],
  });
});

test('a split that does not add up to 100, or leads nowhere, says so at the field', () => {
  const split = (...percents: string[]) =>
    splitRules({ ...newSplit, path: '/go', targets: percents.map((percent) => ({ to: to('a'), percent })) });
  expect(split('20', '70')).toEqual({
    ok: false,
    problems: { percent1: 'These add up to 90 %, not to 100 %.' },
  });
  expect(split('0', '100')).toEqual({
    ok: false,
    problems: {
      percent0: 'Enter a number between 0 and 100.',
      percent1: 'Enter a number between 0 and 100.',
    },
  });
  expect(split('x', '50')).toMatchObject({ ok: false });
  const nothing = splitRules(newSplit);
  expect(nothing.ok ? [] : Object.keys(nothing.problems).toSorted()).toEqual(['path']);
  const nowhere = splitRules({ ...newSplit, path: '/go' });
  expect(nowhere.ok ? [] : Object.keys(nowhere.problems).toSorted()).toEqual(['to0', 'to1']);
});

test('a redirect that expires is two rules', () => {
  const values = {
    name: 'Sale',
    path: '/sale',
    to: to('a'),
    endsAt: '2026-12-24T18:00',
    afterwards: to('b'),
  };
  const end = new Date(2026, 11, 24, 18).toISOString().replace('.000Z', 'Z');
  expect(expiringRules(values)).toEqual({
    ok: true,
    rules: [
      { name: 'Sale', active: true, if: { path: '/sale', ends_at: end }, then: redirect('a') },
      { name: 'Sale (expired)', active: true, if: { path: '/sale' }, then: redirect('b') },
    ],
  });
  const empty = expiringRules({ ...newExpiry, path: '/sale' });
  expect(empty.ok ? [] : Object.keys(empty.problems).toSorted()).toEqual(['afterwards', 'endsAt', 'to']);
});

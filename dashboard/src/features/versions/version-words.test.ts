import { expect, test } from 'vitest';
import { differencesOf } from './version-words.ts';

test('a version is told by what differs from the one before', () => {
  const older = { attributes: { active: true, note: 'a', port: 443 } };
  expect(differencesOf({ attributes: { active: false, note: 'a', port: 443 } }, older)).toEqual([
    { attribute: 'active', before: 'yes', after: 'no' },
  ]);
  expect(differencesOf(older, undefined)).toBeUndefined();
});

test('lists of rules are counted', () => {
  const [one, two] = [{ attributes: { rules: [{}] } }, { attributes: { rules: [{}, {}] } }];
  expect(differencesOf(two, one)).toEqual([{ attribute: 'rules', before: '1 rule', after: '2 rules' }]);
});

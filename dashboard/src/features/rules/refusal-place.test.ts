import { describe, expect, it } from 'vitest';
import { placeOfRefusal } from './refusal-place.ts';

describe('placeOfRefusal', () => {
  it.each([
    [
      'rules[1].then.redirect.to is "x"; allowed: an absolute URL',
      { index: 1, path: 'then.redirect.to', message: 'Allowed: an absolute URL.' },
    ],
    [
      'rules[0].then.redirect.to has the placeholder :a; allowed: those of the path (none)',
      {
        index: 0,
        path: 'then.redirect.to',
        message: 'This has the placeholder :a. Allowed: those of the path (none).',
      },
    ],
    [
      'rules[12].then.basic_auth.users[3].password is missing; it can be left out only once',
      {
        index: 12,
        path: 'then.basic_auth.users[3].password',
        message: 'This is missing; it can be left out only once.',
      },
    ],
    [
      'rules[0].if.path is ""; allowed: a path that begins with /',
      { index: 0, path: 'if.path', message: 'Enter a path that begins with /.' },
    ],
    [
      'rules has 5 rules; allowed: at most 4',
      { index: undefined, path: '', message: 'This has 5 rules. Allowed: at most 4.' },
    ],
  ])('%s', (sentence, place) => {
    expect(placeOfRefusal(sentence)).toEqual(place);
  });

  it('knows no other sentences', () => {
    expect(placeOfRefusal('the store is away')).toBeUndefined();
  });
});

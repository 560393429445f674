/** Source: docs/reference/connect-page.md ("Languages"). */
import { describe, expect, test } from 'vitest';
import { accountTexts } from '../../../api/mail/account-texts.ts';
import { languages } from '../../../core/languages.ts';
import { statisticsTexts } from '../../../core/statistics-texts.ts';
import { texts as reportTexts } from '../../subscriptions/texts.ts';
import { texts } from './texts.ts';

/** Each text by its path; those with placeholders with numbered marks in their places. */
function written(table: object, path = ''): [path: string, text: string, marks: readonly string[]][] {
  return Object.entries(table).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return written(value, `${path}${key}.`);
    if (typeof value !== 'function') return [[`${path}${key}`, String(value), []]];
    const marks = Array.from({ length: value.length }, (_, index) => `<${index}>`);
    return [[`${path}${key}`, String(value(...marks)), marks]];
  });
}

describe.each([
  ['pages and e-mails for customers', texts],
  ['statistics', statisticsTexts],
  ['subscriptions', reportTexts],
  ['signing in', accountTexts],
])('%s', (_, table) => {
  const english = written(table.en);

  test.each(languages)('%s has each text with each placeholder', (language) => {
    const own = written(table[language]);
    expect(own.map(([path]) => path).toSorted()).toEqual(english.map(([path]) => path).toSorted());
    for (const [path, text, marks] of own) {
      expect(text.trim(), path).not.toBe('');
      for (const mark of marks) expect(text, path).toContain(mark);
      expect(english.find(([each]) => each === path)?.[2], path).toEqual(marks);
    }
  });

  test.each(languages.filter((language) => language !== 'en'))('%s is not English', (language) => {
    const own = new Map(written(table[language]).map(([path, text]) => [path, text]));
    const same = english.filter(([path, text]) => text.includes(' ') && own.get(path) === text);
    expect(same).toEqual([]);
  });
});

test('marks before which French has a space that does not break', () => {
  for (const [path, text] of [...written(texts.fr), ...written(statisticsTexts.fr)])
    expect(text, path).not.toMatch(/\S[:;!?»]|« | [:;!?»]/);
});

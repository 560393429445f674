/** Whatever a caller sends as a value reaches the engine as that value, and nothing else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTooExpensive } from '../../../src/analytics/engine/failures.ts';
import { readVisitorQuery } from '../../../src/analytics/query/read-query.ts';
import { runVisitorQuery } from '../../../src/analytics/query/run-query.ts';
import { textLiteral } from '../../../src/analytics/query/text-literal.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { onEachAnalyticsStore } from '../../support/analytics-stores.ts';
import { openForSuite } from '../reports/store-of-suite.ts';
import { pageviewRow } from './rows.ts';

const values = 5_000;
const pieces = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "'",
      "\\'",
      '\\',
      '\\\\',
      '"',
      '`',
      '\0',
      '\n',
      '\r',
      '\t',
      '\u2028',
      '%',
      '_',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '{domain:UUID}',
      '{x:String}',
      '{',
      '}',
      '--',
      '/*',
      '*/',
      ';',
      ')',
      "') OR 1 = 1 --",
      "' UNION ALL SELECT 1 --",
      '$$',
      '\\x27',
      '\\u0027',
      '\\0',
      '\\N',
      'NULL',
      '😀',
      'é',
      '\u202e',
      '?',
      ':x',
      '@x',
      '%27',
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
);
const hostileText = fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join('').toWellFormed());

onEachAnalyticsStore('hostile values', (newLocation) => {
  const getStore = openForSuite(newLocation);

  test(`${values} literals are read as the texts they were written from`, async () => {
    const texts = fc.sample(hostileText, values);
    for (let start = 0; start < values; start += 250) {
      const some = texts.slice(start, start + 250);
      const [row] = await getStore().query<{ texts: string[] }>(
        `SELECT [${some.map(textLiteral).join(', ')}] AS texts`,
        {},
      );
      expect(row?.texts).toEqual(some);
    }
  });

  test('a filter finds exactly the page with that path', async () => {
    const domain = newUuid();
    const time = Date.UTC(2026, 10, 22, 12);
    const paths = [...new Set(fc.sample(hostileText, 300).map((text) => `/${text}`))];
    const rows = paths.map((path, index) => pageviewRow({ domain, time, visitor: String(index + 1), path }));
    await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const count = async (filter: unknown): Promise<unknown> => {
      const query = readVisitorQuery({ metrics: ['pageviews'], date_range: 'day', filters: [filter] }, time);
      return (await runVisitorQuery(getStore(), domain, query)).results[0]?.metrics[0];
    };
    for (const path of paths.slice(0, 60)) {
      expect(await count(['is', 'event:page', [path]])).toBe(1);
      expect(await count(['is_not', 'event:page', [path]])).toBe(paths.length - 1);
      expect(await count(['contains', 'event:page', [path]])).toBe(
        paths.filter((other) => other.includes(path)).length,
      );
    }
  });

  test('a property is found under exactly its key', async () => {
    const domain = newUuid();
    const time = Date.UTC(2026, 10, 22, 12);
    // A key is a word of the query, so it is no lone surrogate.
    const keys = [
      ...new Set(fc.sample(hostileText, 200).map((text) => `${text.toWellFormed().slice(0, 290)}.`)),
    ].filter((key) => key.isWellFormed());
    const rows = keys.map((key, index) => ({
      ...pageviewRow({ domain, time, visitor: String(index + 1), path: '/' }),
      name: 'Signup',
      props: { [key]: key },
    }));
    await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    for (const key of keys.slice(0, 60)) {
      const dimension = `event:props:${key}`;
      const query = readVisitorQuery(
        {
          metrics: ['events'],
          date_range: 'day',
          dimensions: [dimension],
          filters: [['is', dimension, [key]]],
        },
        time,
      );
      const { results } = await runVisitorQuery(getStore(), domain, query);
      expect(results).toEqual([{ dimensions: [key], metrics: [1] }]);
    }
  });

  test('filters on more goals than a statement can hold are too expensive', async () => {
    const domain = newUuid();
    const time = Date.UTC(2026, 10, 22, 12);
    const rows = [pageviewRow({ domain, time, visitor: '1', path: '/' })];
    await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const ask = (tests: number, length: number): Promise<unknown> => {
      const goals = Array.from({ length: 1_000 }, (_, index) => ({
        uuid: String(index),
        displayName: `Goal ${index}`,
        eventName: null,
        pagePath: `/${'x'.repeat(length)}${index}`,
      }));
      const filters = Array.from({ length: tests }, () => ['contains', 'event:goal', ['Goal']]);
      const query = readVisitorQuery({ metrics: ['visits'], date_range: 'day', filters }, time, goals);
      return runVisitorQuery(getStore(), domain, query);
    };
    expect(await ask(1, 10)).toMatchObject({ results: [{ metrics: [0] }] });
    // Too many elements, and too many bytes.
    for (const [tests, length] of [
      [12, 10],
      [64, 480],
    ] as const) {
      const error = await ask(tests, length).catch((refused: unknown) => refused);
      expect(isTooExpensive(error)).toBe(true);
    }
  });

  test('a pattern that RE2 does not take is refused by its place', async () => {
    for (const pattern of ['(', '[', 'a{2,1}', '(?=x)', '\\1', '(?P<n>a']) {
      const filters = [['matches', 'event:page', ['fine', pattern]]];
      const query = readVisitorQuery({ metrics: ['visits'], date_range: 'day', filters }, 0);
      await expect(runVisitorQuery(getStore(), newUuid(), query)).rejects.toMatchObject({
        code: 'query_invalid',
        message: 'filters[0][2][1] is no regular expression that can be used; allowed: RE2 syntax',
      });
    }
  });
});

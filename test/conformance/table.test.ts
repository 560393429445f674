/** The conformance table itself: whole, without repetitions, and every error code is somewhere in it. */
import { expect, test } from 'vitest';
import { apiErrors } from '../../src/api/reference/error-table.ts';
import { headings, notProvoked, rows } from './table.ts';

test('every heading that must be covered has rows, and every row belongs to one', () => {
  expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(headings));
});

test('no statement stands twice', () => {
  const statements = rows.map(({ source, statement }) => `${source}: ${statement}`);
  expect(statements.filter((text, index) => statements.indexOf(text) !== index)).toEqual([]);
});

test('every error code is provoked by a row, or listed with the reason why not', () => {
  const provoked = new Set<string>(rows.flatMap(({ codes = [] }) => codes));
  const listed = Object.keys(notProvoked);
  expect(new Set([...provoked, ...listed])).toEqual(new Set(apiErrors.map(({ code }) => code)));
  expect(listed.filter((code) => provoked.has(code))).toEqual([]);
  for (const reason of Object.values(notProvoked)) {
    expect(reason).not.toBe('');
  }
});

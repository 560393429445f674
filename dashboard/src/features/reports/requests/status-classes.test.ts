import { expect, test } from 'vitest';
import { errorShare, statusClasses } from './status-classes.ts';

const codes = [
  { id: '200', count: 60 },
  { id: '304', count: 20 },
  { id: '404', count: 9 },
  { id: '204', count: 10 },
  { id: '999', count: 1 },
];

test('adds codes up by their first digit', () => {
  expect(statusClasses(codes)).toEqual([
    { digit: '2', name: 'Successful', count: 70, percentage: 70 },
    { digit: '3', name: 'Redirection', count: 20, percentage: 20 },
    { digit: '4', name: 'Client errors', count: 9, percentage: 9 },
    { digit: '5', name: 'Server errors', count: 1, percentage: 1 },
  ]);
  expect(statusClasses([])).toEqual([]);
});

test('tells the share of errors', () => {
  expect(errorShare(codes)).toBe(10);
  expect(errorShare([])).toBe(0);
});

import { expect, test } from 'vitest';
import { apiFilters, readFilters } from './request-filters.ts';

const of = (search: string) => apiFilters(readFilters(new URLSearchParams(search)));

test('an address without filters asks for all requests', () => {
  expect(of('')).toEqual([]);
  expect(of('path=%20&other=1')).toEqual([]);
});

test('each filter is one of the API', () => {
  expect(of('path=/a&status=404&method=GET&country=AT&rule=Sale&source=Google')).toEqual([
    ['contains', 'request:path', ['/a']],
    ['is', 'request:status', ['404']],
    ['is', 'request:method', ['GET']],
    ['is', 'request:country', ['AT']],
    ['is', 'request:rule', ['Sale']],
    ['is', 'request:source', ['Google']],
  ]);
  expect(of('device=Mobile')).toEqual([['is', 'request:device', ['Mobile']]]);
  expect(of('status=4xx')).toEqual([['is', 'request:status_class', ['4xx']]]);
});

test('people are those who are neither bot nor scanner, bots are known by name, or one class of them', () => {
  expect(of('who=people')).toEqual([['is', 'request:client', ['person']]]);
  expect(of('who=scanners')).toEqual([['is', 'request:client', ['probe', 'datacenter']]]);
  expect(of('who=bots')).toEqual([['is_not', 'request:bot', ['(none)']]]);
  expect(of('who=ai')).toEqual([['is', 'request:bot_class', ['ai']]]);
});

test('any failure is not none, and a target contains a text', () => {
  expect(of('failure=any')).toEqual([['is_not', 'request:failure', ['(none)']]]);
  expect(of('failure=blocked')).toEqual([['is', 'request:failure', ['blocked']]]);
  expect(of('target=one')).toEqual([['contains', 'request:target', ['one']]]);
});

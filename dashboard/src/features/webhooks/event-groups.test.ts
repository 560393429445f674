import { expect, test } from 'vitest';
import { webhookEventTypes } from '../../../../src/core/webhook-event.ts';
import { eventGroups, eventWords } from './event-groups.ts';

test('every event is in a group that has a name', () => {
  expect(eventGroups.flatMap(({ types }) => types).toSorted()).toEqual(webhookEventTypes.toSorted());
  expect(eventGroups.map(({ name }) => name)).toEqual([
    'Custom domains',
    'Certificates',
    'Redirects',
    'Rules',
    'Usage',
    'Findings',
  ]);
});

test('says what an endpoint gets', () => {
  expect(eventWords([])).toBe('All events');
  expect(eventWords(['rules.replaced'])).toBe('rules.replaced');
  expect(eventWords(webhookEventTypes.slice(0, 3))).toBe(`3 of ${webhookEventTypes.length} events`);
});

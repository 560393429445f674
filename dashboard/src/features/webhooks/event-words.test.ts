import { expect, test } from 'vitest';
import { webhookEventTypes } from '../../../../src/core/webhook-event.ts';
import { eventWords } from './event-words.ts';

test('says what an endpoint gets', () => {
  expect(eventWords([])).toBe('All events');
  expect(eventWords(['rules.replaced'])).toBe('rules.replaced');
  expect(eventWords(webhookEventTypes.slice(0, 3))).toBe(`3 of ${webhookEventTypes.length} events`);
});

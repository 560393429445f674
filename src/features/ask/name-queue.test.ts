/** Source: docs/reference/ask.md ("Limits"). */
import { expect, test } from 'vitest';
import { NameQueue } from './name-queue.ts';

const takeAll = (queue: NameQueue) => {
  const taken: string[] = [];
  for (let next = queue.take(() => true); next; next = queue.take(() => true)) taken.push(next.name);
  return taken;
};

test('networks take turns, each with its oldest name', () => {
  const queue = new NameQueue();
  for (const name of ['a1', 'a2', 'a3']) queue.add('a', name);
  queue.add('b', 'b1');
  queue.add('c', 'c1');
  queue.add('b', 'b2');
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('one that gets no place is passed over, and learns whether others wait', () => {
  const queue = new NameQueue();
  queue.add('a', 'a1');
  expect(queue.take((_, doOthersWait) => (doOthersWait ? undefined : 'alone'))).toEqual({
    name: 'a1',
    place: 'alone',
  });
  queue.add('a', 'a2');
  queue.add('b', 'b1');
  expect(queue.take((network) => (network === 'b' ? network : undefined))).toEqual({
    name: 'b1',
    place: 'b',
  });
  expect(queue.take(() => undefined)).toBeUndefined();
  expect(takeAll(queue)).toEqual(['a2']);
});

test('the one with the most gives up its newest, but not to one that would have as many', () => {
  const queue = new NameQueue();
  for (const name of ['a1', 'a2', 'a3']) queue.add('a', name);
  queue.add('b', 'b1');
  expect(queue.giveUpFor('a')).toBeUndefined();
  expect(queue.giveUpFor('b')).toBe('a3');
  queue.add('b', 'b2');
  expect(queue.giveUpFor('b')).toBeUndefined();
  expect(queue.giveUpFor('c')).toBe('a2');
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'b2']);
});

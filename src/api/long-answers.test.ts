import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { LongAnswers } from './long-answers.ts';

test('four answers are made, and the next when one is sent; none for a client that has left', async () => {
  const answers = new LongAnswers();
  const made: string[] = [];
  const begin = (account: string, destroyed = false) => {
    const raw = Object.assign(new EventEmitter(), { destroyed, writableFinished: false });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is used of it
    const reply = { raw } as unknown as FastifyReply;
    const sent = answers.inTurn(account, reply, async () => void made.push(account));
    return { raw, sent };
  };
  const first = begin('a');
  const others = ['b', 'c', 'd', 'e'].map((account) => begin(account));
  const left = begin('f', true);
  await setImmediate();
  expect(made).toEqual(['a', 'b', 'c', 'd']);
  first.raw.emit('close');
  await first.sent;
  await setImmediate();
  expect(made).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (const { raw } of others) raw.emit('close');
  await Promise.all([...others, left].map(({ sent }) => sent));
  expect(made).toHaveLength(5);
});

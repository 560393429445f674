/**
 * The thread in which long lists of rules are read: see body/rules-reader.ts. It reads one body or stored list, and is ended then.
 * Source: docs/reference/rules.md ("Reading and replacing").
 */
import { parentPort } from 'node:worker_threads';
import { RulesReading, showRules } from '../control/rules-reading.ts';
import { ServiceError } from '../core/errors.ts';
import { readRulesBody } from './body/read-rules-body.ts';
import type { RulesOrder, RulesReply } from './body/rules-reader.ts';

let reading: RulesReading | undefined;

parentPort?.on('message', (order: RulesOrder) => void reply(order));

async function reply(order: RulesOrder): Promise<void> {
  const answer = await obey(order).catch((error: unknown): RulesReply => {
    if (error instanceof ServiceError) return { error: { code: error.code, message: error.message } };
    throw error;
  });
  parentPort?.postMessage(answer, 'answer' in answer ? textsOf(answer.answer) : []);
}

async function obey(order: RulesOrder): Promise<RulesReply> {
  if (order.type === 'show') return { answer: showRules(order.json, order.host) };
  if (order.type === 'body') {
    const attributes = new Map(readRulesBody(Buffer.from(order.bytes), order.names));
    reading = new RulesReading(order.host, attributes.get('rules'));
    attributes.delete('rules');
    // Of an answer that is sent back; they may be many.
    attributes.delete('warnings');
    return { answer: attributes };
  }
  if (reading === undefined) throw new Error('there is no body');
  if (order.type === 'read') return { answer: await reading.read(order.previous) };
  if (order.type === 'pack') return { answer: await reading.pack(order.hashes) };
  if (order.type === 'follow') return { answer: await reading.follow(order.hosts) };
  return { answer: await reading.findWarnings(order.nowMs) };
}

/** The memory of texts in an answer, which is handed over instead of being copied: each may have 32 MiB. */
function textsOf(answer: unknown): ArrayBuffer[] {
  const texts = new Set<ArrayBuffer>();
  for (const value of Object.values(answer ?? {}))
    if (
      value instanceof Uint8Array &&
      value.buffer instanceof ArrayBuffer &&
      value.length === value.buffer.byteLength
    )
      texts.add(value.buffer);
  return [...texts];
}

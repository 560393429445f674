/**
 * The thread in which long lists of rules are read, and replayed: see body/rules-reader.ts. It has one body or stored list, and is ended
 * then. Source: docs/reference/rules.md ("Reading and replacing").
 */
import { parentPort } from 'node:worker_threads';
import { RulesReading, showRules } from '../control/rules-reading.ts';
import { ServiceError } from '../core/errors.ts';
import type { RulesReplay } from '../replay/replay.ts';
import { replayJson } from '../replay/replay-json.ts';
import { beginReplay } from './body/begin-replay.ts';
import { readRulesBody } from './body/read-rules-body.ts';
import type { RulesOrder, RulesReply } from './body/rules-reader.ts';

let reading: RulesReading | undefined;
let replay: RulesReplay | undefined;

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
  if (replay !== undefined) return await count(replay, order);
  if (reading === undefined) throw new Error('there is no body');
  if (order.type === 'read') return { answer: await reading.read(order.previous) };
  if (order.type === 'pack') return { answer: await reading.pack(order.hashes) };
  if (order.type === 'follow') return { answer: await reading.follow(order.hosts) };
  if (order.type === 'warn') return { answer: await reading.findWarnings(order.nowMs) };
  if (order.type !== 'replay') throw new Error('no replay has begun');
  replay = await beginReplay(reading, order.wanted);
  // What the replay doesn't need takes some hundred megabytes.
  reading = undefined;
  return { answer: { statement: replay.statement } };
}

async function count(begun: RulesReplay, order: RulesOrder): Promise<RulesReply> {
  if (order.type === 'tally') return { answer: await begun.add(order.groups) };
  if (order.type === 'count') return { answer: { json: replayJson(begun.answer()) } };
  throw new Error('a replay is under way');
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

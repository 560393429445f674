/**
 * The thread in which long lists of rules are read, and replayed: see body/rules-reader.ts. It has one body or stored list, and is ended
 * then. Source: docs/reference/rules.md ("Reading and replacing").
 */
import { RulesReading, showRules } from '../control/rules-reading.ts';
import type { RulesReplay } from '../replay/replay.ts';
import { replayJson } from '../replay/replay-json.ts';
import { beginReplay } from './body/begin-replay.ts';
import { obeyOrders } from './body/body-thread.ts';
import { readRulesBody } from './body/read-rules-body.ts';
import type { RulesOrder } from './body/rules-reader.ts';

let reading: RulesReading | undefined;
let replay: RulesReplay | undefined;

obeyOrders(obey);

async function obey(order: RulesOrder): Promise<unknown> {
  if (order.type === 'show') return showRules(order.json, order.host);
  if (order.type === 'body') {
    const attributes = new Map(readRulesBody(Buffer.from(order.bytes), order.names));
    reading = new RulesReading(order.host, attributes.get('rules'));
    attributes.delete('rules');
    // Of an answer that is sent back; they may be many.
    attributes.delete('warnings');
    return attributes;
  }
  if (replay !== undefined) return await count(replay, order);
  if (reading === undefined) throw new Error('there is no body');
  if (order.type === 'read') return await reading.read(order.previous);
  if (order.type === 'pack') return await reading.pack(order.hashes);
  if (order.type === 'follow') return await reading.follow(order.hosts);
  if (order.type === 'warn') return await reading.findWarnings(order.nowMs);
  if (order.type !== 'replay') throw new Error('no replay has begun');
  replay = await beginReplay(reading, order.wanted);
  // What the replay doesn't need takes some hundred megabytes.
  reading = undefined;
  return { statement: replay.statement };
}

async function count(begun: RulesReplay, order: RulesOrder): Promise<unknown> {
  if (order.type === 'tally') return await begun.add(order.groups);
  if (order.type === 'count') return { json: replayJson(begun.answer()) };
  throw new Error('a replay is under way');
}

/**
 * A host's rules as the text that is stored: JSON in UTF-8, with hashes of passwords. It may have 32 MiB, so what the program's
 * event loop does with it is to look through it, in turns: lists of that length are read in a thread (api/body/rules-reader.ts).
 * Source: docs/reference/rules.md ("Reading and replacing"), docs/reference/audit-trail.md.
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Rule } from '../rules/rule.ts';
import type { ControlLocation } from './location.ts';
import { withoutPasswords } from './rule-passwords.ts';
import { placesOfUpstreams } from './upstream-places.ts';

/** A list to be stored. */
export type RulesText = {
  readonly json: Uint8Array;
  readonly ruleCount: number;
  /** That it proxies to: see placesOfUpstreams. */
  readonly upstreams: ReadonlyMap<string, number>;
};

/** What the audit trail has of a list. */
export type RulesSummary = {
  /** Without passwords; of a long list its number of rules and its checksum. */
  readonly rules: unknown;
  /** A checksum of their hashes. */
  readonly passwords: string;
};

/** Of a list's JSON in the trail, without passwords; of a longer one it has a checksum. */
const maxShownLength = 16_384;
const maxBytesPerCharacter = 3;
const bytesPerTurn = 4 * 1024 * 1024;
const usersPerTurn = 5_000;

/** Takes rules that were checked, with hashes in place of passwords. Errors: `rules_invalid` of too many upstreams. */
export function textOf(rules: readonly Rule[]): RulesText {
  const upstreams = placesOfUpstreams(rules);
  return { json: Buffer.from(JSON.stringify(rules)), ruleCount: rules.length, upstreams };
}

/** Reads a list that is stored: 100,000 rules take a tenth of a second. */
export function rulesIn(json: Uint8Array): readonly Rule[] {
  const rules: readonly Rule[] = JSON.parse(bufferOf(json).toString());
  return rules;
}

/** The column as bytes, where it is stored so: decoding 32 MiB and encoding them again takes a tenth of a second. */
export function selectText(kind: ControlLocation['kind']): RawBuilder<Uint8Array | string> {
  return kind === 'sqlite' ? sql<Uint8Array>`cast(rules as blob)` : sql<string>`rules`;
}

/** What is to be written into the column. */
export function columnOf(kind: ControlLocation['kind'], json: Uint8Array): RawBuilder<string> | string {
  return kind === 'sqlite' ? sql<string>`cast(${json} as text)` : bufferOf(json).toString();
}

export function bytesOf(text: Uint8Array | string): Uint8Array {
  return typeof text === 'string' ? Buffer.from(text) : text;
}

/** Whether a list asks for passwords; in a name or a value its quotes would be escaped. */
export function mayHavePasswords(json: Uint8Array): boolean {
  return bufferOf(json).includes('"basic_auth":');
}

export async function summaryOf({
  json,
  ruleCount,
}: Pick<RulesText, 'json' | 'ruleCount'>): Promise<RulesSummary> {
  const { shown, passwords } = await withoutHashes(bufferOf(json));
  if (shown.length <= maxBytesPerCharacter * maxShownLength && shown.toString().length <= maxShownLength)
    return { rules: withoutPasswords(rulesIn(json)), passwords };
  const sha256 = createHash('sha256');
  for (let start = 0; start < shown.length; start += bytesPerTurn) {
    if (start > 0) await setImmediate();
    sha256.update(shown.subarray(start, start + bytesPerTurn));
  }
  return { rules: { count: ruleCount, sha256: sha256.digest('hex') }, passwords };
}

/** A list as callers see it: without hashes of passwords. In turns. */
export async function shownText(json: Uint8Array): Promise<Uint8Array> {
  return (await withoutHashes(bufferOf(json))).shown;
}

/** In a list that is stored; quotes in values are escaped, and realms and hashes have none. */
const authPattern = /"then":\{"basic_auth":\{"realm":"[^"]*","users":\[/g;
const userPattern = /(\{"name":"(?:[^"\\]|\\.)*")(,"password_hash":"([^"\\]*)")?\},?/y;

/** What `JSON.stringify` makes of the list without passwords, and a checksum of their hashes. */
async function withoutHashes(json: Buffer): Promise<{ readonly shown: Buffer; readonly passwords: string }> {
  const hashes = createHash('sha256');
  if (!mayHavePasswords(json)) return { shown: json, passwords: hashes.digest('hex') };
  const text = json.toString('latin1');
  // Its own place in the text, also while others have a turn.
  const pattern = new RegExp(userPattern);
  const shown = Buffer.allocUnsafe(json.length);
  let length = 0;
  let kept = 0;
  let users = 0;
  for (const auth of text.matchAll(authPattern)) {
    pattern.lastIndex = auth.index + auth[0].length;
    for (let user = pattern.exec(text); user; user = pattern.exec(text)) {
      const [, name = '', member = '', hash = ''] = user;
      const end = user.index + name.length;
      length += json.copy(shown, length, kept, end);
      kept = end + member.length;
      hashes.update(`${hash}\n`);
      if (++users % usersPerTurn === 0) await setImmediate();
    }
  }
  length += json.copy(shown, length, kept);
  return { shown: shown.subarray(0, length), passwords: hashes.digest('hex') };
}

function bufferOf(json: Uint8Array): Buffer {
  return Buffer.from(json.buffer, json.byteOffset, json.length);
}

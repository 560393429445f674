/**
 * The rules of a list as they are stored: the text, and where in it each rule begins. A rule is made ready when it is needed.
 * Source: docs/reference/edge.md ("What workers read").
 */
import { CompiledRule } from '../../rules/compiled-rule.ts';
import type { Rule } from '../../rules/rule.ts';
import { madeBytes, type RuleList } from '../../rules/rule-list.ts';

/** Rules that were used lately stay ready: this many at least, twice as many at most. */
const maxReady = 10_000;

/** What the rules of a stored list take at most that are ready. */
export function readyRulesBytes(ruleCount: number, textBytes: number): number {
  const share = Math.min(1, (2 * maxReady) / Math.max(1, ruleCount));
  return share * (2 * textBytes + madeBytes * ruleCount);
}

/** Characters between two turns of the event loop: some milliseconds. */
const charactersPerTurn = 2 ** 20;

export class StoredRuleList implements RuleList {
  readonly #json: Buffer;
  /** Where each rule begins, and where the list ends. */
  readonly #starts: Uint32Array;
  /** Of rules that were used lately: a full map becomes the older one, and rules that are used again move to the newer one. */
  #ready = new Map<number, CompiledRule>();
  #readyBefore = new Map<number, CompiledRule>();

  private constructor(json: Buffer, starts: Uint32Array) {
    this.#json = json;
    this.#starts = starts;
  }

  /** Takes a list that was checked, as JSON; pauses now and then. */
  static *read(json: Uint8Array): Generator<void, StoredRuleList> {
    const starts = yield* startsOfItems(json);
    return new StoredRuleList(Buffer.from(json.buffer, json.byteOffset, json.length), starts);
  }

  get length(): number {
    return this.#starts.length - 1;
  }

  get sizeBytes(): number {
    const textBytes = this.#json.length;
    return textBytes + this.#starts.byteLength + readyRulesBytes(this.length, textBytes);
  }

  at(index: number): CompiledRule | undefined {
    const ready = this.#ready.get(index);
    if (ready !== undefined || index < 0 || index >= this.length) return ready;
    const rule = this.#readyBefore.get(index) ?? this.#make(index);
    if (this.#ready.size >= maxReady) {
      this.#readyBefore = this.#ready;
      this.#ready = new Map();
    }
    this.#ready.set(index, rule);
    return rule;
  }

  /** Rules that nobody keeps. */
  *[Symbol.iterator](): Generator<CompiledRule> {
    for (let index = 0; index < this.length; index++) yield this.#make(index);
  }

  #make(index: number): CompiledRule {
    const [start = 0, next = 0] = [this.#starts[index], this.#starts[index + 1]];
    // A comma is behind it, or the bracket at the end.
    const rule: Rule = JSON.parse(this.#json.toString('utf8', start, next - 1));
    return new CompiledRule(rule, index);
  }
}

/** Where the items of an array begin, of text that is JSON; and one place behind the bracket at the end. */
function* startsOfItems(json: Uint8Array): Generator<void, Uint32Array> {
  const starts: number[] = [];
  let depth = 0;
  let isText = false;
  let isEmpty = true;
  for (let at = 0; at < json.length; at++) {
    if (at % charactersPerTurn === charactersPerTurn - 1) yield;
    const code = json[at] ?? 0;
    if (isText) {
      if (code === backslash) at++;
      else if (code === quote) isText = false;
    } else if (code === quote) isText = true;
    else if (code === openBrace || code === openBracket) {
      if (depth === 1) isEmpty = false;
      depth++;
      if (depth === 1) starts.push(at + 1);
    } else if (code === closeBrace || code === closeBracket) {
      depth--;
      if (depth === 0 && !isEmpty) starts.push(at + 1);
    } else if (code === comma && depth === 1) starts.push(at + 1);
  }
  return Uint32Array.from(starts);
}

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

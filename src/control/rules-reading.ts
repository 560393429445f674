/** Rules as callers give them: read, checked, and what to warn of. Source: docs/reference/rules.md ("Reading and replacing"). */
import { ServiceError } from '../core/errors.ts';
import { CompiledRules } from '../rules/compile-rules.ts';
import { type OtherHost, OtherHosts } from '../rules/other-hosts.ts';
import { readRulesOnly } from '../rules/read-rules.ts';
import type { Rule } from '../rules/rule.ts';
import { findCostWarnings, reasonAgainst } from '../rules/rule-cost.ts';
import { findWarnings, type RuleWarning } from '../rules/rule-warnings.ts';
import { FollowedHosts, type LinkedHost } from './linked-hosts.ts';
import { keepsPasswords, newPasswordsOf, withHashes, withoutPasswords } from './rule-passwords.ts';
import { type RulesText, rulesIn, textOf } from './rules-text.ts';

/** Reads one list for those who must not, as it may be long: they have its text, and what they need to know of it. */
export interface RulesReader {
  /**
   * Users without a password keep that of the same name in `previous`, a list as it is stored, or empty.
   * Errors: `rules_invalid`, `rules_too_expensive`.
   */
  read(previous: Uint8Array): Promise<ReadRules>;
  /** The rules that were read last, with hashes in place of their new passwords. Errors: `rules_invalid`. */
  pack(hashes: readonly string[]): Promise<PackedRules>;
  /** Notes where hosts lead that these rules may lead to, and what their own host has besides. Returns the hosts to look at next. */
  follow(hosts: readonly LinkedHost[]): Promise<readonly string[]>;
  /** Of the rules that were read last, with what is known of hosts. */
  findWarnings(nowMs: number): Promise<readonly RuleWarning[]>;
}

export type ReadRules = {
  /** New ones, to be hashed. */
  readonly passwords: readonly string[];
  /** Whether others are kept from the list before. */
  readonly keepsPasswords: boolean;
};

export type PackedRules = RulesText & {
  /** The JSON without hashes of passwords. */
  readonly shown: Uint8Array;
};

/** Stored rules as callers see them. */
export type ShownRules = {
  /** JSON, without hashes of passwords. */
  readonly json: Uint8Array;
  /** That they cost too much. */
  readonly warnings: readonly RuleWarning[];
};

/** Reads rules as they are stored, for those who ask for them. In this thread: 100,000 rules take half a second. */
export function showRules(json: Uint8Array, host: string): ShownRules {
  const rules = rulesIn(json);
  return { json: shownOf(rules, json), warnings: findCostWarnings(CompiledRules.of(rules), host) };
}

/** In this thread: 100,000 rules take one and a half seconds. */
export class RulesReading implements RulesReader {
  readonly #host: string;
  readonly #given: unknown;
  #rules: readonly Rule[] = [];
  #compiled = CompiledRules.of([]);
  #followed: FollowedHosts | undefined;

  /** `given` is what the caller gave as `rules`. */
  constructor(host: string, given: unknown) {
    this.#host = host;
    this.#given = given;
  }

  async read(previous: Uint8Array): Promise<ReadRules> {
    const read = readRulesOnly(this.#given, previous.length === 0 ? [] : rulesIn(previous));
    if (!read.ok) throw new ServiceError('rules_invalid', read.reason);
    this.#rules = read.rules;
    this.#compiled = CompiledRules.of(read.rules);
    this.#followed = undefined;
    const reason = reasonAgainst(this.#compiled, this.#host);
    if (reason !== undefined) throw new ServiceError('rules_too_expensive', reason);
    return { passwords: newPasswordsOf(read.rules), keepsPasswords: keepsPasswords(read.rules) };
  }

  async pack(hashes: readonly string[]): Promise<PackedRules> {
    const rules = withHashes(this.#rules, hashes);
    const text = textOf(rules);
    return { ...text, shown: shownOf(rules, text.json) };
  }

  async follow(hosts: readonly LinkedHost[]): Promise<readonly string[]> {
    this.#followed ??= new FollowedHosts(this.#host, this.#rules);
    return this.#followed.add(hosts);
  }

  /** Those that were read last. */
  get rules(): readonly Rule[] {
    return this.#rules;
  }

  /** What hosts have that redirects, as far as it is known: first their own, of which the rules aren't here. */
  get hosts(): readonly OtherHost[] {
    return this.#followed?.hosts ?? [];
  }

  async findWarnings(nowMs: number): Promise<readonly RuleWarning[]> {
    const hosts = new OtherHosts(this.hosts);
    return findWarnings(this.#compiled, { host: this.#host, nowMs, hosts });
  }
}

function shownOf(rules: readonly Rule[], json: Uint8Array): Uint8Array {
  const shown = withoutPasswords(rules);
  return shown === rules ? json : Buffer.from(JSON.stringify(shown));
}

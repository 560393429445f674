/** Rules as callers give them: read, checked, and what to warn of. Source: docs/reference/rules.md ("Reading and replacing"). */
import { ServiceError } from '../core/errors.ts';
import { CompiledRules } from '../rules/compile-rules.ts';
import { type OtherHost, OtherHosts } from '../rules/other-hosts.ts';
import { readRulesOnly } from '../rules/read-rules.ts';
import type { Rule } from '../rules/rule.ts';
import { findCostWarnings, reasonAgainst } from '../rules/rule-cost.ts';
import { findWarnings, type RuleWarning } from '../rules/rule-warnings.ts';
import { withoutPasswords } from './rule-passwords.ts';

export interface RulesReader {
  /** Users without a password keep that of the same name in `previous`. Errors: `rules_invalid`, `rules_too_expensive`. */
  read(previous: readonly Rule[]): Promise<readonly Rule[]>;
  /** Of the rules that were read last. */
  findWarnings(nowMs: number, hosts: readonly OtherHost[]): Promise<readonly RuleWarning[]>;
}

/** Stored rules as callers see them. */
export type ShownRules = {
  /** JSON, without hashes of passwords. */
  readonly json: Uint8Array;
  /** That they cost too much. */
  readonly warnings: readonly RuleWarning[];
};

/** Reads rules as they are stored, for those who ask for them. In this thread: 100,000 rules take half a second. */
export function showRules(json: Uint8Array, host: string): ShownRules {
  const rules: readonly Rule[] = JSON.parse(new TextDecoder().decode(json));
  const shown = withoutPasswords(rules);
  const warnings = findCostWarnings(CompiledRules.of(rules), host);
  return { json: shown === rules ? json : new TextEncoder().encode(JSON.stringify(shown)), warnings };
}

/** In this thread: 100,000 rules take one and a half seconds. */
export class RulesReading implements RulesReader {
  readonly #host: string;
  readonly #given: unknown;
  #compiled = CompiledRules.of([]);

  /** `given` is what the caller gave as `rules`. */
  constructor(host: string, given: unknown) {
    this.#host = host;
    this.#given = given;
  }

  async read(previous: readonly Rule[]): Promise<readonly Rule[]> {
    const read = readRulesOnly(this.#given, previous);
    if (!read.ok) throw new ServiceError('rules_invalid', read.reason);
    this.#compiled = CompiledRules.of(read.rules);
    const reason = reasonAgainst(this.#compiled, this.#host);
    if (reason !== undefined) throw new ServiceError('rules_too_expensive', reason);
    return read.rules;
  }

  async findWarnings(nowMs: number, hosts: readonly OtherHost[]): Promise<readonly RuleWarning[]> {
    return findWarnings(this.#compiled, { host: this.#host, nowMs, hosts: new OtherHosts(hosts) });
  }
}

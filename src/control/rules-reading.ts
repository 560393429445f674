/** Rules as callers give them: read, checked, and what to warn of. Source: docs/reference/rules.md ("Reading and replacing"). */
import { ServiceError } from '../core/errors.ts';
import { CompiledRules } from '../rules/compile-rules.ts';
import { type OtherHost, OtherHosts } from '../rules/other-hosts.ts';
import { readRulesOnly } from '../rules/read-rules.ts';
import type { Rule } from '../rules/rule.ts';
import { reasonAgainst } from '../rules/rule-cost.ts';
import { findWarnings, type RuleWarning } from '../rules/rule-warnings.ts';

export interface RulesReader {
  /** Users without a password keep that of the same name in `previous`. Errors: `rules_invalid`, `rules_too_expensive`. */
  read(previous: readonly Rule[]): Promise<readonly Rule[]>;
  /** Of the rules that were read last. */
  findWarnings(nowMs: number, hosts: readonly OtherHost[]): Promise<readonly RuleWarning[]>;
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

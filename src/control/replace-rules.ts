/**
 * Replaces the rules of a host by rules as callers give them: read and checked, their passwords hashed or kept.
 * Source: docs/reference/rules.md ("Reading and replacing").
 */
import type { Clock } from '../core/clock.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';
import type { Rule } from '../rules/rule.ts';
import type { RuleWarning } from '../rules/rule-warnings.ts';
import { entityTagOf, type HostRulesStore } from './host-rules.ts';
import { countNewPasswords, hashPasswords, keepsPasswords } from './rule-passwords.ts';
import type { RulesReader } from './rules-reading.ts';

const maxAttempts = 5;

type Wanted = {
  readonly accountUuid: string;
  /** Normalised. */
  readonly host: string;
  /** Of what the caller gave as `rules`. */
  readonly reader: RulesReader;
  /** Whether the rules with this entity tag may be replaced. */
  readonly isExpected: (entityTag: string) => boolean;
};

type Replaced = {
  readonly rules: readonly Rule[];
  readonly entityTag: string;
  readonly warnings: readonly RuleWarning[];
};

/** Errors: `rules_invalid`, `rules_too_expensive`, `precondition_failed`, `host_taken`, `payload_too_large`. */
export async function replaceRules(
  hostRules: HostRulesStore,
  clock: Clock,
  { accountUuid, host, reader, isExpected }: Wanted,
): Promise<Replaced> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { previous, previousTag } = await findPrevious(hostRules, accountUuid, host);
    const read = await reader.read(previous);
    const keptFrom = keepsPasswords(read) ? previousTag : null;
    const rules = await hashPasswords(accountUuid, read);
    const replaced = await hostRules.replace({ accountUuid, host, rules, isExpected, keptFrom });
    // The passwords to keep may have changed since they were read.
    if (replaced === 'stale') continue;
    const { redirect, others } = await hostRules.findLinked(accountUuid, host, read);
    const hosts = [...others, { host, rules: [], redirect }];
    const warnings = await reader.findWarnings(clock.now(), hosts);
    return { rules: replaced?.rules ?? [], entityTag: entityTagOf(replaced), warnings };
  }
  throw new ServiceError('precondition_failed', `the rules of ${quoteValue(host)} keep changing`);
}

/** Reads rules and checks them as {@link replaceRules} does, without storing them. Errors: `rules_invalid`, `rules_too_expensive`. */
export async function readReplacement(
  hostRules: HostRulesStore,
  accountUuid: string,
  reader: RulesReader,
  previous: readonly Rule[],
): Promise<readonly Rule[]> {
  const rules = await reader.read(previous);
  countNewPasswords(rules);
  await hostRules.check(accountUuid, rules);
  return rules;
}

/** Without any where the host is another account's: replacing says so. */
async function findPrevious(
  hostRules: HostRulesStore,
  accountUuid: string,
  host: string,
): Promise<{ readonly previous: readonly Rule[]; readonly previousTag: string }> {
  try {
    const stored = await hostRules.find(accountUuid, host);
    return { previous: stored?.rules ?? [], previousTag: entityTagOf(stored) };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found')
      return { previous: [], previousTag: entityTagOf(undefined) };
    throw error;
  }
}

/** Checks the rules of each host as the API does, and names the line of each that is refused. */
import { entityTagOf, type HostRulesStore } from '../../control/host-rules.ts';
import { withoutPasswords } from '../../control/rule-passwords.ts';
import { rulesIn } from '../../control/rules-text.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Rule } from '../../rules/rule.ts';
import type { RuleWarning } from '../../rules/rule-warnings.ts';
import { checkRules } from './check-rules.ts';
import type { Problems, SourceRule } from './source-files.ts';

export type CheckedHost = {
  readonly host: string;
  /** What the host has now, and the entity tag of that. */
  readonly before: readonly Rule[];
  readonly entityTag: string;
  /** As the API takes them. */
  readonly rules: readonly object[];
  readonly warnings: readonly RuleWarning[];
};

/**
 * Reads what the hosts have and checks what they would have then: the new rules, after the present ones with
 * `append`. Rules that are refused are left out and become problems.
 */
export async function checkHosts(
  store: HostRulesStore,
  accountUuid: string,
  byHost: ReadonlyMap<string, readonly SourceRule[]>,
  append: boolean,
  problems: Problems,
): Promise<CheckedHost[]> {
  const checked: CheckedHost[] = [];
  for (const [host, added] of byHost) {
    const refusal = await store.findRefusal(accountUuid, host);
    const [first] = added;
    if (refusal) {
      if (first) problems.add({ ...first, reason: refusal.message });
      continue;
    }
    const stored = await findStored(store, accountUuid, host);
    const before = stored ? rulesIn(stored.json) : [];
    const kept = append ? withoutPasswords(before) : [];
    const read = checkRules(host, added, problems, { kept, before });
    if (read === undefined) continue;
    checked.push({
      host,
      before,
      entityTag: entityTagOf(stored),
      rules: read.given,
      warnings: read.warnings,
    });
  }
  return checked;
}

/** Undefined also where the host is another account's, and this one has the proof that it gets it by. */
async function findStored(store: HostRulesStore, accountUuid: string, host: string) {
  try {
    return await store.find(accountUuid, host);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined;
    throw error;
  }
}

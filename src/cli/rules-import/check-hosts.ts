/** Checks the rules of each host as the API does, and names the line of each that is refused. */
import { collectBody } from '../../resources/request-body.ts';
import type { Rule } from '../../rules/rule.ts';
import type { RuleWarning } from '../../rules/rule-warnings.ts';
import type { ApiClient } from '../api-client.ts';
import { ApiError } from '../sending.ts';
import { checkRules } from './check-rules.ts';
import type { Problems, SourceRule } from './source-files.ts';

export type CheckedHost = {
  readonly host: string;
  /** Where its rules are in the API. */
  readonly path: string;
  /** What the host has now, and the entity tag of that. */
  readonly before: readonly Rule[];
  readonly entityTag: string;
  /** As the API takes them. */
  readonly rules: readonly object[];
  readonly warnings: readonly RuleWarning[];
};

type Stored = { readonly before: readonly Rule[]; readonly entityTag: string };

/** Of no rules. */
const unmatched = '"unmatched"';

/**
 * Reads what the hosts have and checks what they would have then: the new rules, after the present ones with
 * `append`. Rules that are refused are left out and become problems.
 */
export async function checkHosts(
  api: ApiClient,
  accountPath: string,
  byHost: ReadonlyMap<string, readonly SourceRule[]>,
  append: boolean,
  problems: Problems,
): Promise<CheckedHost[]> {
  const checked: CheckedHost[] = [];
  for (const [host, added] of byHost) {
    const path = `${accountPath}/hosts/${host}/rules`;
    const { before, entityTag } = await findStored(api, path);
    const refusal = before.length > 0 ? undefined : await findRefusal(api, path);
    const [first] = added;
    if (refusal !== undefined) {
      if (first) problems.add({ ...first, reason: refusal });
      continue;
    }
    const kept = append ? before : [];
    const read = checkRules(host, added, problems, { kept, before });
    if (read === undefined) continue;
    checked.push({ host, path, before, entityTag, rules: read.given, warnings: read.warnings });
  }
  return checked;
}

/** None also where the host is another account's, and this one has the proof that it gets it by. */
async function findStored(api: ApiClient, path: string): Promise<Stored> {
  try {
    const { answer, tag = '*' } = await api.getTagged<{ readonly rules: readonly Rule[] }>(path);
    return { before: answer.rules, entityTag: tag };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return { before: [], entityTag: '*' };
    throw error;
  }
}

/** Why the account can't have a host, found by a change that is never made: the host is claimed before tags are compared. */
async function findRefusal(api: ApiClient, path: string): Promise<string | undefined> {
  try {
    await api.put(path, collectBody('json', [['rules', []]]), unmatched);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'precondition_failed') return undefined;
    if (error.code === 'host_taken' || error.code === 'host_invalid') return error.message;
    throw error;
  }
}

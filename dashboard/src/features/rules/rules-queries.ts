/** A host's rules as the API gives and takes them. Source: docs/reference/rules.md. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import type { Rule } from '../../../../src/rules/rule.ts';
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import type { Replay } from './rehearsal-words.ts';
import { asDraft, type DraftRule } from './rules-draft.ts';

export type HostRules = {
  readonly rules: readonly DraftRule[];
  /** By the rule they are about. */
  readonly warnings: ReadonlyMap<DraftRule, readonly string[]>;
  readonly entityTag: string;
};

const path = '/api/v1/accounts/{account_uuid}/hosts/{host}/rules';

const keyOf = (accountUuid: string, host: string) => ['rules', accountUuid, host] as const;

export function hostRulesQuery(accountUuid: string, host: string) {
  return queryOptions({
    queryKey: keyOf(accountUuid, host),
    queryFn: async ({ signal }): Promise<HostRules> => {
      const { data, response } = await api.GET(path, {
        params: { path: { account_uuid: accountUuid, host } },
        signal,
      });
      return readAnswer(data, response);
    },
    // The same list keeps the ids of its rules.
    structuralSharing: (before, after) =>
      isHostRules(before) && isHostRules(after) && before.entityTag === after.entityTag ? before : after,
  });
}

/**
 * Replaces the rules, if `entityTag` still names those that are stored. Errors: `precondition_failed`, `rules_invalid`,
 * `host_taken`.
 */
export async function replaceRules(
  accountUuid: string,
  host: string,
  rules: readonly DraftRule[],
  entityTag: string,
): Promise<HostRules> {
  const { data, response } = await api.PUT(path, {
    params: { path: { account_uuid: accountUuid, host }, header: { 'if-match': entityTag } },
    body: { rules: wireOf(rules) },
  });
  return readAnswer(data, response, rules);
}

/** What the rules would have done with the requests of the last seven days. Errors: `rules_invalid`, `not_found`, `query_too_expensive`. */
export function replayRules(accountUuid: string, host: string, rules: readonly DraftRule[]): Promise<Replay> {
  return bodyOf(
    api.POST('/api/v1/accounts/{account_uuid}/hosts/{host}/rules/replay', {
      params: { path: { account_uuid: accountUuid, host } },
      body: { rules: wireOf(rules) },
    }),
  );
}

type Answer = {
  readonly rules: readonly components['schemas']['Rule'][];
  readonly warnings?: readonly { readonly rule: number; readonly warning: string }[];
};

/** `sent`: the rules that these are, which keep their ids. */
function readAnswer(
  answer: Answer | undefined,
  response: Response,
  sent: readonly DraftRule[] = [],
): HostRules {
  if (answer === undefined) throw new ApiError(0, 'answer_empty', 'The service sent an empty answer.');
  // The API fills in what rules leave out, which the schema can't tell.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const list = answer.rules as readonly Rule[];
  const rules = list.map((rule, index) => asDraft(rule, sent[index]?.id));
  const warnings = new Map<DraftRule, string[]>();
  for (const { rule: index, warning } of answer.warnings ?? []) {
    const draft = rules[index];
    if (draft) warnings.set(draft, [...(warnings.get(draft) ?? []), warningText(warning)]);
  }
  return { rules, warnings, entityTag: response.headers.get('etag') ?? '' };
}

/** The API counts places from 0, the list from 1. */
function warningText(warning: string): string {
  return `This rule ${warning.replaceAll(/rules\[(\d+)\]/g, (_, place: string) => `rule ${Number(place) + 1}`)}.`;
}

function wireOf(rules: readonly DraftRule[]): components['schemas']['Rule'][] {
  // The schema's lists are mutable ones.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return rules.map(({ rule }) => rule) as unknown as components['schemas']['Rule'][];
}

function isHostRules(value: unknown): value is HostRules {
  return typeof value === 'object' && value !== null && 'entityTag' in value;
}

export function keepRules(
  queryClient: QueryClient,
  accountUuid: string,
  host: string,
  rules: HostRules,
): void {
  queryClient.setQueryData(keyOf(accountUuid, host), rules);
  void queryClient.invalidateQueries({ queryKey: ['hosts'] });
}

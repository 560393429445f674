/** Lists of rules that were stored before there was a bound and cost more. Source: docs/reference/rules.md ("What a list may cost"). */

import type { ControlDatabase } from '../../control/database.ts';
import { groupBySize } from '../../control/rules-by-size.ts';
import { CompiledRules } from '../../rules/compile-rules.ts';
import type { Rule } from '../../rules/rule.ts';
import { findCostWarnings } from '../../rules/rule-cost.ts';
import type { RuleWarning } from '../../rules/rule-warnings.ts';

export type ExpensiveRules = { readonly accountUuid: string; readonly host: string } & RuleWarning;

const rowsPerQuery = 5_000;

/** Finds up to `limit` of them. It goes through all lists. */
export async function findExpensiveRules(
  { queries }: Pick<ControlDatabase, 'queries'>,
  limit: number,
): Promise<ExpensiveRules[]> {
  const found: ExpensiveRules[] = [];
  for (let after = '', isLast = false; !isLast && found.length < limit; ) {
    const sizes = await queries
      .selectFrom('host_rules')
      .select(['uuid', 'size_bytes'])
      .where('uuid', '>', after)
      .orderBy('uuid')
      .limit(rowsPerQuery)
      .execute();
    for (const uuids of groupBySize(sizes)) {
      const rows = await queries
        .selectFrom('host_rules')
        .select(['account_uuid as accountUuid', 'host', 'rules'])
        .where('uuid', 'in', uuids)
        .execute();
      for (const { rules: json, ...row } of rows) {
        const rules: Rule[] = JSON.parse(json);
        for (const warning of findCostWarnings(CompiledRules.of(rules), row.host))
          found.push({ ...row, ...warning });
      }
    }
    after = sizes.at(-1)?.uuid ?? '';
    isLast = sizes.length < rowsPerQuery;
  }
  return found.slice(0, limit);
}

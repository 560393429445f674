/**
 * Names the hosts whose rules cost more than a request may take, or have no room in the memory of edge workers.
 * Source: docs/reference/rules.md ("What a list may cost"), docs/reference/edge.md ("What workers read").
 */
import { sql } from 'kysely';
import type { ControlDatabase } from '../../control/database.ts';
import { keyStretches } from '../../control/key-stretches.ts';
import { quoteValue } from '../../core/errors.ts';
import { rulesBytes, rulesLimitBytes } from '../../edge/rules/rules-memory.ts';
import { findExpensiveRules } from '../../features/rules/expensive-rules.ts';
import { type Finding, finding } from './finding.ts';

const check = 'rules';
const maxShown = 100;

export async function checkRules(database: ControlDatabase): Promise<Finding[]> {
  const findings = [...(await findCostly(database)), ...(await findLarge(database))];
  if (findings.length > 0) return findings;
  return [
    finding('ok', check, "No host's rules cost more than a request may take, and all have room in memory."),
  ];
}

async function findCostly(database: ControlDatabase): Promise<Finding[]> {
  const found = await findExpensiveRules(database, maxShown + 1);
  const shown = found
    .slice(0, maxShown)
    .map(({ accountUuid, host, rule }) =>
      finding(
        'warning',
        check,
        `The rules of ${quoteValue(host)} (account ${accountUuid}) are too expensive from rule ${rule + 1} on: ` +
          'requests that have to try too many of them are answered with 503. Give the rules paths of their own, or remove some.',
      ),
    );
  const more = finding('warning', check, `More than ${maxShown} hosts have such rules: these are the first.`);
  return found.length > maxShown ? [...shown, more] : shown;
}

/** Workers have the heap that this process has, unless they run elsewhere. */
async function findLarge({ queries }: ControlDatabase): Promise<Finding[]> {
  const room = rulesLimitBytes();
  const large: { readonly host: string; readonly accountUuid: string; readonly bytes: number }[] = [];
  let total = 0;
  for await (const { after, end } of keyStretches(queries, sql.table('host_rules'), sql.ref('host'))) {
    const lists = await queries
      .selectFrom('host_rules')
      .select(['host', 'account_uuid as accountUuid', 'rule_count as ruleCount', 'size_bytes as sizeBytes'])
      .where('host', '>', after)
      .where('host', '<=', end)
      .execute();
    for (const list of lists) {
      const bytes = rulesBytes(list);
      total += bytes;
      if (bytes > room) large.push({ ...list, bytes });
    }
  }
  const advice =
    'give Node a larger heap (NODE_OPTIONS=--max-old-space-size=…, in MB, for every process), or shorten the lists.';
  const findings = large
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ host, accountUuid, bytes }) =>
      finding(
        'warning',
        check,
        `The rules of ${quoteValue(host)} (account ${accountUuid}) take about ${megabytes(bytes)} MB of an edge ` +
          `worker's memory, which has room for ${megabytes(room)} MB: the host is answered with 503; ${advice}`,
      ),
    );
  if (findings.length > 0 || total <= room) return findings;
  return [
    finding(
      'warning',
      check,
      `All rules together take about ${megabytes(total)} MB of an edge worker's memory, which has room for ${megabytes(room)} MB: those that ` +
        `are used least are read again for their next request; ${advice}`,
    ),
  ];
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6);
}

/** Says what is wrong with the installation, and the three domains that are worst. Source: docs/reference/findings.md. */
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { ControlDatabase } from '../../control/database.ts';
import type { Clock } from '../../core/clock.ts';
import {
  findingTables,
  type Finding as StoredFinding,
  toFindings,
} from '../../features/attention/finding-rows.ts';
import { sentencesOf } from '../../features/attention/wire.ts';
import { type Finding, finding } from './finding.ts';

const domainsShown = 3;

/** A host's worst finding is its first; `critical` is before `warning`. */
const placeAmongItsOwn = sql<number>`row_number() over (
  partition by coalesce(subject_host, subject_key) order by severity, opened_at, uuid)`;

export async function checkFindings({ queries }: ControlDatabase, clock: Clock): Promise<Finding[]> {
  const open = findingTables(queries)
    .selectFrom('findings')
    .selectAll()
    .where('resolved_at', 'is', null)
    .where((where) => where.or([where('muted_until', 'is', null), where('muted_until', '<=', clock.now())]));
  const installation = await open.where('subject_type', '=', 'installation').execute();
  const hosts = await queries
    .selectFrom(
      open
        .where('subject_type', 'in', ['custom_domain', 'redirect', 'host', 'upstream'])
        .where('severity', 'in', ['critical', 'warning'])
        .select(placeAmongItsOwn.as('place'))
        .as('ranked'),
    )
    .selectAll()
    .where('place', '=', 1)
    .orderBy('severity')
    .orderBy('opened_at')
    .limit(domainsShown)
    .execute();
  // Several accounts may see the same, and this machine is looked at by checks of its own.
  const once = new Map(installation.map((row) => [row.kind, row]));
  const found = (await toFindings(queries, [...once.values(), ...hosts])).filter(
    ({ evidence }) => evidence['machine'] !== hostname(),
  );
  if (found.length === 0) return [finding('ok', 'findings', 'Nothing is found to be wrong with any domain.')];
  return found.map(describe);
}

function describe(found: StoredFinding): Finding {
  const { summary, cause, fix } = sentencesOf(found);
  return finding('warning', found.kind, `${summary} ${cause} ${fix}`);
}

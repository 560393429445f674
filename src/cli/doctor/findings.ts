/** Says what is wrong with the installation, and the three domains that are worst. Source: docs/reference/findings.md. */
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Config } from '../../config/config.ts';
import { ControlDatabase } from '../../control/database.ts';
import { findSchema, isUsable } from '../../control/migrate.ts';
import {
  findingTables,
  type Finding as StoredFinding,
  toFindings,
} from '../../features/attention/finding-rows.ts';
import { sentencesOf } from '../../features/attention/wire.ts';
import { type Finding, finding } from './finding.ts';

const domainsShown = 3;

/** Nothing to say where the store cannot be read or is of another schema: that is a finding of its own. */
export async function checkFindings({ control }: Pick<Config, 'control'>, now: number): Promise<Finding[]> {
  if (control.kind === 'sqlite' && !existsSync(control.path)) return [];
  try {
    await using database = await ControlDatabase.open(control, 1);
    if (!isUsable(await findSchema(database))) return [];
    const open = findingTables(database.queries)
      .selectFrom('findings')
      .selectAll()
      .where('resolved_at', 'is', null)
      .where((where) => where.or([where('muted_until', 'is', null), where('muted_until', '<=', now)]));
    const installation = await open.where('subject_type', '=', 'installation').execute();
    const hosts = await open
      .where('subject_type', 'in', ['custom_domain', 'redirect', 'host', 'upstream'])
      .where('severity', 'in', ['critical', 'warning'])
      // `critical` is before `warning`.
      .orderBy('severity')
      .orderBy('opened_at')
      .limit(domainsShown)
      .execute();
    // Several accounts may see the same, and this machine is looked at by checks of its own.
    const once = new Map(installation.map((row) => [row.kind, row]));
    const found = (await toFindings(database.queries, [...once.values(), ...hosts])).filter(
      ({ evidence }) => evidence['machine'] !== hostname(),
    );
    if (found.length === 0)
      return [finding('ok', 'findings', 'Nothing is found to be wrong with any domain.')];
    return found.map(describe);
  } catch {
    return [];
  }
}

function describe(found: StoredFinding): Finding {
  const { summary, cause, fix } = sentencesOf(found);
  return finding('warning', found.kind, `${summary} ${cause} ${fix}`);
}

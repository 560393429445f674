/** Checks what the control store has. Nothing to say where it can't be read or is of another schema: that is a finding of its own. */
import { existsSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { ControlDatabase } from '../../control/database.ts';
import { findSchema, isUsable } from '../../control/migrate.ts';
import type { Clock } from '../../core/clock.ts';
import { checkAsk } from './ask.ts';
import { checkCertificates } from './certificates.ts';
import type { Finding } from './finding.ts';
import { checkFindings } from './findings.ts';
import { checkHosts } from './hosts.ts';
import { checkRules } from './rules.ts';

const checks: readonly ((database: ControlDatabase, clock: Clock, config: Config) => Promise<Finding[]>)[] = [
  checkHosts,
  checkRules,
  checkFindings,
  checkCertificates,
  checkAsk,
];

export async function checkStored(config: Config, clock: Clock): Promise<Finding[]> {
  const { control } = config;
  if (control.kind === 'sqlite' && !existsSync(control.path)) return [];
  try {
    await using database = await ControlDatabase.open(control, 1);
    if (!isUsable(await findSchema(database))) return [];
    const found: Finding[] = [];
    for (const check of checks) found.push(...(await check(database, clock, config).catch(() => [])));
    return found;
  } catch {
    return [];
  }
}

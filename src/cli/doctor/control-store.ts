/** Checks that the control store opens and which schema it has, without migrating it. Source: docs/guides/operations.md. */

import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { Config } from '../../config/config.ts';
import { ControlDatabase } from '../../control/database.ts';
import { findSchema, isUsable, type StoredSchema, schemaVersion } from '../../control/migrate.ts';
import { lostStoreProblem } from '../../control/store-mark.ts';
import { quoteValue } from '../../core/errors.ts';
import { commandName } from '../../core/program-files.ts';
import { messageOf } from '../failures.ts';
import { type Finding, finding } from './finding.ts';

const check = 'control store';

export async function checkControlStore({ control, dataDir }: Config): Promise<Finding> {
  // One that can't be read is described below.
  const lost = await lostStoreProblem(dataDir, control).catch(() => undefined);
  if (lost !== undefined) return finding('problem', check, `${lost}.`);
  if (control.kind === 'sqlite' && !existsSync(control.path)) {
    return finding('ok', check, `${quoteValue(control.path)} is not there yet; the first start makes it.`);
  }
  const where = control.kind === 'sqlite' ? `SQLite in ${quoteValue(control.path)}` : 'PostgreSQL';
  try {
    await using database = await ControlDatabase.open(control, 1);
    const damage = control.kind === 'sqlite' ? await findDamage(database) : undefined;
    if (damage !== undefined)
      return finding('problem', check, `${where} is damaged (${damage}): restore it from a backup.`);
    return describeVersion(where, await findSchema(database), control.kind === 'sqlite');
  } catch (error) {
    const advice =
      control.kind === 'sqlite'
        ? 'check the file and its permissions, or restore it from a backup'
        : 'check that the server runs and NAMEPLATE_DATABASE_URL is right';
    return finding('problem', check, `${where} cannot be used (${messageOf(error)}): ${advice}.`);
  }
}

/** What SQLite finds in the whole file first; undefined: nothing. */
async function findDamage({ queries }: ControlDatabase): Promise<string | undefined> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(queries);
  const found = rows[0]?.quick_check ?? 'without a reason';
  return found === 'ok' ? undefined : found.replaceAll(/\s+/g, ' ');
}

function describeVersion(where: string, schema: StoredSchema, isEmbedded: boolean): Finding {
  const { version } = schema;
  if (isUsable(schema)) return finding('ok', check, `${where} answers, schema version ${version}.`);
  if (version > schemaVersion) {
    return finding(
      'problem',
      check,
      `${where} has schema version ${version}, this program knows ${schemaVersion}: use the newer Nameplate that wrote it.`,
    );
  }
  if (version === 0) return finding('ok', check, `${where} has no tables yet: the next start makes them.`);
  const state = `${where} has schema version ${version}, older than ${schemaVersion}`;
  return isEmbedded
    ? finding('ok', check, `${state}: the next start migrates it; back it up before.`)
    : finding(
        'problem',
        check,
        `${state}: stop every older Nameplate on it, back it up and run "${commandName} migrate".`,
      );
}

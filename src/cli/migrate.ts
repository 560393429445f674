/** `nameplate migrate`. Source: docs/guides/operations.md. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { openChdb } from '../analytics/engine/chdb.ts';
import { openClickhouse } from '../analytics/engine/clickhouse.ts';
import { analyticsSchemaVersion, migrateAnalytics } from '../analytics/engine/migrate.ts';
import { type Config, parseConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { migrateStore, schemaVersion } from '../control/migrate.ts';
import { lostStoreProblem } from '../control/store-mark.ts';
import { quoteValue } from '../core/errors.ts';
import { defineCommand } from './command.ts';
import { CliError, messageOf } from './failures.ts';
import { print } from './output.ts';

const help = `Usage: nameplate migrate

Migrates the control store and the analytics store to this version's schema.
Older versions then refuse to start on them, so stop every node that uses the
stores, and back up, first. Empty stores get their tables. "nameplate serve"
migrates embedded stores too.

Options:
  -h, --help  print this help
`;

export function migrateCommand(): Command {
  return defineCommand('migrate', help).action(async () => {
    const config = parseConfig(readEnvironment());
    await migrateControl(config);
    await migrateAnalyticsStore(config);
  });
}

async function migrateControl({ control, dataDir }: Config): Promise<void> {
  const name = 'control store';
  const lost = await lostStoreProblem(dataDir, control);
  if (lost !== undefined) throw new CliError(lost);
  if (control.kind === 'sqlite' && !existsSync(control.path)) return print(notThereYet(name, control.path));
  await print(outcome(name, await migrateStore(control), schemaVersion));
}

async function migrateAnalyticsStore({ analytics: { location } }: Config): Promise<void> {
  const name = 'analytics store';
  if (location.kind === 'chdb' && !existsSync(location.path)) return print(notThereYet(name, location.path));
  try {
    const engine = location.kind === 'chdb' ? await openChdb(location) : openClickhouse(location);
    try {
      await engine.prepare();
      const count = await migrateAnalytics(engine.writes, engine.layout);
      await print(outcome(name, analyticsSchemaVersion - count, analyticsSchemaVersion));
    } finally {
      await engine.close();
    }
  } catch (error) {
    throw new CliError(`the analytics store was not migrated: ${messageOf(error)}`, { cause: error });
  }
}

function notThereYet(name: string, path: string): string {
  return `${name}: ${quoteValue(path)} is not there yet; the first start makes it\n`;
}

function outcome(name: string, from: number, to: number): string {
  if (from === to) return `${name}: schema version ${to}, nothing to do\n`;
  if (from === 0) return `${name}: created with schema version ${to}\n`;
  return `${name}: migrated from schema version ${from} to ${to}\n`;
}

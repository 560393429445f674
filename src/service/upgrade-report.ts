/**
 * What this program says when a service is about to be upgraded to it: whether its configuration can be read, and whether
 * it can use the stores beside the program that runs. It changes nothing.
 * Source: docs/guides/operations.md ("Upgrading").
 */
import { existsSync } from 'node:fs';
import { openClickhouse } from '../analytics/engine/clickhouse.ts';
import { isAnalyticsAway } from '../analytics/engine/failures.ts';
import { analyticsSchemaVersion, findAnalyticsSchema } from '../analytics/engine/migrate.ts';
import type { Config } from '../config/config.ts';
import { ControlDatabase } from '../control/database.ts';
import { findSchema, isCompatibleFrom, isUsable, schemaVersion } from '../control/migrate.ts';
import { errorMessage } from '../core/error-field.ts';
import { applicationEntryPath, commandName, workerEntryPath } from '../core/program-files.ts';
import { listenAddressesOf } from './own-sockets.ts';
import { configOf, type Role, roles } from './role.ts';
import { olderSupervisorProtocol, supervisorProtocol } from './supervisor-protocol.ts';
import type { UpgradeFacts } from './upgrade-facts.ts';
import { version } from './version.ts';

export type UpgradeCheckOptions = {
  readonly role: Role;
  /** Whether `nameplate serve` was told to migrate stores on servers. */
  readonly migrate: boolean;
  /** Schema version of the embedded analytics store, which only the running program can open. */
  readonly analyticsSchema: number | undefined;
};

const restart = 'stop the service, back the stores up and start the new version';

/** Never rejects: what is wrong is its `problem`. */
export async function reportUpgrade(
  environment: Record<string, string | undefined>,
  options: UpgradeCheckOptions,
): Promise<UpgradeFacts> {
  const facts: UpgradeFacts = {
    nameplate_supervisor_protocol: olderSupervisorProtocol,
    version,
    problem: null,
    application_entry: applicationEntryPath,
    worker_entry: workerEntryPath,
    runtime: process.execPath,
    data_directory: '',
    lame_duck_ms: 0,
    roles,
    supervisor_protocols: [olderSupervisorProtocol, supervisorProtocol],
    listen: undefined,
  };
  try {
    const config = configOf(options.role, environment);
    const problem = (await controlProblem(config, options)) ?? (await analyticsProblem(config, options));
    return {
      ...facts,
      problem: problem ?? null,
      data_directory: config.dataDir,
      lame_duck_ms: config.edge.lameDuckMs,
      listen: listenAddressesOf(config),
    };
  } catch (error) {
    return { ...facts, problem: lineOf(error) };
  }
}

async function controlProblem(
  { control }: Config,
  { migrate }: UpgradeCheckOptions,
): Promise<string | undefined> {
  if (control.kind === 'sqlite' && !existsSync(control.path)) return undefined;
  await using database = await ControlDatabase.open(control, 1);
  const found = await findSchema(database);
  if (isUsable(found) || found.version === 0) return undefined;
  const state = `the control store has schema version ${found.version}, version ${version}`;
  if (found.version > schemaVersion) return `${state} knows ${schemaVersion}`;
  if (!isCompatibleFrom(found.version)) {
    return `${state} needs ${schemaVersion}, which the running version can't use: ${restart}`;
  }
  return control.kind === 'sqlite' || migrate
    ? undefined
    : `${state} needs ${schemaVersion}: run "${commandName} migrate" with it first; the running version can stay meanwhile`;
}

async function analyticsProblem(
  { analytics: { location } }: Config,
  { migrate, analyticsSchema }: UpgradeCheckOptions,
): Promise<string | undefined> {
  const found = location.kind === 'chdb' ? analyticsSchema : await schemaOnServer(location);
  if (found === undefined || found === 0 || found === analyticsSchemaVersion) return undefined;
  const state = `the analytics store has schema version ${found}, version ${version}`;
  if (found > analyticsSchemaVersion) return `${state} knows ${analyticsSchemaVersion}`;
  // Only one program at a time has the embedded store open, so the new one can migrate it.
  if (location.kind === 'chdb') return undefined;
  return `${state} needs ${analyticsSchemaVersion}: ${migrate ? restart : `${restart}, with "serve --migrate"`}`;
}

/** Undefined while the server is away: neither program needs it to start. */
async function schemaOnServer(
  location: Config['analytics']['location'] & { kind: 'clickhouse' },
): Promise<number | undefined> {
  const engine = openClickhouse(location);
  try {
    return await findAnalyticsSchema(engine);
  } catch (error) {
    if (isAnalyticsAway(error)) return undefined;
    throw error;
  } finally {
    await engine.close();
  }
}

function lineOf(error: unknown): string {
  const text = errorMessage(error);
  return text.replaceAll(/\s+/g, ' ').trim();
}

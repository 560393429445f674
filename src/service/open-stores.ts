/**
 * Opens what the service keeps: data directory, control store, the intake of events and their path to the analytics store.
 * Each failure is a {@link StartError}. Source: docs/reference/service.md.
 */
import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { isStoreAway } from '../control/failures.ts';
import { migrateStore, schemaVersion } from '../control/migrate.ts';
import { isReplicaUsable, replicaPathIn } from '../control/replica-file.ts';
import { SchemaError } from '../control/schema-error.ts';
import { ControlStore } from '../control/store.ts';
import { lostStoreProblem } from '../control/store-mark.ts';
import { systemClock } from '../core/clock.ts';
import { commandName } from '../core/program-files.ts';
import { ownershipProofs } from '../dns/ownership-proofs.ts';
import { LogFile } from '../edge/access-log/log-output.ts';
import { isBeingRestored } from '../features/backup/restore-target.ts';
import { makeDataDirectory } from './data-directory.ts';
import { EventIntake } from './event-intake.ts';
import { EventShipping, type EventShippingOptions } from './event-shipping.ts';
import type { ServiceOptions } from './role.ts';
import { secretKeyLocationOf } from './secret-key-location.ts';
import { describeFailure, StartError, StoreAwayError } from './start-error.ts';

export async function prepareDataDirectory(config: Config): Promise<void> {
  const { dataDir, backup } = config;
  try {
    await makeDataDirectory(dataDir);
  } catch (error) {
    throw new StartError(
      `NAMEPLATE_DATA_DIR ${JSON.stringify(dataDir)} cannot be made: ${describeFailure(error)}`,
    );
  }
  if (await isBeingRestored(dataDir)) {
    throw new StartError(
      `NAMEPLATE_DATA_DIR ${JSON.stringify(dataDir)}: a restore was interrupted; run "${commandName} restore" again, which begins anew`,
    );
  }
  const { directory } = backup;
  if (directory !== undefined && !directory.startsWith('s3:') && !(await isDirectory(directory))) {
    throw new StartError(
      `NAMEPLATE_BACKUP_DIR is ${JSON.stringify(directory)}, which is not a directory; allowed: a directory that is there`,
    );
  }
}

/** A log that can't be written should be found at the start. */
export async function checkAccessLog({ accessLog }: Config): Promise<void> {
  if (accessLog?.path === undefined) return;
  try {
    const output = new LogFile(accessLog.path);
    await output.write(Buffer.alloc(0));
    await output.close();
  } catch (error) {
    throw new StartError(
      `NAMEPLATE_ACCESS_LOG ${JSON.stringify(accessLog.path)} cannot be written: ${describeFailure(error)}`,
    );
  }
}

/** Migrates a store that others may use only when told to; an edge leaves an empty one alone, too. */
export async function openControlStore(
  config: Config,
  { role, migrate }: ServiceOptions,
  logger: Logger,
): Promise<ControlStore> {
  try {
    const { control, edge } = config;
    const lost = await lostStoreProblem(config.dataDir, control);
    if (lost !== undefined) throw new StartError(lost);
    if (migrate || control.kind === 'sqlite') {
      const from = await migrateStore(control);
      if (from < schemaVersion) logger.info({ from, to: schemaVersion }, 'control store migrated');
    }
    const whenEmpty = role === 'edge' ? 'refuse' : 'create';
    return await ControlStore.open(
      control,
      systemClock,
      secretKeyLocationOf(config),
      edge.publicHostname,
      whenEmpty,
      ownershipProofs(config.dnsServers),
      config.limits,
      config.acme?.addresses,
    );
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (error instanceof SchemaError) throw new StartError(error.message);
    const where =
      config.control.kind === 'sqlite'
        ? `NAMEPLATE_DATA_DIR ${JSON.stringify(config.dataDir)}: control.db`
        : 'NAMEPLATE_DATABASE_URL: the control store';
    const message = `${where} cannot be opened: ${describeFailure(error)}`;
    if (
      config.control.kind === 'postgres' &&
      isStoreAway(error) &&
      (await isReplicaUsable(replicaPathIn(config.dataDir)))
    )
      throw new StoreAwayError(
        `${message}; the edge serves what its replica has, and opening is tried again`,
      );
    throw new StartError(message);
  }
}

export async function openIntake(config: Config, store: ControlStore): Promise<EventIntake> {
  try {
    return await EventIntake.open(config, store.visitorSalts);
  } catch (error) {
    throw new StartError(describeFailure(error));
  }
}

export async function openEvents(
  config: Config,
  logger: Logger,
  options: EventShippingOptions,
): Promise<EventShipping> {
  try {
    return await EventShipping.open(config, logger, options);
  } catch (error) {
    throw new StartError(describeFailure(error));
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

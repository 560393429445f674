/** The control store that the configuration names, opened for one command. */

import { existsSync } from 'node:fs';
import { type Config, parseConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { type Actor, actingAs } from '../control/acting.ts';
import { ControlStore } from '../control/store.ts';
import { lostStoreProblem } from '../control/store-mark.ts';
import { systemClock } from '../core/clock.ts';
import { quoteValue } from '../core/errors.ts';
import { commandName } from '../core/program-files.ts';
import { ownershipProofs } from '../dns/ownership-proofs.ts';
import { makeDataDirectory } from '../service/data-directory.ts';
import { secretKeyLocationOf } from '../service/secret-key-location.ts';
import { CliError } from './failures.ts';
import { systemUser } from './this-machine.ts';

/**
 * Opens the store, hands it with the configuration to `use` and closes it whatever happens. A store that does not exist
 * yet is an error unless `create` is set: a mistyped directory would otherwise look like an empty installation. One with
 * another schema always is; only "nameplate migrate" and a start change that.
 */
export async function withStore<T>(
  use: (store: ControlStore, config: Config) => Promise<T>,
  { create = false }: { create?: boolean } = {},
): Promise<T> {
  const config = parseConfig(readEnvironment());
  if (create) await refuseLost(config);
  if (config.control.kind === 'sqlite') await prepareDirectory(config, config.control.path, create);
  await using store = await ControlStore.open(
    config.control,
    systemClock,
    secretKeyLocationOf(config),
    config.edge.publicHostname,
    create ? 'create' : 'refuse',
    ownershipProofs(config.dnsServers),
    config.limits,
    config.acme?.addresses,
  );
  return await actingAs(commandLine(), () => use(store, config));
}

/** For the audit trail. */
function commandLine(): Actor {
  return { kind: 'command_line', uuid: null, name: systemUser(), address: null };
}

async function refuseLost({ dataDir, control }: Config): Promise<void> {
  const lost = await lostStoreProblem(dataDir, control);
  if (lost !== undefined) throw new CliError(lost);
}

async function prepareDirectory(config: Config, path: string, create: boolean): Promise<void> {
  if (existsSync(path)) return;
  if (!create) {
    throw new CliError(
      `there is no control store at ${quoteValue(path)}: set NAMEPLATE_DATA_DIR to the directory of your installation, or make a new one with "${commandName} serve" or "${commandName} account create"`,
    );
  }
  await makeDataDirectory(config.dataDir);
}

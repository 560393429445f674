/** `nameplate data update`. Source: docs/reference/enrichment.md ("Data that ages"). */
import type { Command } from 'commander';
import { urlVariableOf } from '../analytics/lookup/data-age.ts';
import { parseConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { systemClock } from '../core/clock.ts';
import { type DataUpdate, dataSourcesOf, updateData } from '../features/lookup-data/update-data.ts';
import { makeDataDirectory } from '../service/data-directory.ts';
import { defineCommand } from './command.ts';
import { CliError, failureLine } from './failures.ts';
import { note, printLine } from './output.ts';

const help = `Usage: nameplate data update

Downloads the data whose addresses are set: NAMEPLATE_DATA_PLACES_URL,
NAMEPLATE_DATA_NETWORKS_URL, NAMEPLATE_DATA_CRAWLERS_URL and
NAMEPLATE_DATA_RANGES_URL. A file that cannot be used, or is older than the one
that is there, is refused. A running service uses the new files within a minute;
it downloads them by itself as well, every NAMEPLATE_DATA_UPDATE_EVERY hours.

Options:
  -h, --help  print this help
`;

export function dataUpdateCommand(): Command {
  return defineCommand('update', help).action(update);
}

async function update(): Promise<void> {
  const { dataDir, lookupData } = parseConfig(readEnvironment());
  const sources = dataSourcesOf(lookupData);
  if (sources.length === 0) {
    const variables = Object.values(urlVariableOf);
    throw new CliError(
      `nothing is to be downloaded: set ${variables.slice(0, -1).join(', ')} or ${variables.at(-1)}`,
    );
  }
  await makeDataDirectory(dataDir);
  for (const source of sources) {
    try {
      await printLine(`${source.kind}: ${describe(await updateData(source, systemClock.now()))}`);
    } catch (error) {
      const line = failureLine(error);
      if (line === undefined) throw error;
      note(`${source.kind}: ${line}`);
      process.exitCode = 1;
    }
  }
}

function describe({ outcome, builtAtMs }: DataUpdate): string {
  return builtAtMs === undefined
    ? outcome
    : `${outcome}, built ${new Date(builtAtMs).toISOString().slice(0, 10)}`;
}

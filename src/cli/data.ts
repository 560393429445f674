/** `nameplate data`: the group of the commands on lookup data. Source: docs/reference/enrichment.md. */
import type { Command } from 'commander';
import { defineGroup } from './command.ts';
import { dataUpdateCommand } from './data-update.ts';

const help = `Usage: nameplate data update

The data that visitors' places, networks and crawlers are looked up in comes
with the program and grows old. The environment variables can name newer data.

Commands:
  update      download newer data about places and networks

Options:
  -h, --help  print this help
`;

export function dataCommand(): Command {
  return defineGroup('data', help, [dataUpdateCommand()]);
}

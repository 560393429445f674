/** `nameplate pageviews`: the group of the commands on pageviews. Source: docs/guides/import-pageviews.md. */
import type { Command } from 'commander';
import { defineGroup } from './command.ts';
import { pageviewsImportCommand } from './pageviews-import.ts';

const help = `Usage: nameplate pageviews import

Pageviews that were measured elsewhere.

Commands:
  import      import a custom domain's pageviews from elsewhere

Options:
  -h, --help  print this help
`;

export function pageviewsCommand(): Command {
  return defineGroup('pageviews', help, [pageviewsImportCommand()]);
}

/** `nameplate redirect`: the group of the commands on redirects. Source: docs/reference/redirects.md. */
import type { Command } from 'commander';
import { defineGroup } from './command.ts';
import { redirectExportCommand } from './redirect-export.ts';
import { redirectImportCommand } from './redirect-import.ts';
import { redirectListCommand } from './redirect-list.ts';
import { redirectCreateCommand, redirectDeleteCommand, redirectUpdateCommand } from './redirect-write.ts';

const help = `Usage: nameplate redirect list | create | update | delete | import | export

A redirect sends the requests for one host to a destination URL.

Commands:
  list        list redirects
  create      create a redirect
  update      change a redirect
  delete      delete a redirect
  import      create redirects from a CSV or _redirects file
  export      write all redirects as CSV or JSON

Options:
  -h, --help  print this help
`;

export function redirectCommand(): Command {
  return defineGroup('redirect', help, [
    redirectListCommand(),
    redirectCreateCommand(),
    redirectUpdateCommand(),
    redirectDeleteCommand(),
    redirectImportCommand(),
    redirectExportCommand(),
  ]);
}

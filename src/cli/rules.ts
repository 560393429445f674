/** `nameplate rules`: the group of the commands on rules. Source: docs/reference/rules.md. */
import type { Command } from 'commander';
import { readSourceHost } from '../resources/redirect.ts';
import { defineGroup } from './command.ts';
import { rulesClearCommand } from './rules-clear.ts';
import { rulesConvertCommand } from './rules-convert.ts';
import { rulesExportCommand } from './rules-export.ts';
import { rulesImportCommand } from './rules-import.ts';
import { rulesReplayCommand } from './rules-replay.ts';
import { rulesPathOf, rulesShowCommand } from './rules-show.ts';
import { versionCommands } from './versions.ts';

const help = `Usage: nameplate rules show | import | export | clear | versions | restore |
                       replay | convert

A host's rules say what it does with which requests.

Commands:
  show        show the rules of a host
  import      import rules of Netlify, Cloudflare, nginx and others
  export      write the rules of a host to a file
  clear       delete all rules of a host
  versions    list the versions of a host's rules
  restore     restore a version of a host's rules
  replay      count what rules would have done with past requests
  convert     read rules of Netlify, Cloudflare and nginx, print them

Options:
  -h, --help  print this help
`;

export function rulesCommand(): Command {
  return defineGroup('rules', help, [
    rulesShowCommand(),
    rulesImportCommand(),
    rulesExportCommand(),
    rulesClearCommand(),
    ...versionCommands({
      group: 'rules',
      target: 'HOST',
      what: 'the rules of a host',
      find: async (_api, accountPath, target) => rulesPathOf(accountPath, readSourceHost(target)),
    }),
    rulesReplayCommand(),
    rulesConvertCommand(),
  ]);
}

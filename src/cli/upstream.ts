/** `nameplate upstream`: the group of the commands on upstreams. Source: docs/reference/domains.md ("Upstreams"). */
import type { Command } from 'commander';
import { defineGroup } from './command.ts';
import { upstreamHealthCommand } from './upstream-health.ts';
import { upstreamListCommand } from './upstream-list.ts';
import { upstreamShowCommand } from './upstream-show.ts';
import { upstreamCreateCommand, upstreamDeleteCommand, upstreamUpdateCommand } from './upstream-write.ts';

const help = `Usage: nameplate upstream list | create | show | health | update | delete

An upstream is a server that custom domains are proxied to.

Commands:
  list        list upstreams
  create      create an upstream
  show        show an upstream with its token
  health      check an upstream now
  update      change an upstream
  delete      delete an upstream and the custom domains on it

Options:
  -h, --help  print this help
`;

export function upstreamCommand(): Command {
  return defineGroup('upstream', help, [
    upstreamListCommand(),
    upstreamCreateCommand(),
    upstreamShowCommand(),
    upstreamHealthCommand(),
    upstreamUpdateCommand(),
    upstreamDeleteCommand(),
  ]);
}

/** `nameplate audit`: the group of the commands on the audit trail. Source: docs/reference/audit-trail.md. */
import type { Command } from 'commander';
import { auditListCommand } from './audit-list.ts';
import { defineGroup } from './command.ts';

const help = `Usage: nameplate audit list

The audit trail records every change of a resource: who made it, and what it
was before and after.

Commands:
  list        list changes, newest first

Options:
  -h, --help  print this help
`;

export function auditCommand(): Command {
  return defineGroup('audit', help, [auditListCommand()]);
}

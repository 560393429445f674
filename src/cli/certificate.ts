/**
 * `nameplate certificate`: the group of the commands on certificates. Source: docs/reference/certificates.md,
 * docs/reference/acme.md.
 */
import type { Command } from 'commander';
import { certificateAddCommand } from './certificate-add.ts';
import { certificateAutomaticCommand } from './certificate-automatic.ts';
import { certificateIssueCommand } from './certificate-issue.ts';
import { certificateListCommand } from './certificate-list.ts';
import { certificateDeleteCommand, certificateShowCommand } from './certificate-show.ts';
import { defineGroup } from './command.ts';

const help = `Usage: nameplate certificate add | list | show | delete | automatic | issue

A custom certificate is served on the hosts that it names, within its account.
Other hosts get automatic certificates where the service orders them.

Commands:
  add         store a custom certificate with its private key
  list        list custom certificates
  show        show a custom certificate
  delete      delete a custom certificate and its private key
  automatic   list hosts with automatic certificates
  issue       order an automatic certificate now

Options:
  -h, --help  print this help
`;

export function certificateCommand(): Command {
  return defineGroup('certificate', help, [
    certificateAddCommand(),
    certificateListCommand(),
    certificateShowCommand(),
    certificateDeleteCommand(),
    certificateAutomaticCommand(),
    certificateIssueCommand(),
  ]);
}

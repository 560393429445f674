/** `nameplate certificate issue`. Source: docs/reference/acme.md ("When it fails"). */
import type { Command } from 'commander';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { readDomainHost } from '../resources/custom-domain.ts';
import { defineCommand } from './command.ts';
import { CliError } from './failures.ts';
import { print, printJson } from './output.ts';
import { withStore } from './store.ts';

const help = `Usage: nameplate certificate issue HOST [--json]

Makes the running service order an automatic certificate for a host now, even
if it has one or is waiting after a failure. "nameplate certificate automatic"
shows the result.

Options:
  --json          print the message as JSON
  -h, --help      print this help
`;

export function certificateIssueCommand(): Command {
  return defineCommand('issue', help)
    .argument('<host>')
    .option('--json')
    .action(async (target: string, options: { json?: true }) => {
      await withStore(async (store, config) => {
        const host = readDomainHost(target);
        if (!config.acme) {
          throw new CliError(
            'no certificates are ordered here: see NAMEPLATE_ACME, NAMEPLATE_EDGE_HOSTNAME and NAMEPLATE_EDGE_HTTPS_PORT',
          );
        }
        if (!(await store.automaticCertificates.wantNow(host))) {
          throw new ServiceError(
            'not_found',
            `there is no custom domain or redirect with host ${quoteValue(host)}`,
          );
        }
        const message = `A certificate for ${host} will be ordered within seconds, while the service runs.`;
        await (options.json ? printJson({ message }) : print(`${message}\n`));
      });
    });
}

/** `nameplate certificate add`. Source: docs/reference/certificates.md ("What is taken"). */
import { readFile } from 'node:fs/promises';
import { text as readText } from 'node:stream/consumers';
import type { Command } from 'commander';
import { systemClock } from '../core/clock.ts';
import { readCertificateUpload } from '../features/custom-certificates/read-upload.ts';
import { showCertificate } from './certificate-show.ts';
import { defineCommand } from './command.ts';
import { UsageError } from './failures.ts';
import { formOf } from './form.ts';
import { note } from './output.ts';
import { chooseAccount, withStore } from './store.ts';
import { oneLine } from './table.ts';

const help = `Usage: nameplate certificate add --certificate FILE --key FILE
                                 [--account UUID] [--json]

Stores a certificate with its private key. The running service then serves it
on the hosts that it names, within the account. The private key is stored
encrypted and is never shown again.

Options:
  --certificate FILE  the certificate in PEM with its intermediates, in any
                      order; "-" for standard input
  --key FILE          its private key in PEM, not encrypted; "-" for standard
                      input
  --account UUID      account that owns it; may be left out when there is one
  --json              print the certificate as JSON
  -h, --help          print this help
`;

type Options = { certificate: string; key: string; account?: string; json?: true };

export function certificateAddCommand(): Command {
  return defineCommand('add', help)
    .requiredOption('--certificate <file>')
    .requiredOption('--key <file>')
    .option('--account <uuid>')
    .option('--json')
    .action(addCertificate);
}

async function addCertificate(options: Options): Promise<void> {
  if (options.certificate === '-' && options.key === '-') {
    throw new UsageError('only one of --certificate and --key can be standard input');
  }
  const body = formOf({
    certificate: await readPemFile(options.certificate),
    private_key: await readPemFile(options.key),
  });
  const upload = readCertificateUpload(body, systemClock.now());
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    for (const warning of await store.secretKeys.prepare()) note(`nameplate: ${warning}`);
    const certificate = await store.customCertificates.create(accountUuid, upload);
    if (upload.missingIssuer !== null) {
      note(
        `nameplate: the chain ends before ${oneLine(upload.missingIssuer)}: clients that do not have that certificate will refuse it`,
      );
    }
    await showCertificate(certificate, 'Stored the certificate:', options);
  });
}

function readPemFile(path: string): Promise<string> {
  return path === '-' ? readText(process.stdin) : readFile(path, 'utf8');
}

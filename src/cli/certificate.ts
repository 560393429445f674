/** `nameplate certificate`. Source: docs/reference/certificates.md, docs/reference/acme.md ("When it fails"). */
import { readFile } from 'node:fs/promises';
import { text as readText } from 'node:stream/consumers';
import type { Command } from 'commander';
import { systemClock } from '../core/clock.ts';
import { readCertificateUpload } from '../features/custom-certificates/read-upload.ts';
import { collectBody } from '../resources/request-body.ts';
import { withApi, withOperatorApi } from './api-client.ts';
import { defineCommand, defineGroup } from './command.ts';
import { UsageError } from './failures.ts';
import { note, print, printJson } from './output.ts';
import { type ListOptions, printListOf, withPageOptions } from './paged-list.ts';
import { deleteCommand, type ItemOptions, itemCommand, itemIn } from './resource-commands.ts';
import { oneLine, showTime } from './table.ts';

const groupHelp = `Usage: nameplate certificate add | list | show | delete | automatic | issue

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

const addHelp = `Usage: nameplate certificate add --certificate FILE --key FILE
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

const listHelp = `Usage: nameplate certificate list [--account UUID] [--page N] [--per-page N]
                                  [--all] [--json]

Lists custom certificates of an account, newest first. On a terminal long cells
are cut to fit.

Options:
  --account UUID  account to list; may be left out when there is one
  --page N        page to show (default: 1)
  --per-page N    certificates on a page, 1 to 1000 (default: 20)
  --all           all pages, one after the other
  --json          print {"data": […], "pagination": {…}} as the API does
  -h, --help      print this help
`;

const showHelp = `Usage: nameplate certificate show UUID [--account UUID] [--json]

Shows a custom certificate, without its private key.

Options:
  --account UUID  account that owns it; may be left out when there is one
  --json          print the certificate as JSON
  -h, --help      print this help
`;

const automaticHelp = `Usage: nameplate certificate automatic [--account UUID] [--page N]
                                       [--per-page N] [--all] [--json]

Lists the hosts of an account with automatic certificates: when each
certificate expires, when the next attempt is due, and why the last one failed.
On a terminal long cells are cut to fit.

Options:
  --account UUID  account to list; may be left out when there is one
  --page N        page to show (default: 1)
  --per-page N    hosts on a page, 1 to 1000 (default: 20)
  --all           all pages, one after the other
  --json          print {"data": […], "pagination": {…}}
  -h, --help      print this help
`;

const issueHelp = `Usage: nameplate certificate issue HOST [--json]

Makes the running service order an automatic certificate for a host now, even
if it has one or is waiting after a failure. "nameplate certificate automatic"
shows the result.

Options:
  --json          print the message as JSON
  -h, --help      print this help
`;

type Certificate = {
  readonly uuid: string;
  readonly sans: readonly string[];
  readonly subject: string;
  readonly issuer: string;
  readonly not_before: string;
  readonly expires_at: string;
  readonly serial_number: string;
  readonly signature_algorithm: string;
  readonly fingerprint: string;
  readonly public_key_sha: string;
  readonly created_at: string;
};
type Automatic = {
  readonly host: string;
  readonly expires_at: string | null;
  readonly next_attempt_at: string;
  readonly last_error: string | null;
};
type AddOptions = ItemOptions & { readonly certificate: string; readonly key: string };
type PageOptions = ListOptions & { readonly account?: string };

const find = itemIn('custom_certificates');

export function certificateCommand(): Command {
  return defineGroup('certificate', groupHelp, [
    defineCommand('add', addHelp)
      .requiredOption('--certificate <file>')
      .requiredOption('--key <file>')
      .option('--account <uuid>')
      .option('--json')
      .action(addCertificate),
    withPageOptions(defineCommand('list', listHelp).option('--account <uuid>')).action(
      (options: PageOptions) => printListOf(certificates, options),
    ),
    itemCommand('show', showHelp, '<uuid>', async (api, accountPath, target, options) => {
      const certificate = await api.get<Certificate>(await find(api, accountPath, target));
      await showCertificate(certificate, 'Custom certificate:', options);
    }),
    deleteCommand({
      group: 'certificate',
      target: 'UUID',
      what: 'a custom certificate and its private key',
      find: async (api, accountPath, target) => {
        const path = await find(api, accountPath, target);
        const { sans } = await api.get<Certificate>(path);
        return { path, name: `the certificate of ${sans.join(', ')} and its private key` };
      },
    }),
    withPageOptions(defineCommand('automatic', automaticHelp).option('--account <uuid>')).action(
      (options: PageOptions) => printListOf(automaticCertificates, options),
    ),
    defineCommand('issue', issueHelp).argument('<host>').option('--json').action(issueCertificate),
  ]);
}

const certificates = {
  noun: 'certificate',
  path: '/custom_certificates',
  columns: [
    { title: 'UUID', whole: true },
    { title: 'NAMES' },
    { title: 'ISSUER' },
    { title: 'EXPIRES', whole: true },
    { title: 'SIGNATURE' },
  ],
  toCells: ({ uuid, sans, issuer, expires_at, signature_algorithm }: Certificate) => [
    uuid,
    sans.join(', '),
    issuer || '-',
    showTime(expires_at),
    signature_algorithm,
  ],
};

const automaticCertificates = {
  noun: 'host',
  path: '/automatic_certificates',
  isForOperator: true,
  columns: [
    { title: 'HOST' },
    { title: 'EXPIRES', whole: true },
    { title: 'NEXT ATTEMPT', whole: true },
    { title: 'LAST ERROR' },
  ],
  toCells: ({ host, expires_at, next_attempt_at, last_error }: Automatic) => [
    host,
    expires_at === null ? 'none' : showTime(expires_at),
    showTime(next_attempt_at),
    last_error ?? '-',
  ],
};

async function addCertificate(options: AddOptions): Promise<void> {
  if (options.certificate === '-' && options.key === '-') {
    throw new UsageError('only one of --certificate and --key can be standard input');
  }
  const body = collectBody('form', [
    ['certificate', await readPemFile(options.certificate)],
    ['private_key', await readPemFile(options.key)],
  ]);
  const { missingIssuer } = readCertificateUpload(body, systemClock.now());
  await withApi(async (api) => {
    const path = `${await api.accountPath(options.account)}/custom_certificates`;
    const certificate = await api.post<Certificate>(path, body);
    if (missingIssuer !== null) {
      note(
        `nameplate: the chain ends before ${oneLine(missingIssuer)}: clients that do not have that certificate will refuse it`,
      );
    }
    await showCertificate(certificate, 'Stored the certificate:', options);
  });
}

function readPemFile(path: string): Promise<string> {
  return path === '-' ? readText(process.stdin) : readFile(path, 'utf8');
}

/** Prints one certificate, all of it. */
function showCertificate(certificate: Certificate, title: string, { json }: ItemOptions): Promise<void> {
  if (json) return printJson(certificate);
  note(title);
  const rows: readonly (readonly [string, string])[] = [
    ['UUID', certificate.uuid],
    ['Names', certificate.sans.join(', ')],
    ['Subject', certificate.subject || '-'],
    ['Issuer', certificate.issuer || '-'],
    ['Not before', certificate.not_before],
    ['Expires', certificate.expires_at],
    ['Serial number', certificate.serial_number],
    ['Signature', certificate.signature_algorithm],
    ['Fingerprint', certificate.fingerprint],
    ['Public key', certificate.public_key_sha],
    ['Stored', certificate.created_at],
  ];
  return print(rows.map(([name, value]) => `${name.padEnd(13)}  ${oneLine(value)}\n`).join(''));
}

async function issueCertificate(host: string, { json }: { json?: true }): Promise<void> {
  await withOperatorApi(async (api) => {
    const answer = await api.post<{ message: string }>(
      '/api/v1/automatic_certificates',
      collectBody('json', [['host', host]]),
    );
    await (json ? printJson(answer) : print(`${answer.message}\n`));
  });
}

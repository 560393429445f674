/** `nameplate certificate`. Source: docs/reference/certificates.md, docs/reference/acme.md ("When it fails"). */
import type { Command } from 'commander';
import { systemClock } from '../core/clock.ts';
import {
  automaticStates,
  hostCertificateSorts,
} from '../features/automatic-certificates/certificate-list.ts';
import { readCertificateUpload } from '../features/custom-certificates/read-upload.ts';
import { collectBody } from '../resources/request-body.ts';
import { withApi } from './api-client.ts';
import { formatHelp } from './attribute-options.ts';
import { defineCommand, defineGroup } from './command.ts';
import { UsageError } from './failures.ts';
import { readFileOrInput } from './named-file.ts';
import { note, print, printJson, printLine } from './output.ts';
import { type ListOptions, listHelp, printListOf, withListOptions, withPageOptions } from './paged-list.ts';
import { deleteCommand, type ItemOptions, itemCommand, itemIn } from './resource-commands.ts';
import { showTime } from './table.ts';
import { oneLine } from './terminal-text.ts';

const groupHelp = `Usage: nameplate certificate add | list | show | delete | automatic | issue

A custom certificate is served on the hosts that it names, within its account.
Other hosts get automatic certificates where the service orders them.

Commands:
  add         store a custom certificate with its private key
  list        list custom certificates
  show        show a custom certificate
  delete      delete a custom certificate and its private key
  automatic   list automatic certificates and their renewals
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

const customListHelp = `Usage: nameplate certificate list [--account UUID] [--page N] [--per-page N]
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

const automaticHelp = `Usage: nameplate certificate automatic [OPTIONS]

Lists the hosts of an account with their automatic certificates: when each one
expires, when the next attempt is due, whether the renewal will work, and why
the last attempt failed. On a terminal long cells are cut to fit.

Options:
${formatHelp([
  ['--account UUID', 'account to list; may be left out when there is one'],
  ['--host HOST', 'only this host'],
  ['--state STATE', automaticStates.join(', ')],
  ...listHelp('hosts', hostCertificateSorts, 'host'),
])}
`;

const issueHelp = `Usage: nameplate certificate issue HOST [--account UUID] [--json]

Makes the running service order an automatic certificate for a host now, even
if it has one or is waiting after a failure. "nameplate certificate automatic"
shows the result. With --url it is refused in the 15 minutes after the authority
refused one.

Options:
  --account UUID  account of the host; with --url, may be left out when there is
                  one
  --json          print the answer as JSON
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
  readonly state: string;
  readonly expires_at: string | null;
  readonly next_attempt_at: string | null;
  readonly last_error: string | null;
  readonly renewal: { readonly state: string; readonly reason: string | null } | null;
};
type AutomaticOptions = PageOptions & { readonly host?: string; readonly state?: string };
type IssueOptions = { readonly account?: string; readonly json?: true };
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
    withPageOptions(defineCommand('list', customListHelp).option('--account <uuid>')).action(
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
    withListOptions(
      defineCommand('automatic', automaticHelp)
        .option('--account <uuid>')
        .option('--host <host>')
        .option('--state <state>'),
    ).action(({ host, state, ...options }: AutomaticOptions) =>
      printListOf({ ...automaticCertificates, filters: { host, state } }, options),
    ),
    defineCommand('issue', issueHelp)
      .argument('<host>')
      .option('--account <uuid>')
      .option('--json')
      .action(issueCertificate),
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
  columns: [
    { title: 'HOST' },
    { title: 'STATE', whole: true },
    { title: 'EXPIRES', whole: true },
    { title: 'NEXT ATTEMPT', whole: true },
    { title: 'RENEWAL', whole: true },
    { title: 'PROBLEM' },
  ],
  toCells: ({ host, state, expires_at, next_attempt_at, last_error, renewal }: Automatic) => [
    host,
    state,
    expires_at === null ? 'none' : showTime(expires_at),
    next_attempt_at === null ? '-' : showTime(next_attempt_at),
    renewal?.state ?? '-',
    last_error ?? renewal?.reason ?? '-',
  ],
};

async function addCertificate(options: AddOptions): Promise<void> {
  if (options.certificate === '-' && options.key === '-') {
    throw new UsageError('only one of --certificate and --key can be standard input');
  }
  const body = collectBody('form', [
    ['certificate', await readPem('--certificate', options.certificate)],
    ['private_key', await readPem('--key', options.key)],
  ]);
  const { missingIssuer } = readCertificateUpload(body, systemClock.now());
  await withApi(async (api) => {
    const path = `${await api.accountPath(options.account)}/custom_certificates`;
    const certificate = await api.post<Certificate>(path, body);
    if (missingIssuer !== null) {
      note(
        `nameplate: the chain ends before ${missingIssuer}: clients that do not have that certificate will refuse it`,
      );
    }
    await showCertificate(certificate, 'Stored the certificate:', options);
  });
}

async function readPem(option: string, path: string): Promise<string> {
  return (await readFileOrInput(option, path)).toString();
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

/** The operator need not know whose host it is, and may order for the service's own name. */
async function issueCertificate(host: string, { account, json }: IssueOptions): Promise<void> {
  await withApi(async (api) => {
    if (account === undefined && !process.env.NAMEPLATE_URL) {
      const body = collectBody('json', [['host', host]]);
      const answer = await api.post<{ message: string }>('/api/v1/automatic_certificates', body);
      return json ? printJson(answer) : printLine(answer.message);
    }
    const list = `${await api.accountPath(account)}/automatic_certificates`;
    const path = `${list}/${encodeURIComponent(host)}/order`;
    const ordered = await api.post<Automatic>(path, collectBody('json', []));
    return json
      ? printJson(ordered)
      : printLine(`A certificate for ${ordered.host} will be ordered within seconds.`);
  });
}

/**
 * `nameplate certificate show` and `delete`, and how certificates are shown. Source: docs/reference/certificates.md
 * ("Fields").
 */
import type { Command } from 'commander';
import type { CustomCertificate } from '../control/custom-certificates.ts';
import type { ControlStore } from '../control/store.ts';
import { formatTimestamp } from '../core/clock.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import { customCertificateToWire } from '../features/custom-certificates/wire.ts';
import { defineCommand } from './command.ts';
import { deleteCommand } from './delete-command.ts';
import { note, outputColumns, print, printJson } from './output.ts';
import { chooseAccount, withStore } from './store.ts';
import { oneLine, showTime, Table } from './table.ts';

const showHelp = `Usage: nameplate certificate show UUID [--account UUID] [--json]

Shows a custom certificate, without its private key.

Options:
  --account UUID  account that owns it; may be left out when there is one
  --json          print the certificate as JSON
  -h, --help      print this help
`;

type Options = { account?: string; json?: true };

export function certificateShowCommand(): Command {
  return withOptions(defineCommand('show', showHelp)).action(async (target: string, options: Options) => {
    await withStore(async (store) => {
      const accountUuid = await chooseAccount(store, options.account);
      const certificate = await findCertificate(store, accountUuid, target);
      await showCertificate(certificate, 'Custom certificate:', options);
    });
  });
}

export function certificateDeleteCommand(): Command {
  return deleteCommand({
    group: 'certificate',
    target: 'UUID',
    what: 'a custom certificate and its private key',
    find: async (api, accountUuid, target) => {
      const path = `/api/v1/accounts/${accountUuid}/custom_certificates/${encodeURIComponent(target)}`;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the route answers
      const { sans } = (await api.get(path)) as { sans: string[] };
      return { path, name: `the certificate of ${sans.join(', ')} and its private key` };
    },
  });
}

function withOptions(command: Command): Command {
  return command.argument('<uuid>').option('--account <uuid>').option('--json');
}

async function findCertificate(
  store: ControlStore,
  accountUuid: string,
  target: string,
): Promise<CustomCertificate> {
  const certificate = await store.customCertificates.find(accountUuid, parseUuid(target) ?? '');
  if (!certificate) throw noCertificate(target);
  return certificate;
}

function noCertificate(target: string): ServiceError {
  return new ServiceError('not_found', `there is no custom certificate ${quoteValue(target)}`);
}

/** Prints one certificate, all of it. */
export async function showCertificate(
  certificate: CustomCertificate,
  title: string,
  options: Options,
): Promise<void> {
  if (options.json) return printJson(customCertificateToWire(certificate));
  note(title);
  const rows: readonly (readonly [string, string])[] = [
    ['UUID', certificate.uuid],
    ['Names', certificate.sans.join(', ')],
    ['Subject', certificate.subject || '-'],
    ['Issuer', certificate.issuer || '-'],
    ['Not before', formatTimestamp(certificate.notBefore)],
    ['Expires', formatTimestamp(certificate.expiresAt)],
    ['Serial number', certificate.serialNumber],
    ['Signature', certificate.signatureAlgorithm],
    ['Fingerprint', certificate.fingerprint],
    ['Public key', certificate.publicKeySha],
    ['Stored', formatTimestamp(certificate.createdAt)],
  ];
  return print(rows.map(([name, value]) => `${name.padEnd(13)}  ${oneLine(value)}\n`).join(''));
}

/** A table of certificates; see {@link toCells}. */
export function certificateTable(): Table {
  const columns = [
    { title: 'UUID', whole: true },
    { title: 'NAMES' },
    { title: 'ISSUER' },
    { title: 'EXPIRES', whole: true },
    { title: 'SIGNATURE' },
  ];
  return new Table(columns, outputColumns());
}

export function toCells(certificate: CustomCertificate): string[] {
  const { uuid, sans, issuer, expiresAt, signatureAlgorithm } = certificate;
  return [uuid, sans.join(', '), issuer || '-', showTime(expiresAt), signatureAlgorithm];
}

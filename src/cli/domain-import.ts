/** `nameplate domain import`. Source: docs/reference/domains.md ("Many at once"), docs/guides/moving-in.md. */
import { type Command, Option } from 'commander';
import { systemClock } from '../core/clock.ts';
import { isWebUrl } from '../core/url.ts';
import { type ApiClient, withApi } from './api-client.ts';
import { formatHelp } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { counted } from './counted.ts';
import { DomainBatches } from './domain-import/domain-batches.ts';
import type { Reader } from './domain-import/found.ts';
import { readRows } from './domain-import/rows.ts';
import type { ImportReport } from './domain-import/write-plan.ts';
import { writeRows } from './domain-import/write-rows.ts';
import { domainColumns, toCells } from './domain-show.ts';
import { UsageError } from './failures.ts';
import { note, outputColumns, print, printJson, printLine } from './output.ts';
import { startProgress } from './progress.ts';
import { Table } from './table.ts';
import { refuseElsewhere } from './this-machine.ts';
import { chooseUpstream } from './upstream.ts';

const help = `Usage: nameplate domain import PATH [OPTIONS]

Creates custom domains from a file ("-" is standard input), or moves them in
from another program with their certificates, private keys and ACME accounts.

json: an array of objects with the API's attributes, or what "domain list
--json" prints. csv: a table with these attributes as columns; host is required.
Up to 1,000 rows are created entirely or not at all, and rows that can't be are
listed with their places. More than 1,000 are all checked first, and nothing is
written if one can't be created; then they are written in batches.

caddy, traefik, certbot, acme-sh, cloudflare: Caddy's storage folder, Traefik's
acme.json, certbot's or acme.sh's folder, or answers of Cloudflare's API with
custom hostnames (a file, or a folder of them), which have no keys. What is
refused is listed, the rest is imported, and the exit code is 1. Run again, it
changes only what is new. Certificates serve until they are due, and are renewed
with the account that ordered them. Keys reach the service over api.sock only,
so these run on its machine.

Options:
${formatHelp([
  ['--from SOURCE', 'json (default), csv, caddy, traefik, certbot, acme-sh or cloudflare'],
  ['--upstream UUID', 'upstream that they are proxied to; may be left out when there is one'],
  ['--account UUID', 'account that gets them; may be left out when there is one'],
  ['--dry-run', 'check and report only'],
  ['--skip-invalid', "json, csv: skip rows that can't be created"],
  ['--hosts-without-certificates', 'also create hosts whose certificate is refused'],
  ['--directory URL', "ACME directory of the authority, if the files don't name it"],
  ['--json', 'print the custom domains, or the report, as JSON'],
])}
`;

const readers: Readonly<Record<string, () => Promise<Reader>>> = {
  caddy: async () => (await import('./domain-import/caddy.ts')).readCaddy,
  traefik: async () => (await import('./domain-import/traefik.ts')).readTraefik,
  certbot: async () => (await import('./domain-import/certbot.ts')).readCertbot,
  'acme-sh': async () => (await import('./domain-import/acme-sh.ts')).readAcmeSh,
  cloudflare: async () => (await import('./domain-import/cloudflare.ts')).readCloudflare,
};

type Options = {
  from: string;
  upstream?: string;
  account?: string;
  dryRun?: true;
  skipInvalid?: true;
  hostsWithoutCertificates?: true;
  directory?: string;
  json?: true;
};

export function domainImportCommand(): Command {
  return defineCommand('import', help)
    .argument('<path>')
    .addOption(
      new Option('--from <source>').choices(['json', 'csv', ...Object.keys(readers)]).default('json'),
    )
    .option('--upstream <uuid>')
    .option('--account <uuid>')
    .option('--dry-run')
    .option('--skip-invalid')
    .option('--hosts-without-certificates')
    .option('--directory <url>')
    .option('--json')
    .action(importDomains);
}

async function importDomains(path: string, options: Options): Promise<void> {
  const { from } = options;
  if (from === 'json' || from === 'csv') return await importRows(path, from, options);
  const reader = await readers[from]?.();
  if (!reader) throw new UsageError(`--from ${from} is unknown`);
  await importFrom(reader, path, options);
}

async function importRows(path: string, format: 'json' | 'csv', options: Options): Promise<void> {
  if (options.hostsWithoutCertificates || options.directory !== undefined)
    throw new UsageError('--hosts-without-certificates and --directory are for sources with certificates');
  const rows = await readRows(path, format);
  await withApi(async (api) => {
    const { batches } = await targetOf(api, options);
    const { dryRun = false, skipInvalid = false } = options;
    const { created, refused } = await writeRows(batches, rows, { dryRun, skipInvalid });
    if (options.json) return printJson({ data: created });
    const without = refused > 0 ? `, without ${counted(refused, 'row')} that can't be` : '';
    note(`${dryRun ? 'Would create' : 'Created'} ${counted(created.length, 'custom domain')}${without}:`);
    return print(new Table(domainColumns(true), outputColumns()).format(created.map(toCells)));
  });
}

async function importFrom(reader: Reader, path: string, options: Options): Promise<void> {
  if (options.skipInvalid)
    throw new UsageError('--skip-invalid is for json and csv; other sources leave out what is refused');
  if (options.from !== 'cloudflare') refuseElsewhere('hands private keys to the service of its machine');
  if (options.directory !== undefined && !isWebUrl(options.directory))
    throw new UsageError('--directory is not an http or https URL');
  // Loaded where it is needed: most commands read no certificates.
  const { planImport } = await import('./domain-import/plan.ts');
  const { writePlan } = await import('./domain-import/write-plan.ts');
  const found = reader(path, options.directory);
  const plan = await planImport(found, systemClock.now(), options.hostsWithoutCertificates ?? false);
  for (const { name, reason } of plan.warnings) note(`warning: ${name}: ${reason}`);
  const report = await withApi(async (api) => {
    const target = await targetOf(api, options);
    const writing = startProgress('Importing', plan.hosts.length, 'hosts');
    const dryRun = options.dryRun ?? false;
    return await writePlan(plan, { ...target, api, dryRun, onProgress: writing.at }).finally(writing.stop);
  });
  for (const { name, reason } of report.refused) note(`refused: ${name}: ${reason}`);
  if (options.from === 'cloudflare')
    note('Cloudflare gives no private keys: certificates are ordered once DNS leads here.');
  if (options.json) await printJson(report);
  else await printLine(summaryOf(report));
  if (report.refused.length > 0) process.exitCode = 1;
}

async function targetOf(api: ApiClient, options: Options) {
  const accountPath = await api.accountPath(options.account);
  const upstream = await chooseUpstream(api, accountPath, options.upstream);
  const upstreamPath = `${accountPath}/upstreams/${encodeURIComponent(upstream)}`;
  return { accountPath, batches: new DomainBatches(api, upstreamPath) };
}

function summaryOf({
  dry_run,
  created,
  existing,
  certificates,
  unchanged,
  acme_accounts,
  refused,
}: ImportReport): string {
  const had = existing + unchanged > 0 ? ` (there already: ${existing} and ${unchanged})` : '';
  const counts = `${counted(created, 'host')}, ${counted(certificates, 'certificate')}${had}, ${counted(acme_accounts, 'ACME account')}`;
  return `${dry_run ? 'Would import' : 'Imported'} ${counts}; refused ${refused.length}.`;
}

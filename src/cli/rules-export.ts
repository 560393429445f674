/** `nameplate rules export`. Source: docs/reference/rule-formats.md. */
import { type Command, Option } from 'commander';
import { writeCsvRules } from '../rules/formats/csv-rules.ts';
import { writeJsonRules } from '../rules/formats/json-rules.ts';
import type { UpstreamAddress } from '../rules/formats/rule-file.ts';
import { writeRedirects } from '../rules/formats/write-redirects.ts';
import type { Rule } from '../rules/rule.ts';
import { type ApiClient, withApi } from './api-client.ts';
import { defineCommand } from './command.ts';
import { counted } from './counted.ts';
import { note, printData } from './output.ts';
import { findRules } from './rules-show.ts';
import { gather, writeFileWhole } from './write-file.ts';

const help = `Usage: nameplate rules export HOST [FILE] [--format FORMAT] [--account UUID]

Writes the rules of a host to a file or to standard output. An existing file is
replaced only once everything is written. Passwords are not written; "rules
import" keeps those that the host has for the same names.

Options:
  --format FORMAT  csv (default), json, or netlify for a _redirects file, which
                   leaves out what it can't say; those rules are listed
  --account UUID   account that owns the host; may be left out when there is one
  -h, --help       print this help
`;

type Options = { format: 'csv' | 'json' | 'netlify'; account?: string };

export function rulesExportCommand(): Command {
  return defineCommand('export', help)
    .argument('<host>')
    .argument('[file]')
    .addOption(new Option('--format <format>').choices(['csv', 'json', 'netlify']).default('csv'))
    .option('--account <uuid>')
    .action(exportRules);
}

async function exportRules(target: string, path: string | undefined, options: Options): Promise<void> {
  await withApi(async (api) => {
    const accountPath = await api.accountPath(options.account);
    const { host, rules } = await findRules(api, accountPath, target);
    const chunks = gather(await piecesOf(api, accountPath, host, rules, options.format));
    if (path === undefined || path === '-') {
      for await (const chunk of chunks) await printData(chunk);
    } else {
      await writeFileWhole('FILE', path, chunks);
      note(`Exported to ${path}.`);
    }
  });
}

async function piecesOf(
  api: ApiClient,
  accountPath: string,
  host: string,
  rules: readonly Rule[],
  format: Options['format'],
): Promise<Iterable<string>> {
  if (format === 'csv') return writeCsvRules([{ host, rules }]);
  if (format === 'json') return writeJsonRules(rules);
  const addresses = new Map<string, UpstreamAddress>();
  for (const { then } of rules) {
    if (!('proxy' in then) || addresses.has(then.proxy.upstream_uuid)) continue;
    const { upstream_uuid: uuid } = then.proxy;
    const upstream = await api.find<UpstreamAddress>(`${accountPath}/upstreams/${uuid}`);
    if (upstream) addresses.set(uuid, upstream);
  }
  const { lines, problems, problemCount } = writeRedirects(rules, (uuid) => addresses.get(uuid));
  for (const { line, reason } of problems) note(`rule ${line} is left out: ${reason}`);
  if (problemCount > problems.length) note(`and ${counted(problemCount - problems.length, 'more rule')}`);
  if (problemCount > 0) process.exitCode = 1;
  return lines;
}

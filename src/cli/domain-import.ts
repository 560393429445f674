/** `nameplate domain import`. Source: docs/reference/domains.md ("Many at once"). */

import { readFile } from 'node:fs/promises';
import { text as readStream } from 'node:stream/consumers';
import type { Command } from 'commander';
import { quoteValue } from '../core/errors.ts';
import { collectBody } from '../resources/request-body.ts';
import { withApi } from './api-client.ts';
import { defineCommand } from './command.ts';
import { counted } from './counted.ts';
import { domainColumns, type ShownDomain, toCells } from './domain-show.ts';
import { CliError } from './failures.ts';
import { note, outputColumns, print, printJson } from './output.ts';
import { ApiError } from './sending.ts';
import { oneLine, Table } from './table.ts';
import { chooseUpstream } from './upstream.ts';

const help = `Usage: nameplate domain import FILE|- [OPTIONS]

Creates up to 1,000 custom domains from a JSON file, or from standard input with
"-": an array of objects with the attributes of the API, or what "domain list
--json" prints. When one of them can't be created, none is, and each that
can't be is listed with its place in the array, from 0.

Options:
  --upstream UUID  upstream that they are proxied to; may be left out when there
                   is one
  --account UUID   account that gets them; may be left out when there is one
  --json           print the custom domains as JSON
  -h, --help       print this help
`;

type Options = { upstream?: string; account?: string; json?: true };

export function domainImportCommand(): Command {
  return defineCommand('import', help)
    .argument('<file>')
    .option('--upstream <uuid>')
    .option('--account <uuid>')
    .option('--json')
    .action(importDomains);
}

async function importDomains(path: string, options: Options): Promise<void> {
  const list = listOf(await (path === '-' ? readStream(process.stdin) : readFile(path, 'utf8')), path);
  await withApi(async (api) => {
    const accountPath = await api.accountPath(options.account);
    const upstream = await chooseUpstream(api, accountPath, options.upstream);
    const batch = `${accountPath}/upstreams/${encodeURIComponent(upstream)}/custom_domains/batch`;
    const answer = await api
      .post<{ data: readonly ShownDomain[] }>(batch, collectBody('json', [['custom_domains', list]]))
      .catch(refuseByLine);
    if (options.json) return printJson(answer);
    note(`Created ${counted(answer.data.length, 'custom domain')}:`);
    return print(new Table(domainColumns(true), outputColumns()).format(answer.data.map(toCells)));
  });
}

/** Failures are one line each, so the problems are printed before. */
function refuseByLine(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'custom_domains_invalid') throw error;
  const [summary = '', ...problems] = error.message.split('\n');
  for (const problem of problems) note(oneLine(problem));
  throw new CliError(summary.replace(/:$/, ''));
}

function listOf(text: string, path: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'data' in value ? value.data : value;
  } catch {
    throw new CliError(`${path === '-' ? 'standard input' : quoteValue(path)} is not well-formed JSON`);
  }
}

/** `nameplate rules import`. Source: docs/reference/rule-formats.md. */

import { type Command, Option } from 'commander';
import { readSourceHost } from '../resources/redirect.ts';
import { collectBody } from '../resources/request-body.ts';
import { type RuleFormat, ruleFormats } from '../rules/formats/formats.ts';
import { type ApiClient, withApi } from './api-client.ts';
import { formatHelp } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { confirm, yesText } from './confirmation.ts';
import { counted } from './counted.ts';
import { CliError, failureLine } from './failures.ts';
import { type CheckedHost, checkHosts } from './rules-import/check-hosts.ts';
import { printRulesReport } from './rules-import/report.ts';
import { Problems, readSourceFile, rulesByHost } from './rules-import/source-files.ts';
import { findUpstreams } from './rules-upstreams.ts';

const help = `Usage: nameplate rules import FILE|-... [OPTIONS]

Imports the rules of files, in place of those that the hosts have. All files are
read and checked first. When a line can't be carried over nothing is written,
every such line is listed with its reason, and the exit code is 1. Each host
gets all of its rules at once. With --skip-invalid, the exit code is 1 only if
there is a file of which nothing can be carried over.

Options:
${formatHelp([
  ['--host HOST', "host of lines that don't name one"],
  [
    '--format FORMAT',
    'csv, netlify, netlify-headers, cloudflare, nginx or json (default: by name, then by content)',
  ],
  ['--dry-run', 'check and report only'],
  ['--skip-invalid', "leave out lines that can't be carried over"],
  ['--append', 'keep the rules that a host has, before the new ones'],
  ['--yes', yesText],
  ['--account UUID', 'account that gets them; may be left out when there is one'],
  ['--json', 'print the report as JSON'],
])}

Of several files, the rules of _headers files come first, then those of the
others in the order given.

Examples:
  nameplate rules import _redirects _headers --host www.example.com --dry-run
  nameplate rules import list.csv --format cloudflare
`;

type Options = {
  host?: string;
  format?: RuleFormat;
  dryRun?: true;
  skipInvalid?: true;
  append?: true;
  yes?: true;
  account?: string;
  json?: true;
};

export function rulesImportCommand(): Command {
  return defineCommand('import', help)
    .argument('<files...>')
    .option('--host <host>')
    .addOption(new Option('--format <format>').choices(ruleFormats))
    .option('--dry-run')
    .option('--skip-invalid')
    .option('--append')
    .option('--yes')
    .option('--account <uuid>')
    .option('--json')
    .action(importRules);
}

async function importRules(paths: readonly string[], options: Options): Promise<void> {
  const defaultHost = options.host === undefined ? undefined : readSourceHost(options.host);
  const files = await Promise.all(paths.map((path) => readSourceFile(path, options.format)));
  await withApi(async (api) => {
    const accountPath = await api.accountPath(options.account);
    const problems = new Problems();
    const findUpstream = await findUpstreams(files, api, accountPath);
    const byHost = rulesByHost(files, { defaultHost, findUpstream }, problems);
    const hosts = await checkHosts(api, accountPath, byHost, options.append ?? false, problems);
    const dryRun = options.dryRun ?? false;
    const held = problems.count > 0 && !options.skipInvalid;
    if (!dryRun && !held) {
      await confirmReplacing(hosts, options);
      await write(api, hosts);
    }
    const severalFiles = files.length > 1;
    await printRulesReport({ hosts, problems, dryRun, written: !dryRun && !held, severalFiles }, options);
    if (held || problems.hasLostFile) process.exitCode = 1;
  });
}

async function confirmReplacing(hosts: readonly CheckedHost[], options: Options): Promise<void> {
  const replaced = options.append ? [] : hosts.filter(({ before }) => before.length > 0);
  const [first, ...others] = replaced;
  if (first === undefined) return;
  const also = others.length > 0 ? ` and those of ${others.length} other hosts` : '';
  await confirm(`Replace the ${counted(first.before.length, 'rule')} of ${first.host}${also}?`, options);
}

async function write(api: ApiClient, hosts: readonly CheckedHost[]): Promise<void> {
  const done: string[] = [];
  for (const { host, path, rules, entityTag } of hosts) {
    try {
      await api.put(path, collectBody('json', [['rules', rules]]), entityTag);
    } catch (error) {
      const line = failureLine(error);
      if (line === undefined || done.length === 0) throw error;
      throw new CliError(`${host}: ${line}; before that ${done.join(', ')} got their rules`, {
        cause: error,
      });
    }
    done.push(host);
  }
}

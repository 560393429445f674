/** `nameplate rules replay`. Source: docs/reference/replay.md. */
import { type Command, Option } from 'commander';
import { readSourceHost } from '../resources/redirect.ts';
import { collectBody } from '../resources/request-body.ts';
import { type RuleFormat, ruleFormats } from '../rules/formats/formats.ts';
import { withApi } from './api-client.ts';
import { defineCommand } from './command.ts';
import { counted } from './counted.ts';
import { CliError } from './failures.ts';
import { note, outputColumns, print, printJson, printLine } from './output.ts';
import { checkRules } from './rules-import/check-rules.ts';
import { problemLines } from './rules-import/problem-lines.ts';
import { Problems, readSourceFile, rulesByHost } from './rules-import/source-files.ts';
import { findRules } from './rules-show.ts';
import { findUpstreams } from './rules-upstreams.ts';
import { Table } from './table.ts';

const help = `Usage: nameplate rules replay HOST FILE|-... [OPTIONS]

Counts what the rules of files would have done with the requests recorded for a
host, in place of the rules that it has. Nothing is changed. It asks the running
service. When a line can't be carried over, every such line is listed with its
reason and nothing is replayed.

Options:
  --from DAY       first day, UTC, such as 2026-11-01 (default: six days ago)
  --to DAY         last day, UTC (default: today)
  --format FORMAT  csv, netlify, netlify-headers, cloudflare, nginx or json
                   (default: by name, then by content)
  --skip-invalid   leave out lines that can't be carried over
  --account UUID   account that owns the host; may be left out when there is one
  --json           print what the API answers
  -h, --help       print this help

Example:
  nameplate rules replay www.example.com _redirects --from 2026-11-01
`;

type Options = {
  from?: string;
  to?: string;
  format?: RuleFormat;
  skipInvalid?: true;
  account?: string;
  json?: true;
};

type Answer = {
  readonly requests: number;
  readonly changed: number;
  readonly blocked: number;
  readonly circles: number;
  readonly unmatched: number;
  readonly uncertain: number;
  readonly rules: readonly { readonly requests: number }[];
  readonly samples: readonly { readonly path: string; readonly before: string; readonly after: string }[];
  readonly not_replayable: readonly { readonly rule: number; readonly condition: string }[];
};

const columns = [{ title: 'PATH' }, { title: 'BEFORE' }, { title: 'AFTER' }];

export function rulesReplayCommand(): Command {
  return defineCommand('replay', help)
    .argument('<host>')
    .argument('<files...>')
    .option('--from <day>')
    .option('--to <day>')
    .addOption(new Option('--format <format>').choices(ruleFormats))
    .option('--skip-invalid')
    .option('--account <uuid>')
    .option('--json')
    .action(replay);
}

async function replay(target: string, paths: readonly string[], options: Options): Promise<void> {
  const host = readSourceHost(target);
  const files = await Promise.all(paths.map((path) => readSourceFile(path, options.format)));
  await withApi(async (api) => {
    const accountPath = await api.accountPath(options.account);
    const problems = new Problems();
    const findUpstream = await findUpstreams(files, api, accountPath);
    const byHost = rulesByHost(files, { defaultHost: host, findUpstream }, problems);
    const others = [...byHost.keys()].filter((name) => name !== host);
    if (others.length > 0) note(`Rules of other hosts are left out: ${others.slice(0, 5).join(', ')}`);
    const { path, rules: before } = await findRules(api, accountPath, host);
    const checked = checkRules(host, byHost.get(host) ?? [], problems, {
      kept: [],
      before,
    });
    for (const line of problemLines(problems, files.length > 1)) note(line);
    if (checked === undefined || (problems.count > 0 && !options.skipInvalid))
      throw new CliError('nothing was replayed; --skip-invalid leaves out lines that are wrong');
    const { from, to } = options;
    const body = collectBody('json', [
      ['rules', checked.given],
      ...(from === undefined ? [] : [['from', from] as const]),
      ...(to === undefined ? [] : [['to', to] as const]),
    ]);
    const answer = await api.post<Answer>(`${path}/replay`, body);
    if (options.json) return printJson(answer);
    await printText(answer, options);
  });
}

async function printText(answer: Answer, options: Options): Promise<void> {
  const { requests, changed, blocked, circles, unmatched, uncertain, rules, samples } = answer;
  const outcomes = [
    [blocked, 'blocked'],
    [circles, 'in circles'],
    [unmatched, 'unmatched'],
  ] as const;
  const shown = outcomes.filter(([count]) => count > 0).map(([count, word]) => `, ${format(count)} ${word}`);
  const sentence = `${rangeWords(options)} this would have changed ${format(changed)} of ${format(requests)} requests`;
  await printLine(`${sentence}${shown.join('')}.`);
  if (samples.length > 0) {
    const rows = samples.map(({ path, before, after }) => [path, before, after]);
    await print(`\n${new Table(columns, outputColumns()).format(rows)}`);
  }
  const idle = rules.filter((rule) => rule.requests === 0).length;
  if (idle > 0) note(`No request for ${counted(idle, 'rule')}.`);
  for (const { rule, condition } of answer.not_replayable.slice(0, 10))
    note(`rule ${rule + 1}: ${condition} is not recorded`);
  if (answer.not_replayable.length > 10) note(`and ${answer.not_replayable.length - 10} more`);
  if (uncertain > 0) note(`What is not recorded might decide about ${format(uncertain)} requests.`);
}

function rangeWords({ from, to }: Options): string {
  if (from !== undefined) return to === undefined ? `Since ${from}` : `From ${from} to ${to}`;
  return to === undefined ? 'Over the last 7 days' : `Until ${to}`;
}

function format(count: number): string {
  return count.toLocaleString('en-US');
}

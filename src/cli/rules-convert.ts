/** `nameplate rules convert`. Source: docs/reference/rule-formats.md. */
import { type Command, Option } from 'commander';
import { parseUuid } from '../core/ids.ts';
import { parseUrl } from '../core/url.ts';
import { readSourceHost } from '../resources/redirect.ts';
import { type HostRules, writeCsvRules } from '../rules/formats/csv-rules.ts';
import { type RuleFormat, ruleFormats } from '../rules/formats/formats.ts';
import { writeJsonRules } from '../rules/formats/json-rules.ts';
import { addressOfUrl, sameAddress, type UpstreamAddress } from '../rules/formats/rule-file.ts';
import { writeRedirects } from '../rules/formats/write-redirects.ts';
import { defineCommand } from './command.ts';
import { counted } from './counted.ts';
import { CliError, UsageError } from './failures.ts';
import { note, printData } from './output.ts';
import { checkRules } from './rules-import/check-rules.ts';
import { normalisedLines, problemLines } from './rules-import/problem-lines.ts';
import { Problems, readSourceFile, rulesByHost } from './rules-import/source-files.ts';
import { gather } from './write-file.ts';

const help = `Usage: nameplate rules convert FILE|-... [OPTIONS]

Reads rules from files of Netlify, Cloudflare, nginx and others, checks them as
the API does, and prints them. It needs no control store. When a line can't be
carried over nothing is printed, every such line is listed with its reason on
standard error, and the exit code is 1.

Options:
  --host HOST      host of lines that don't name one
  --format FORMAT  of the files: csv, netlify, netlify-headers, cloudflare,
                   nginx or json (default: by name, then by content)
  --to FORMAT      csv (default), json for the rules of one host, or netlify for
                   those of one host as a _redirects file, which leaves out what
                   it can't say; those rules are listed
  --upstream URL=UUID
                   the upstream that lines proxying to this address stand for;
                   may be given several times
  --skip-invalid   leave out lines that can't be carried over
  -h, --help       print this help

Of several files, the rules of _headers files come first, then those of the
others in the order given. Passwords are printed as the files have them.

Examples:
  nameplate rules convert _redirects _headers --host www.example.com
  nameplate rules convert list.csv --format cloudflare --to csv > rules.csv
`;

type Output = 'csv' | 'json' | 'netlify';
type Upstream = UpstreamAddress & { readonly uuid: string };
type Options = {
  host?: string;
  format?: RuleFormat;
  to: Output;
  upstream: readonly string[];
  skipInvalid?: true;
};

export function rulesConvertCommand(): Command {
  return defineCommand('convert', help)
    .argument('<files...>')
    .option('--host <host>')
    .addOption(new Option('--format <format>').choices(ruleFormats))
    .addOption(new Option('--to <format>').choices(['csv', 'json', 'netlify']).default('csv'))
    .option('--upstream <url=uuid>', '', (text: string, before: string[]) => [...before, text], [])
    .option('--skip-invalid')
    .action(convertRules);
}

async function convertRules(paths: readonly string[], options: Options): Promise<void> {
  const defaultHost = options.host === undefined ? undefined : readSourceHost(options.host);
  const upstreams = options.upstream.map(readUpstream);
  const files = await Promise.all(paths.map((path) => readSourceFile(path, options.format)));
  const problems = new Problems();
  const findUpstream = (address: UpstreamAddress) => upstreams.find((one) => sameAddress(one, address))?.uuid;
  const hosts: HostRules[] = [];
  for (const [host, added] of rulesByHost(files, { defaultHost, findUpstream }, problems)) {
    const checked = checkRules(host, added, problems);
    if (checked === undefined) continue;
    hosts.push({ host, rules: checked.rules });
    for (const { rule, warning } of checked.warnings) note(`${host}, rule ${rule + 1}: ${warning}`);
  }
  for (const line of problemLines(problems, files.length > 1)) note(line);
  for (const line of normalisedLines(problems, files.length > 1)) note(line);
  if (problems.count > 0 && !options.skipInvalid) {
    note('Nothing was printed. --skip-invalid leaves such lines out.');
    process.exitCode = 1;
    return;
  }
  if (problems.hasLostFile) process.exitCode = 1;
  for await (const chunk of gather(write(hosts, options.to, upstreams))) await printData(chunk);
}

function write(hosts: readonly HostRules[], to: Output, upstreams: readonly Upstream[]): Iterable<string> {
  if (to === 'csv') return writeCsvRules(hosts);
  const [one = { host: '', rules: [] }, ...others] = hosts;
  if (others.length > 0)
    throw new CliError(
      `the files have rules of ${hosts.length} hosts, and ${to} has those of one; --to csv takes all`,
    );
  if (to === 'json') return writeJsonRules(one.rules);
  const addressOf = (uuid: string) => upstreams.find((upstream) => upstream.uuid === uuid);
  const { lines, problems, problemCount } = writeRedirects(one.rules, addressOf);
  for (const { line, reason } of problems) note(`rule ${line} is left out: ${reason}`);
  if (problemCount > problems.length) note(`and ${counted(problemCount - problems.length, 'more rule')}`);
  if (problemCount > 0) process.exitCode = 1;
  return lines;
}

function readUpstream(text: string): Upstream {
  const equals = text.lastIndexOf('=');
  const url = parseUrl(text.slice(0, Math.max(0, equals)));
  const uuid = parseUuid(text.slice(equals + 1));
  if (url === undefined || !/^https?:$/.test(url.protocol) || uuid === undefined)
    throw new UsageError(
      `--upstream "${text}" is invalid; allowed: an address and an upstream's uuid, such as https://api.example.com=01890000-0000-7000-8000-000000000000`,
    );
  return { ...addressOfUrl(url), uuid };
}

/** `nameplate rules show`, and how rules are shown. Source: docs/reference/rules.md. */
import type { Command } from 'commander';
import { readSourceHost } from '../resources/redirect.ts';
import { kindOf, valueOf } from '../rules/actions/actions.ts';
import { conditionNames } from '../rules/conditions/conditions.ts';
import { conditionColumn } from '../rules/formats/csv-columns.ts';
import type { Rule } from '../rules/rule.ts';
import type { RuleWarning } from '../rules/rule-warnings.ts';
import type { ApiClient } from './api-client.ts';
import { counted } from './counted.ts';
import { note, outputColumns, print, printJson } from './output.ts';
import { type ItemOptions, itemCommand } from './resource-commands.ts';
import { Table } from './table.ts';

const help = `Usage: nameplate rules show HOST [--account UUID] [--json]

Shows the rules of a host, in order, with warnings about those that can't do
what was meant.

Options:
  --account UUID  account that owns the host; may be left out when there is one
  --json          print the rules as JSON
  -h, --help      print this help
`;

export function rulesShowCommand(): Command {
  return itemCommand('show', help, '<host>', showRules);
}

async function showRules(
  api: ApiClient,
  accountPath: string,
  target: string,
  { json }: ItemOptions,
): Promise<void> {
  const { host, rules, warnings = [] } = await findRules(api, accountPath, target);
  if (json) return printJson({ rules });
  const columns = [{ title: '#', whole: true }, { title: 'NAME' }, { title: 'IF' }, { title: 'THEN' }];
  const rows = rules.map((rule, index) => [
    String(index + 1),
    rule.name ?? '-',
    showIf(rule),
    kindOf(rule.then).summarize(valueOf(rule.then)),
  ]);
  await print(new Table(columns, outputColumns()).format(rows));
  note(`${host} has ${counted(rules.length, 'rule')}.`);
  for (const { rule, warning } of warnings) note(`rule ${rule + 1}: ${warning}`);
}

/** Where the rules of a host are in the API. */
export function rulesPathOf(accountPath: string, host: string): string {
  return `${accountPath}/hosts/${host}/rules`;
}

type HostRules = {
  readonly host: string;
  /** Where they are in the API. */
  readonly path: string;
  readonly rules: readonly Rule[];
  readonly warnings?: readonly RuleWarning[];
};

/** The rules of a host without passwords. Errors: `source_host_invalid`, `not_found` for another account's host. */
export async function findRules(api: ApiClient, accountPath: string, target: string): Promise<HostRules> {
  const host = readSourceHost(target);
  const path = rulesPathOf(accountPath, host);
  return { host, path, ...(await api.get<Omit<HostRules, 'host' | 'path'>>(path)) };
}

function showIf({ active, if: conditions = {} }: Rule): string {
  const shown = conditionNames.flatMap((name) => {
    const value = conditions[name];
    if (value === undefined) return [];
    const text = conditionColumn(name).write(value);
    return name === 'path' ? [text] : [`${name}=${text}`];
  });
  const text = shown.length === 0 ? 'always' : shown.join(' ');
  return active ? text : `(off) ${text}`;
}

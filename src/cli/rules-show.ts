/** `nameplate rules show`, and how rules are shown. Source: docs/reference/rules.md. */
import type { Command } from 'commander';
import { withoutPasswords } from '../control/rule-passwords.ts';
import type { ControlStore } from '../control/store.ts';
import { systemClock } from '../core/clock.ts';
import { readSourceHost } from '../resources/redirect.ts';
import { CompiledRules } from '../rules/compile-rules.ts';
import { conditionColumns } from '../rules/formats/csv-columns.ts';
import type { Rule, RuleAction } from '../rules/rule.ts';
import { conditionNames } from '../rules/rule.ts';
import { findCostWarnings } from '../rules/rule-cost.ts';
import { findWarnings } from '../rules/rule-warnings.ts';
import { defineCommand } from './command.ts';
import { counted } from './counted.ts';
import { note, outputColumns, print, printJson } from './output.ts';
import { chooseAccount, withStore } from './store.ts';
import { oneLine, Table } from './table.ts';

const help = `Usage: nameplate rules show HOST [--account UUID] [--json]

Shows the rules of a host, in order, with warnings about those that can't do
what was meant.

Options:
  --account UUID  account that owns the host; may be left out when there is one
  --json          print the rules as JSON
  -h, --help      print this help
`;

type Options = { account?: string; json?: true };

export function rulesShowCommand(): Command {
  return defineCommand('show', help)
    .argument('<host>')
    .option('--account <uuid>')
    .option('--json')
    .action(showRules);
}

async function showRules(target: string, options: Options): Promise<void> {
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const { host, rules } = await findRules(store, accountUuid, target);
    if (options.json) return printJson({ rules });
    const columns = [{ title: '#', whole: true }, { title: 'NAME' }, { title: 'IF' }, { title: 'THEN' }];
    const rows = rules.map((rule, index) => [
      String(index + 1),
      rule.name ?? '-',
      showIf(rule),
      showThen(rule.then),
    ]);
    await print(new Table(columns, outputColumns()).format(rows));
    note(`${host} has ${counted(rules.length, 'rule')}.`);
    const compiled = CompiledRules.of(rules);
    const warnings = findWarnings(compiled, { host, nowMs: systemClock.now() });
    for (const { rule, warning } of [...findCostWarnings(compiled, host), ...warnings])
      note(`rule ${rule + 1}: ${oneLine(warning)}`);
  });
}

/** The rules of a host without passwords. Errors: `source_host_invalid`, `not_found` for another account's host. */
export async function findRules(
  store: ControlStore,
  accountUuid: string,
  target: string,
): Promise<{ readonly host: string; readonly rules: readonly Rule[] }> {
  const host = readSourceHost(target);
  const stored = await store.hostRules.find(accountUuid, host);
  return { host, rules: withoutPasswords(stored?.rules ?? []) };
}

function showIf({ active, if: conditions = {} }: Rule): string {
  const shown = conditionNames.flatMap((name) => {
    const value = conditions[name];
    if (value === undefined) return [];
    const text = conditionColumns[name].write(value);
    return name === 'path' ? [text] : [`${name}=${text}`];
  });
  const text = shown.length === 0 ? 'always' : shown.join(' ');
  return active ? text : `(off) ${text}`;
}

function showThen(then: RuleAction): string {
  if ('redirect' in then) return `${then.redirect.status} ${then.redirect.to}`;
  if ('proxy' in then) return `proxy ${then.proxy.upstream_uuid}`;
  if ('respond' in then) return `respond ${then.respond.status}`;
  if ('basic_auth' in then) return `basic_auth ${then.basic_auth.users.map(({ name }) => name).join(', ')}`;
  if ('rate_limit' in then) return `rate_limit ${then.rate_limit.requests} in ${then.rate_limit.seconds} s`;
  if ('set_headers' in then)
    return `set_headers ${Object.keys({ ...then.set_headers.request, ...then.set_headers.response }).join(', ')}`;
  return 'block' in then ? 'block' : 'pass';
}

/** Rules as CSV with a header, a row a rule. Source: docs/reference/rule-formats.md ("CSV"). */
import { formatCsvLine, parseCsvLine } from '../../core/csv.ts';
import { quoteValue } from '../../core/errors.ts';
import { conditionNames } from '../conditions/conditions.ts';
import type { Rule } from '../rule.ts';
import { actionColumns, conditionColumn, csvColumns, ruleColumns } from './csv-columns.ts';
import { type FileContext, type RuleFile, RuleFileBuilder, refuse } from './rule-file.ts';
import { HostReader } from './source-url.ts';

/** Always in an export; the others where a rule has them. */
const fixedColumns: readonly string[] = ['host', 'path', 'to', 'status'];

/** A host and its rules, in order. */
export type HostRules = { readonly host: string; readonly rules: readonly Rule[] };

/** Reads a file. The first line that is not blank is the header; without a good one, it is the only problem. */
export function readCsvRules(lines: readonly string[], { defaultHost }: FileContext): RuleFile {
  const file = new RuleFileBuilder();
  const hosts = new HostReader();
  let columns: readonly string[] | 'refused' | undefined;
  file.readAll(lines, (text, line) => {
    if (columns === 'refused' || /^[,\s]*$/.test(text)) return;
    if (columns === undefined) {
      columns = 'refused';
      columns = readHeader(text);
      return;
    }
    const cells = readCells(text, columns);
    const named = cells.get('host');
    const host = named === undefined ? defaultHost : hosts.read(named);
    if (host === undefined) refuse('it names no host, and no host was given for such lines');
    file.add(line, host, readRule(cells));
  });
  return file.finish();
}

function readHeader(text: string): readonly string[] {
  const record = parseCsvLine(text);
  if (!record.ok) refuse(`the header is not CSV: ${record.reason}`);
  const columns = record.cells.map((cell) => cell.trim());
  for (const [at, column] of columns.entries()) {
    if (!csvColumns.includes(column))
      refuse(`the header has ${quoteValue(column)}; allowed: ${csvColumns.join(', ')}`);
    if (columns.indexOf(column) !== at) refuse(`the header has ${quoteValue(column)} twice`);
  }
  if (!columns.includes('to') && !columns.includes('then')) refuse('the header has neither "to" nor "then"');
  return columns;
}

/** The cells that are not empty, by column. */
function readCells(text: string, columns: readonly string[]): ReadonlyMap<string, string> {
  const record = parseCsvLine(text);
  if (!record.ok) refuse(record.reason);
  if (record.cells.length !== columns.length)
    refuse(`it has ${record.cells.length} cells, and the header has ${columns.length}`);
  const cells = new Map<string, string>();
  for (const [at, column] of columns.entries()) {
    const cell = record.cells[at] ?? '';
    if (cell !== '') cells.set(column, cell);
  }
  return cells;
}

function readRule(cells: ReadonlyMap<string, string>): object {
  const name = cells.get('name');
  const active = cells.get('active');
  const conditions = conditionNames.flatMap((column) => {
    const cell = cells.get(column);
    return cell === undefined ? [] : [[column, conditionColumn(column).read(cell, column)] as const];
  });
  return {
    ...(name === undefined ? {} : { name }),
    active: active === undefined ? true : ruleColumns.active.read(active, 'active'),
    ...(conditions.length > 0 ? { if: Object.fromEntries(conditions) } : {}),
    then: readAction(cells),
  };
}

function readAction(cells: ReadonlyMap<string, string>): unknown {
  const to = cells.get('to');
  const status = cells.get('status');
  const passQuery = cells.get('pass_query');
  const then = cells.get('then');
  if (then !== undefined) {
    if (to !== undefined || status !== undefined || passQuery !== undefined)
      refuse('it has "then", which is the whole action, and "to", "status" or "pass_query"');
    return actionColumns.then.read(then, 'then');
  }
  if (to === undefined) refuse('it has neither "to" nor "then"');
  return {
    redirect: {
      to,
      status: status === undefined ? 301 : actionColumns.status.read(status, 'status'),
      query: passQuery === undefined ? true : actionColumns.pass_query.read(passQuery, 'pass_query'),
    },
  };
}

/** Writes rules with a header of the columns that they need, a line at a time; reading them gives the same rules. */
export function* writeCsvRules(hosts: readonly HostRules[]): Generator<string> {
  const rows = hosts.flatMap(({ host, rules }) => rules.map((rule) => writeRule(host, rule)));
  const used = new Set(fixedColumns);
  for (const row of rows) for (const column of row.keys()) used.add(column);
  const columns = csvColumns.filter((column) => used.has(column));
  yield formatCsvLine(columns);
  for (const row of rows) yield formatCsvLine(columns.map((column) => row.get(column) ?? ''));
}

function writeRule(host: string, rule: Rule): ReadonlyMap<string, string> {
  const cells = new Map([['host', host]]);
  if (rule.name !== undefined) cells.set('name', rule.name);
  if (!rule.active) cells.set('active', 'false');
  for (const column of conditionNames) {
    const value = rule.if?.[column];
    if (value !== undefined) cells.set(column, conditionColumn(column).write(value));
  }
  if ('redirect' in rule.then) {
    const { to, status, query } = rule.then.redirect;
    cells.set('to', to).set('status', String(status));
    if (!query) cells.set('pass_query', 'false');
  } else {
    cells.set('then', actionColumns.then.write(rule.then));
  }
  return cells;
}

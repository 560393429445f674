/**
 * The columns of rules as CSV: how each is read from a cell and written to one.
 * Source: docs/reference/rule-formats.md ("CSV").
 */
import { quoteValue } from '../../core/errors.ts';
import {
  type ConditionName,
  conditionNames,
  conditions,
  type RuleConditions,
} from '../conditions/conditions.ts';
import { refuse } from './rule-file.ts';

type Query = NonNullable<RuleConditions['query']>;

/** A cell's text, and what it stands for; an empty cell is neither read nor written. */
export type ColumnType = {
  readonly read: (cell: string, column: string) => unknown;
  readonly write: (value: unknown) => string;
};

const text: ColumnType = { read: (cell) => cell, write: String };

const number: ColumnType = {
  read: (cell, column) => {
    if (!/^\d+(?:\.\d+)?$/.test(cell)) refuse(`its ${column} ${quoteValue(cell)} is not a number`);
    return Number(cell);
  },
  write: String,
};

const boolean: ColumnType = {
  read: (cell, column) => {
    if (/^(?:true|1)$/i.test(cell)) return true;
    if (/^(?:false|0)$/i.test(cell)) return false;
    return refuse(`its ${column} ${quoteValue(cell)} is neither true nor false`);
  },
  write: String,
};

const json: ColumnType = { read: readJson, write: (value) => JSON.stringify(value) };

/** Words with commas between, or a JSON array where a word would be misread. */
const list: ColumnType = {
  read: (cell, column) =>
    cell.startsWith('[')
      ? readJson(cell, column)
      : cell
          .split(',')
          .map((word) => word.trim())
          .filter((word) => word !== ''),
  write: (value) => {
    if (!Array.isArray(value)) return String(value);
    const words = value.join(',');
    const isJson = words.startsWith('[') || !sameJson(list.read(words, ''), value);
    return isJson ? JSON.stringify(value) : words;
  },
};

const trueOrList: ColumnType = {
  read: (cell, column) => (/^true$/i.test(cell) ? true : list.read(cell, column)),
  write: list.write,
};

/** `any`, `none`, or a list. */
const bots: ColumnType = {
  read: (cell, column) => (cell === 'any' || cell === 'none' ? cell : list.read(cell, column)),
  write: (value) => {
    const words = list.write(value);
    return sameJson(bots.read(words, ''), value) ? words : JSON.stringify(value);
  },
};

/** `name=value&name`, or a JSON object where that would be misread. */
const query: ColumnType = {
  read: (cell, column) => (cell.startsWith('{') ? readJson(cell, column) : readQuery(cell)),
  write: (value) => {
    const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    const words = pairs.map(([name, one]) => (one === true ? name : `${name}=${String(one)}`)).join('&');
    const isJson = words.startsWith('{') || !sameJson(readQuery(words), value);
    return isJson ? JSON.stringify(value) : words;
  },
};

const cells = { text, number, boolean, list, true_or_list: trueOrList, bots, query } as const;

export function conditionColumn(name: ConditionName): ColumnType {
  return cells[conditions[name].cell];
}

/** Those of a redirect, and `then` for every other action. */
export const actionColumns: Readonly<Record<'to' | 'status' | 'pass_query' | 'then', ColumnType>> = {
  to: text,
  status: number,
  pass_query: boolean,
  then: json,
};

export const ruleColumns: Readonly<Record<'name' | 'active', ColumnType>> = { name: text, active: boolean };

/** Every column, in the order in which an export has them. */
export const csvColumns: readonly string[] = [
  'host',
  ...Object.keys(ruleColumns),
  ...conditionNames,
  ...Object.keys(actionColumns),
];

function readQuery(cell: string): Query {
  const pairs = cell.split('&').map((pair): [string, string | true] => {
    const equals = pair.indexOf('=');
    return equals < 0 ? [pair, true] : [pair.slice(0, equals), pair.slice(equals + 1)];
  });
  return Object.fromEntries(pairs);
}

function readJson(cell: string, column: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return refuse(`its ${column} is not JSON`);
  }
}

/** Member order counts, as it does for a list. */
function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

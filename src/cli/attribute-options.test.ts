import { Command } from 'commander';
import { expect, test } from 'vitest';
import { defineResource } from '../resources/resource.ts';
import {
  attributeHelp,
  bodyOfOptions,
  filterHelp,
  filtersOfOptions,
  formatHelp,
  withAttributeOptions,
  withFilterOptions,
} from './attribute-options.ts';

const thing = defineResource('Thing', {
  uuid: { type: 'uuid', readOnly: true },
  host: {
    type: 'text',
    required: true,
    option: { value: 'HOST', help: 'where it is', updateHelp: 'where it moves to' },
    filter: { by: 'part', description: 'Only things at this host.' },
  },
  max_age: { type: 'integer', minimum: 0, maximum: 9, default: 3, option: { value: 'N', help: 'its age' } },
  keep_path: {
    type: 'boolean',
    default: true,
    option: {
      help: 'keep the path of whatever is requested, however long it may be',
      off: { help: 'do not' },
    },
  },
  active: { type: 'boolean', option: { help: 'run it', off: { flag: 'paused', help: 'pause it' } } },
  secret: { type: 'text' },
  running: {
    type: 'boolean',
    readOnly: true,
    option: { help: 'only what runs', off: { help: 'only what does not' } },
    filter: { by: 'whole', description: 'Only those that run.' },
  },
});

function parse(verb: 'create' | 'update', ...args: string[]): Record<string, unknown> {
  const command = withAttributeOptions(new Command().exitOverride(), thing, verb);
  command.configureOutput({ writeErr: () => {} });
  return command.parse(args, { from: 'user' }).opts();
}

test.each([
  [['--host', 'a'], [['host', 'a']]],
  [
    ['--host', 'a', '--max-age', '9', '--no-keep-path', '--paused'],
    [
      ['host', 'a'],
      ['max_age', '9'],
      ['keep_path', 'false'],
      ['active', 'false'],
    ],
  ],
  [
    ['--host=', '--keep-path', '--active'],
    [
      ['host', ''],
      ['keep_path', 'true'],
      ['active', 'true'],
    ],
  ],
])('the options %j are a form', (args, pairs) => {
  expect([...bodyOfOptions(thing, parse('create', ...args)).attributes]).toEqual(pairs);
});

test('only create requires what is required, and flags that contradict each other are refused', () => {
  expect(() => parse('create')).toThrow("required option '--host <host>'");
  expect(parse('update')).toEqual({});
  expect(() => parse('update', '--active', '--paused')).toThrow('cannot be used');
  expect(() => parse('update', '--secret', 'x')).toThrow("unknown option '--secret'");
});

test('the help text has every option with its default, within 80 columns', () => {
  expect(formatHelp(attributeHelp(thing, 'create'))).toBe(
    `
  --host HOST     where it is
  --max-age N     its age (default: 3)
  --keep-path     keep the path of whatever is requested, however long it may be
                  (default)
  --no-keep-path  do not
  --active        run it
  --paused        pause it
  -h, --help      print this help`.slice(1),
  );
  expect(formatHelp(attributeHelp(thing, 'update'))).toContain('--host HOST     where it moves to\n');
  expect(formatHelp(attributeHelp(thing, 'update'))).not.toContain('default');
});

test('filters are options too', () => {
  expect(filterHelp(thing)).toEqual([
    ['--host HOST', 'only things at this host'],
    ['--running', 'only what runs'],
    ['--no-running', 'only what does not'],
  ]);
  expect(filtersOfOptions(thing, { host: ' a ', maxAge: '3' })).toEqual({ host: ' a ' });
  expect(filtersOfOptions(thing, { host: ' ' })).toEqual({});
  const filters = (...args: string[]) => {
    const command = withFilterOptions(new Command(), thing);
    return filtersOfOptions(thing, command.parse(args, { from: 'user' }).opts());
  };
  expect(filters()).toEqual({});
  expect(filters('--host', 'a', '--running')).toEqual({ host: 'a', running: true });
  expect(filters('--no-running')).toEqual({ running: false });
});

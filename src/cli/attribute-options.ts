/**
 * Options that stand for a resource's attributes: `preserve_path` is `--preserve-path` and `--no-preserve-path`. They
 * follow from the definitions in `src/resources/`, and so do their help texts.
 */
import { type Command, Option } from 'commander';
import { readFilters } from '../api/query.ts';
import type { AttributeDefinition, Definitions, Filters } from '../resources/definition.ts';
import { collectBody, type RequestBody } from '../resources/request-body.ts';
import type { Resource } from '../resources/resource.ts';
import { UsageError } from './failures.ts';
import { readFileOrInput } from './named-file.ts';

type Verb = 'create' | 'update';
type HelpLine = readonly [option: string, text: string];

const helpWidth = 80;
/** Keeps words of a help text on one line. */
const nonBreakingSpace = '\u00a0';

/** Adds the options of every writable attribute; what `create` requires is required. */
export function withAttributeOptions<D extends Definitions>(
  command: Command,
  { writable, definitions, keys }: Resource<D>,
  verb: Verb,
): Command {
  for (const name of writable) {
    const { option, required, type } = definitions[name] ?? {};
    if (!option) continue;
    if (type === 'boolean') {
      command.option(`--${flagOf(name)}`);
      const off = option.off?.flag;
      if (off === undefined) command.option(`--no-${flagOf(name)}`);
      else command.addOption(new Option(`--${off}`).conflicts(keys[name]));
    } else if (option.file) {
      command.option(`--${fileFlagOf(name)} <file>`);
      if (verb === 'update' && option.file.offHelp !== undefined) command.option(`--no-${fileFlagOf(name)}`);
    } else {
      const valued = valuedOption(name, definitions[name]);
      command.addOption(valued.makeOptionMandatory(required === true && verb === 'create'));
    }
  }
  return command;
}

/** The options with the texts of the files that they name; false is the empty text. */
export async function readFileOptions<D extends Definitions>(
  { writable, definitions, keys }: Resource<D>,
  options: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const read: Record<string, unknown> = { ...options };
  let inputFlag: string | undefined;
  for (const name of writable) {
    if (!definitions[name]?.option?.file) continue;
    const given = options[`${keys[name]}File`];
    if (given === false) read[keys[name]] = '';
    if (typeof given !== 'string') continue;
    const flag = `--${fileFlagOf(name)}`;
    if (given === '-' && inputFlag !== undefined)
      throw new UsageError(`only one of ${inputFlag} and ${flag} can be standard input`);
    if (given === '-') inputFlag = flag;
    read[keys[name]] = (await readFileOrInput(flag, given)).toString();
  }
  return read;
}

/** The attributes among the options, as if they had come in a form. */
export function bodyOfOptions<D extends Definitions>(
  { writable, definitions, keys }: Resource<D>,
  options: Readonly<Record<string, unknown>>,
): RequestBody {
  const pairs: [name: string, value: string][] = [];
  for (const name of writable) {
    const off = definitions[name]?.option?.off?.flag;
    const value = off !== undefined && options[off] === true ? false : options[keys[name]];
    if (typeof value === 'string' || typeof value === 'boolean') pairs.push([name, String(value)]);
  }
  return collectBody('form', pairs);
}

/** The help lines of the attributes' options. */
export function attributeHelp<D extends Definitions>(
  { writable, definitions }: Resource<D>,
  verb: Verb,
): readonly HelpLine[] {
  return writable.flatMap((name) => {
    const definition = definitions[name];
    return definition ? helpLines(flagOf(name), definition, verb) : [];
  });
}

/** Adds an option for each attribute by which a list can be filtered. */
export function withFilterOptions<D extends Definitions>(command: Command, resource: Resource<D>): Command {
  for (const name of resource.filtered) {
    const definition = resource.definitions[name];
    if (definition?.type === 'boolean') command.option(`--${flagOf(name)}`).option(`--no-${flagOf(name)}`);
    else command.addOption(valuedOption(name, definition));
  }
  return command;
}

/** Its choices are for completion: what it is given is read where the attribute is. */
function valuedOption(name: string, definition: AttributeDefinition | undefined): Option {
  const option = new Option(`--${flagOf(name)} <${definition?.option?.value?.toLowerCase() ?? 'value'}>`);
  if (definition && 'choices' in definition && definition.choices)
    option.argChoices = [...definition.choices];
  return option;
}

/** The help lines of the filters' options. */
export function filterHelp<D extends Definitions>({
  filtered,
  definitions,
}: Resource<D>): readonly HelpLine[] {
  return filtered.flatMap((name): readonly HelpLine[] => {
    const { filter, option, type, readOnly } = definitions[name] ?? {};
    if (!filter) return [];
    if (type === 'boolean')
      return [
        [`--${flagOf(name)}`, option?.help ?? ''],
        [`--no-${flagOf(name)}`, option?.off?.help ?? ''],
      ];
    // The option of an attribute that can't be written is the filter's alone.
    if (readOnly && option) return [[`--${flagOf(name)} ${option.value}`, option.help]];
    const text = `${filter.description.charAt(0).toLowerCase()}${filter.description.slice(1, -1)}`;
    return [[`--${flagOf(name)} ${option?.value}`, text]];
  });
}

/** Reads the filters among the options. Errors: the attributes' own codes. */
export function filtersOfOptions<D extends Definitions>(
  resource: Resource<D>,
  options: Readonly<Record<string, unknown>>,
): Filters<D> {
  return readFilters(filterQueryOf(resource, options), resource);
}

/** The filters among the options, as the API's query has them. */
export function filterQueryOf<D extends Definitions>(
  { filtered, keys }: Resource<D>,
  options: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const pairs = filtered.flatMap((name) => {
    const value = options[keys[name]];
    return typeof value === 'string' || typeof value === 'boolean' ? [[name, String(value)] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/** The options of a help text, one below the other; `--help` is the last. */
export function formatHelp(options: readonly HelpLine[]): string {
  return inColumns([...options, ['-h, --help', 'print this help']]);
}

/** What is listed, and what it is, in two columns. */
export function inColumns(lines: readonly HelpLine[]): string {
  const column = Math.max(...lines.map(([left]) => left.length)) + 2;
  return lines
    .map(([left, text]) => {
      const indent = `\n${' '.repeat(2 + column)}`;
      return `  ${left.padEnd(column)}${wrap(text, helpWidth - 2 - column).join(indent)}`;
    })
    .join('\n');
}

function flagOf(name: string): string {
  return name.replaceAll('_', '-');
}

function fileFlagOf(name: string): string {
  return `${flagOf(name)}-file`;
}

function helpLines(flag: string, definition: AttributeDefinition, verb: Verb): readonly HelpLine[] {
  const { option } = definition;
  if (!option) return [];
  const help = textFor(verb, option);
  if (option.file) {
    const { offHelp } = option.file;
    const isOffered = verb === 'update' && offHelp !== undefined;
    return [
      [`--${flag}-file ${option.value}`, help],
      ...(isOffered ? [[`--no-${flag}-file`, offHelp] as const] : []),
    ];
  }
  if (definition.type !== 'boolean')
    return [[`--${flag} ${option.value}`, help + defaultOf(definition, verb)]];
  const { flag: off = `no-${flag}`, ...offHelp } = option.off ?? { help: '' };
  const markIf = (value: boolean) => (verb === 'create' && definition.default === value ? ' (default)' : '');
  return [
    [`--${flag}`, help + markIf(true)],
    [`--${off}`, textFor(verb, offHelp) + markIf(false)],
  ];
}

function textFor(verb: Verb, texts: { readonly help: string; readonly updateHelp?: string }): string {
  return verb === 'update' ? (texts.updateHelp ?? texts.help) : texts.help;
}

function defaultOf(definition: AttributeDefinition, verb: Verb): string {
  const value = 'default' in definition ? definition.default : undefined;
  const isShown = value !== undefined && value !== '' && typeof value !== 'object';
  const shown = definition.option?.defaultHelp ?? (isShown ? String(value) : undefined);
  if (verb === 'update' || shown === undefined) return '';
  return ` (default:${nonBreakingSpace}${/^[\w -]+$/.test(shown) ? shown : JSON.stringify(shown)})`;
}

/** The lines of a text, broken between words. */
export function wrap(text: string, width: number = helpWidth): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.map((line) => line.replaceAll(nonBreakingSpace, ' '));
}

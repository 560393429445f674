/** `map $uri $new { /old /new; }`. Source: docs/reference/rule-formats.md ("nginx"); nginx documentation, "ngx_http_map_module". */
import { quoteValue } from '../../core/errors.ts';
import type { RedirectAction } from '../actions/redirect.ts';
import type { RuleConditions } from '../conditions/conditions.ts';
import { readNginxDestination } from './nginx-destination.ts';
import { type NginxPattern, readNginxPattern } from './nginx-pattern.ts';
import type { Directive } from './nginx-tree.ts';
import { refuse } from './rule-file.ts';
import { readLiteralPath } from './source-url.ts';

/** How a server uses a map's variable: `return 301 $new`, or `rewrite ^ $new permanent`. */
export type MapUse = {
  readonly status: RedirectAction['status'];
  readonly directive: 'return' | 'rewrite';
};

type Entry = {
  readonly if: RuleConditions;
  readonly then: { readonly redirect: RedirectAction };
};

const sources: ReadonlySet<string> = new Set(['$uri', '$document_uri', '$request_uri']);

/** The name of the variable that a map sets; refuses maps of anything but the path. */
export function readMapVariable({ words }: Directive): string {
  const [, source = '', variable = ''] = words;
  if (!sources.has(source))
    refuse(`it maps ${quoteValue(source)}; only maps of $uri and $request_uri can be carried over`);
  if (!variable.startsWith('$')) refuse('it names no variable');
  return variable;
}

const isExpression = ({ words }: Directive): boolean => words[0]?.startsWith('~') ?? false;

/** nginx looks for plain strings first, then for expressions in their order. */
export function inMapOrder(entries: readonly Directive[]): readonly Directive[] {
  return [...entries.filter((one) => !isExpression(one)), ...entries.filter(isExpression)];
}

/** Reads `/old /new`; undefined for what makes no rule. `host` is the one that the map is used for. */
export function readMapEntry({ words, block }: Directive, host: string, use: MapUse): Entry | undefined {
  const [source = '', target] = words;
  if (block !== undefined) refuse(`it has ${quoteValue(source)} with a block in a map`);
  if (source === 'volatile' && target === undefined) return undefined;
  if (source === 'include') refuse('it includes another file, which is not read; import that file');
  if (target === undefined || words.length > 2) refuse('it is not of the form "source target;"');
  if (source === 'default') {
    if (target === '') return undefined;
    refuse('its default applies to every other path; add a rule without a path for it');
  }
  if (source.startsWith('~*')) refuse(`${quoteValue(source)} ignores case, and rules do not`);
  const { pattern, query } = source.startsWith('~')
    ? { pattern: readNginxPattern(source.slice(1)), query: undefined }
    : readPlainSource(source.replace(/^\\/, ''));
  return {
    if: { path: pattern.path, ...(query === undefined ? {} : { query }) },
    then: { redirect: { ...readNginxDestination(target, pattern, host, use.directive), status: use.status } },
  };
}

/** A path, with the query that `$request_uri` has. */
function readPlainSource(source: string): { pattern: NginxPattern; query: RuleConditions['query'] } {
  const mark = source.indexOf('?');
  const path = mark < 0 ? source : source.slice(0, mark);
  const parameters = mark < 0 ? [] : source.slice(mark + 1).split('&');
  const query = Object.fromEntries(
    parameters.map((parameter): [string, string | true] => {
      const equals = parameter.indexOf('=');
      return equals < 0 ? [parameter, true] : [parameter.slice(0, equals), parameter.slice(equals + 1)];
    }),
  );
  return {
    pattern: { path: readLiteralPath(path), groups: new Map() },
    query: mark < 0 ? undefined : query,
  };
}

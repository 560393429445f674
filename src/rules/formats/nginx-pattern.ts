/**
 * Regular expressions of nginx that a rule's path can say: anchored at the beginning, with whole segments and the rest
 * of the path as their only variable parts. Source: docs/reference/rule-formats.md ("nginx").
 */
import { quoteValue } from '../../core/errors.ts';
import { refuse } from './rule-file.ts';
import { encodePath } from './source-url.ts';

export type NginxPattern = {
  /** As rules have it. */
  readonly path: string;
  /** What stands for each group in a destination: `1` → `:p1`, and by name for named ones. */
  readonly groups: ReadonlyMap<string, string>;
};

/** A group or its content: any rest, or a whole segment. */
const variablePart = /\((?:\?P?<([A-Za-z_]\w*)>)?(\.\*|\[\^\/\]\+)\)|(\.\*|\[\^\/\]\+)/y;
const escaped = /\\([^A-Za-z0-9])/y;
const literal = /[^\\()[\]{}*+?|^$]/y;

/** Reads an expression, without nginx's `~`. */
export function readNginxPattern(expression: string): NginxPattern {
  const groups = new Map<string, string>();
  const anchored = expression.startsWith('^');
  if (!anchored && !/^\(?\.\*/.test(expression))
    refuse(`${quoteValue(expression)} has no "^" at its beginning, so that it matches anywhere in a path`);
  let at = anchored ? 1 : 0;
  let path = '';
  let groupCount = 0;
  let isRest = false;
  while (at < expression.length) {
    if (expression.startsWith('$', at) && at === expression.length - 1) return finish(path, groups);
    if (expression.startsWith('/?$', at) && at === expression.length - 3) return finish(path, groups);
    if (isRest) refuse(`${quoteValue(expression)} has more after ".*", which only the end of a path can be`);
    const variable = take(variablePart, expression, at);
    if (variable !== undefined) {
      const [whole, name, inGroup, bare] = variable;
      isRest = (inGroup ?? bare) === '.*';
      at += whole.length;
      if (isRest) {
        const stands = path === '' ? '/:splat' : ':splat';
        path += path === '' ? '/*' : '*';
        if (inGroup !== undefined) setGroup(groups, ++groupCount, name, stands);
        continue;
      }
      const isSegment = path.endsWith('/') && /^(?:\/|\$?$)/.test(expression.slice(at));
      if (!isSegment) refuse(`${quoteValue(expression)} has "[^/]+" that is not a whole segment`);
      const placeholder = `:p${++groupCount}`;
      path += placeholder;
      if (inGroup !== undefined) setGroup(groups, groupCount, name, placeholder);
      continue;
    }
    const character = take(escaped, expression, at)?.[1] ?? take(literal, expression, at)?.[0];
    if (character === undefined)
      refuse(
        `${quoteValue(expression)} has ${quoteValue(expression.slice(at, at + 8))}, which a path cannot say`,
      );
    if (character === '*' || (character === ':' && path.endsWith('/')))
      refuse(
        `${quoteValue(expression)} has a literal ${quoteValue(character)}, which means something else in a path`,
      );
    at += expression.startsWith('\\', at) ? 2 : 1;
    path += character;
  }
  // Without "$" anything may follow.
  return finish(isRest ? path : path === '' ? '/*' : `${path}*`, groups);
}

function finish(path: string, groups: ReadonlyMap<string, string>): NginxPattern {
  return { path: encodePath(path === '' ? '/' : path), groups };
}

function setGroup(
  groups: Map<string, string>,
  number: number,
  name: string | undefined,
  stands: string,
): void {
  groups.set(String(number), stands);
  if (name !== undefined) groups.set(name, stands);
}

function take(part: RegExp, expression: string, at: number): RegExpExecArray | undefined {
  part.lastIndex = at;
  return part.exec(expression) ?? undefined;
}

/** Lists of rules that would hold up a worker which tried rules one by one, or hashed their paths without a seed. */
import type { Rule } from '../../src/rules/rule.ts';

const respond = { respond: { status: 200, content_type: 'text/plain', body: '' } } as const;
export const letters: readonly string[] = 'abcdefghijklmnopqrst'.split('');

export function ruleOf(condition: Rule['if'], then: Rule['then'] = respond): Rule {
  return { active: true, ...(condition && { if: condition }), then };
}

export function rulesFor(count: number, prefix = ''): Rule[] {
  return Array.from({ length: count }, (_, i) => ruleOf({ path: `/${prefix}${i}` }));
}

const allLetters = Object.fromEntries(letters.map((name) => [name, true as const]));

/** Blocks of a path that lead FNV-1a (32 bits) from the state before them to one state: from `/` on, then again and again. */
const twins = [
  ['112vu', '1cuea'],
  ['05rnw', '0mpba'],
  ['07rnw', '0opba'],
] as const;

/** So many paths of one hash. */
export function collidingPaths(count: number): string[] {
  let paths = ['/'];
  for (let level = 0; paths.length < count; level++) {
    const [one, other] = twins[level] ?? twins[2];
    paths = paths.flatMap((path) => [path + one, path + other]);
  }
  return paths.slice(0, count);
}

/** Rules that a request with all parameters but the last is compared with in full. */
export function manyParameters(): Rule[] {
  return Array.from({ length: 5_000 }, () => ruleOf({ query: allLetters }, { block: {} }));
}

export function manyValues(count: number): Rule[] {
  return Array.from({ length: count }, (_, i) => ruleOf({ query: { ref: `${i}` } }));
}

/** A redirect within the host whose target is three times as long as the path, again and again. */
export function growingTarget(): Rule[] {
  return [ruleOf({ path: '/*' }, { redirect: { to: '/:splat:splat:splat', status: 302, query: true } })];
}

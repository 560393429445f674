/**
 * Finds rules behind another one that answers all their requests, whatever their other conditions are.
 * Source: docs/reference/rules.md ("Warnings").
 */
import { CompiledRules } from './compile-rules.ts';
import { answers, type CompiledRule } from './compiled-rule.ts';
import { type PathPattern, pathEnd } from './path-pattern.ts';
import type { Rule } from './rule.ts';
import { sampleRequest } from './sample-request.ts';
import type { Steps } from './steps.ts';

const someRequest = sampleRequest({}, 0, undefined);

/** The earlier rule by the place of the one that it hides, among those of interest. Stops when the steps are spent. */
export function findUnreachable(
  rules: readonly CompiledRule[],
  isOfInterest: (rule: CompiledRule) => boolean,
  steps: Steps,
): Map<number, number> {
  const hidden = new Map<number, number>();
  const shapes = new Map<string, number>();
  const firsts = new Set<CompiledRule>();
  const candidates = rules.filter((rule) => rule.rule.active && isOfInterest(rule));
  for (const rule of candidates) {
    const shape = shapeOf(rule.pattern);
    const twin = shapes.get(shape);
    if (twin !== undefined) hidden.set(rule.index, twin);
    else if (answersWholePath(rule.rule)) {
      shapes.set(shape, rule.index);
      firsts.add(rule);
    }
  }
  const answering = CompiledRules.of(rules, (rule) => firsts.has(rule));
  const prefixes = CompiledRules.of(rules, (rule) => firsts.has(rule) && isPrefix(rule.pattern));
  for (const { index, pattern } of candidates) {
    if (steps.isSpent) break;
    if (hidden.has(index)) continue;
    const before = isExact(pattern)
      ? answering.match({ ...someRequest, path: pattern?.literal || '/' }, 0, steps)?.index
      : including(prefixes, pattern, steps);
    if (before !== undefined && before < index) hidden.set(index, before);
  }
  return hidden;
}

function including(
  prefixes: CompiledRules,
  pattern: PathPattern | undefined,
  steps: Steps,
): number | undefined {
  const request = { ...someRequest, path: pattern?.literal || '/' };
  const walk = prefixes.walk(request, steps);
  let found = walk.next();
  while (found !== undefined && !includesAll(found, pattern)) found = walk.next();
  return found?.index;
}

/** Whether a rule, whose path the pattern's literal matches, matches whatever follows the literal. */
function includesAll({ pattern: wide }: CompiledRule, narrow: PathPattern | undefined): boolean {
  if (wide === undefined) return true;
  if (narrow === undefined) return wide.literal === '' && wide.end === pathEnd.segments;
  if (wide.end === pathEnd.anything || wide.literal.length < narrow.literal.length) return true;
  return narrow.literalEnd !== pathEnd.anything;
}

function isExact(pattern: PathPattern | undefined): boolean {
  return pattern !== undefined && pattern.segments.length === 0 && pattern.end === pathEnd.none;
}

/** Whether the pattern is a literal beginning, or matches any path. */
function isPrefix(pattern: PathPattern | undefined): boolean {
  return pattern === undefined || (pattern.segments.length === 0 && pattern.end !== pathEnd.none);
}

/** Whether the rule answers every request for its path. */
function answersWholePath({ if: conditions = {}, then }: Rule): boolean {
  return answers(then) && Object.keys(conditions).every((name) => name === 'path');
}

/** The same for patterns that differ in the names of their placeholders only. */
function shapeOf(pattern: PathPattern | undefined): string {
  if (pattern === undefined) return '';
  if (pattern.segments.length === 0) return `${pattern.end}${pattern.literal}`;
  const segments = pattern.segments.map((segment) => ('literal' in segment ? segment.literal : '/:'));
  return `${pattern.end}${pattern.literal}${segments.join('')}`;
}

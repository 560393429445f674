/**
 * Finds rules behind another one that answers all their requests, whatever their other conditions are.
 * Source: docs/reference/rules.md ("Warnings").
 */
import { CompiledRules } from './compile-rules.ts';
import { answers, type CompiledRule } from './compiled-rule.ts';
import { normalPath } from './normal-path.ts';
import { type PathPattern, pathEnd, pathMatches } from './path-pattern.ts';
import type { Rule } from './rule.ts';
import type { RuleList } from './rule-list.ts';
import { sampleRequest } from './sample-request.ts';
import type { Steps } from './steps.ts';

const someRequest = sampleRequest({}, 0, undefined);

/** The earlier rule by the place of the one that it hides, among those of interest. Stops when the steps are spent. */
export function findUnreachable(
  rules: RuleList,
  isOfInterest: (rule: CompiledRule) => boolean,
  steps: Steps,
  host: string,
): Map<number, number> {
  const hidden = new Map<number, number>();
  const shapes = new Map<string, number>();
  const firsts = new Set<CompiledRule>();
  const candidates = Array.from(rules).filter((rule) => rule.rule.active && isOfInterest(rule));
  for (const rule of candidates) {
    const shape = shapeOf(rule.pattern);
    const twin = rules.at(shapes.get(shape) ?? -1);
    if (twin && hides(twin, rule.pattern, host)) hidden.set(rule.index, twin.index);
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
    const walk = (isExact(pattern) ? answering : prefixes).walk(
      { ...someRequest, path: pattern?.literal || '/' },
      steps,
    );
    for (let before = walk.next(); before && before.index < index; before = walk.next()) {
      if (!(isExact(pattern) || includesAll(before, pattern)) || !hides(before, pattern, host)) continue;
      hidden.set(index, before.index);
      break;
    }
  }
  return hidden;
}

/** Whether a rule for all these paths answers them: a redirect doesn't answer requests for the URL that it leads to. */
function hides(before: CompiledRule, pattern: PathPattern | undefined, host: string): boolean {
  const { target } = before;
  if (target === undefined || !(target.hostname === '' || target.hostname === host)) return true;
  const origin = target.origin || `https://${host}`;
  if (before.leadsToItself(sampleRequest({}, 0, pattern, origin))) return false;
  const [path = ''] = target.path;
  return target.path.length > 1 || !(pattern === undefined || pathMatches(pattern, normalPath(path)));
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

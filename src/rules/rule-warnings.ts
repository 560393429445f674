/**
 * Finds rules of an accepted list that can't do what was meant. Source: docs/reference/rules.md ("Warnings").
 *
 * Lists may be long and hostile, so all of that takes a number of steps at most; a warning says where it ended.
 */
import { parseInstant } from '../core/instant.ts';
import { CompiledRules } from './compile-rules.ts';
import type { CompiledRule } from './compiled-rule.ts';
import type { RuleConditions } from './conditions/conditions.ts';
import { endsInCircle, firstAnswer, type RedirectionOf } from './follow-redirects.ts';
import { normalRulePath } from './normal-path.ts';
import type { OtherHosts } from './other-hosts.ts';
import { targetHostname } from './redirect-target.ts';
import type { RuleRequest } from './rule-request.ts';
import { sampleRequest } from './sample-request.ts';
import { maxCost, Steps } from './steps.ts';
import { findUnreachable } from './unreachable-rules.ts';

/** What a list that is accepted may not do as meant. */
export type RuleWarning = {
  /** The rule's place, from 0. */
  readonly rule: number;
  readonly warning: string;
};

/** Where a list is used. */
export type RulesContext = {
  readonly host: string;
  readonly nowMs: number;
  /** What else is known: the host's redirect, and other hosts. What isn't known doesn't lead in circles. */
  readonly hosts?: OtherHosts;
};

const maxWarnings = 1000;
/** A tenth of a second. */
const maxWarningSteps = 100 * maxCost;

/** The first 1,000 warnings, by rule. */
export function findWarnings(compiled: CompiledRules, context: RulesContext): RuleWarning[] {
  const { rules } = compiled;
  const impossible = new Map<number, string>();
  for (const { index, rule } of rules) {
    const problem = rule.active && rule.if ? problemOf(rule.if, context.nowMs) : undefined;
    if (problem !== undefined) impossible.set(index, problem);
  }
  const isPossible = ({ index }: CompiledRule): boolean => !impossible.has(index);
  const unreachable = findUnreachable(rules, isPossible, new Steps(maxWarningSteps), context.host);
  const possible = impossible.size === 0 ? compiled : CompiledRules.of(rules, isPossible);
  const circles = findCircles(possible, context);
  const warnings: RuleWarning[] = [];
  for (let rule = 0; rule < rules.length && warnings.length < maxWarnings; rule++) {
    const before = unreachable.get(rule);
    const warning =
      impossible.get(rule) ??
      (before === undefined
        ? circles.get(rule)
        : `never acts: rules[${before}] answers all its requests${spelling(rules.at(before), rules.at(rule))}`);
    if (warning !== undefined) warnings.push({ rule, warning });
  }
  return warnings;
}

/** Says of rules with the same path why it doesn't look like that. */
function spelling(one: CompiledRule | undefined, other: CompiledRule | undefined): string {
  const [first, second] = [one?.rule.if?.path, other?.rule.if?.path];
  if (first === undefined || second === undefined || first === second) return '';
  return normalRulePath(first) === normalRulePath(second) ? '; their paths are two spellings of one' : '';
}

/** Why the conditions never hold. */
function problemOf({ starts_at, ends_at, share }: RuleConditions, nowMs: number): string | undefined {
  const startMs = starts_at === undefined ? undefined : parseInstant(starts_at);
  const endMs = ends_at === undefined ? undefined : parseInstant(ends_at);
  if (startMs !== undefined && endMs !== undefined && startMs >= endMs)
    return `never holds: it ends at ${ends_at}, not after it starts at ${starts_at}`;
  if (endMs !== undefined && endMs <= nowMs) return `holds no more: it ended at ${ends_at}`;
  return share === 0 ? 'never holds: share is 0' : undefined;
}

function findCircles(compiled: CompiledRules, context: RulesContext): Map<number, string> {
  const found = new Map<number, string>();
  const redirectionOf: RedirectionOf = (host, request, steps) => {
    if (host !== context.host) return context.hosts?.redirectionOf(host, request, steps);
    const rule = firstAnswer(compiled, request, steps);
    if (steps.isSpent) return undefined;
    if (rule === undefined || rule.kind.ending === 'hands_over')
      return context.hosts?.redirectionOf(host, request, steps);
    return rule.redirection(request);
  };
  const steps = new Steps(maxWarningSteps);
  const origin = `https://${context.host}`;
  for (const rule of compiled.rules) {
    if (found.size >= maxWarnings) break;
    if (!rule.rule.active || !mayComeBack(rule, context)) continue;
    if (steps.isSpent) {
      found.set(
        rule.index,
        'not checked further: whether this rule and later ones lead in a circle takes too long',
      );
      break;
    }
    const request = sampleRequest(rule.rule.if ?? {}, context.nowMs, rule.pattern, origin);
    if (firstAnswer(compiled, request, steps) !== rule) {
      if (alwaysLeadsToItself(rule, request))
        found.set(rule.index, `never acts: it redirects ${request.path} to itself`);
      continue;
    }
    const redirection = rule.redirection(request);
    if (redirection !== undefined && endsInCircle(origin, request, redirection, redirectionOf, steps)) {
      const { location } = redirection;
      found.set(rule.index, `leads in a circle: ${request.path} is redirected to ${location}, and so on`);
    }
  }
  return found;
}

/** Whether neither a slash at the end nor a query makes a difference. */
function alwaysLeadsToItself(rule: CompiledRule, { path, ...request }: RuleRequest): boolean {
  const paths = path === '/' ? [path] : [path, path.endsWith('/') ? path.slice(0, -1) : `${path}/`];
  return paths.every((one) => rule.leadsToItself({ ...request, path: one, query: request.query || 'a' }));
}

/** Most long lists lead to other hosts of which nothing is known. */
function mayComeBack({ rule }: CompiledRule, { host, hosts }: RulesContext): boolean {
  if (!('redirect' in rule.then)) return false;
  const hostname = targetHostname(rule.then.redirect.to);
  return hostname === '' || hostname === host || hosts?.has(hostname) === true;
}

/** Where the account's other hosts redirect, as far as records decide it. Source: docs/reference/replay.md ("How a request is replayed"). */
import { type RedirectRoute, redirectionBy } from '../core/redirect-route.ts';
import { CompiledRules } from '../rules/compile-rules.ts';
import { firstAnswer, type RedirectionOf } from '../rules/follow-redirects.ts';
import type { Rule } from '../rules/rule.ts';
import { unrecordedOf } from './rule-facts.ts';

type OtherHost = {
  readonly host: string;
  readonly rules: readonly Rule[];
  readonly redirect: RedirectRoute | undefined;
};

/** Rules with conditions that aren't recorded don't act. */
export function followOtherHosts(hosts: readonly OtherHost[]): {
  readonly redirectionOf: RedirectionOf;
  readonly otherRules: readonly (readonly Rule[])[];
} {
  const byHost = new Map(
    hosts.map(({ host, rules, redirect }) => {
      const compiled = new CompiledRules(rules, ({ rule }) => unrecordedOf(rule.if).length === 0);
      return [host, { compiled, redirect }];
    }),
  );
  const redirectionOf: RedirectionOf = (host, request) => {
    const other = byHost.get(host);
    if (!other) return undefined;
    const rule = firstAnswer(other.compiled, request);
    if (rule && !('pass' in rule.rule.then)) return rule.redirection(request);
    return other.redirect && redirectionBy(other.redirect, request.path, request.query);
  };
  return { redirectionOf, otherRules: hosts.map(({ rules }) => rules) };
}

/** Where other hosts of an account redirect. Source: docs/reference/rules.md ("Circles"). */
import { type RedirectRoute, redirectionFor } from '../core/redirect-route.ts';
import { CompiledRules } from './compile-rules.ts';
import type { CompiledRule } from './compiled-rule.ts';
import { firstAnswer, type RedirectionOf } from './follow-redirects.ts';
import type { Rule } from './rule.ts';

export type OtherHost = {
  readonly host: string;
  readonly rules: readonly Rule[];
  /** Undefined: it has none, or one that is paused. */
  readonly redirect: RedirectRoute | undefined;
};

export class OtherHosts {
  readonly #hosts: ReadonlyMap<
    string,
    { readonly rules: CompiledRules; readonly redirect: RedirectRoute | undefined }
  >;

  /** Rules that aren't of interest don't act. */
  constructor(hosts: readonly OtherHost[], isOfInterest?: (rule: CompiledRule) => boolean) {
    this.#hosts = new Map(
      hosts.map(({ host, rules, redirect }) => [
        host,
        { rules: CompiledRules.of(rules, isOfInterest), redirect },
      ]),
    );
  }

  has(host: string): boolean {
    return this.#hosts.has(host);
  }

  readonly redirectionOf: RedirectionOf = (host, request, steps) => {
    const known = this.#hosts.get(host);
    if (!known) return undefined;
    const rule = firstAnswer(known.rules, request, steps);
    if (rule && rule.kind.ending !== 'hands_over') return rule.redirection(request);
    return redirectionFor(known.redirect, request);
  };
}

/**
 * Decides what a list of rules would have done with a recorded request. Source: docs/reference/replay.md ("How a request is
 * replayed", "What isn't recorded").
 */
import { botClassOf } from '../analytics/lookup/bot-class.ts';
import type { BotClass } from '../core/bot-classes.ts';
import type { BotVerified } from '../core/bot-verified.ts';
import { challengePath } from '../core/challenge-paths.ts';
import { authorityEnd } from '../core/own-url.ts';
import { recordedPath, withoutQuery } from '../core/recorded-path.ts';
import { type RedirectRoute, redirectionBy, redirectionFor } from '../core/redirect-route.ts';
import { slugOf } from '../core/slug.ts';
import type { Redirection } from '../rules/actions/action.ts';
import { kindOf, nameOf } from '../rules/actions/actions.ts';
import { CompiledRules } from '../rules/compile-rules.ts';
import { CompiledRule } from '../rules/compiled-rule.ts';
import { endsInCircle, type RedirectionOf } from '../rules/follow-redirects.ts';
import type { OtherHosts } from '../rules/other-hosts.ts';
import { answeredBy, type RecordedAnswer } from '../rules/recorded-answer.ts';
import type { Rule } from '../rules/rule.ts';
import type { RuleDevice, RuleRequest } from '../rules/rule-request.ts';
import { Steps } from '../rules/steps.ts';
import type { KnownRules } from './known-rules.ts';
import type { Outcome } from './outcome.ts';
import { recordedPart, unrecordedOf } from './rule-facts.ts';

/** Something about a rule that records don't tell. `rule` is its place, from 0. */
export type NotReplayable = { readonly rule: number; readonly condition: string };

const nobody: ReadonlySet<string> = new Set();
/** Of requests that were refused before rules were looked at. */
const failuresBeforeRules: ReadonlySet<string> = new Set(['client_certificate_required', 'misdirected']);

/** What there is beside the rules that are replayed. */
export type ReplayedHost = {
  readonly host: string;
  /** The host's, if it is active. */
  readonly redirect: RedirectRoute | undefined;
  readonly hasDomain: boolean;
  /** Of the account. */
  readonly others: OtherHosts;
};

/** What is known of a request. */
export type ReplayedRequest = {
  readonly path: string;
  readonly method: string;
  readonly country: string;
  readonly device: RuleDevice | '';
  /** Names. */
  readonly system: string;
  readonly browser: string;
  readonly bot: string;
  /** '' if no rule asks for it. */
  readonly botVerified: BotVerified | '';
  readonly atMs: number;
};

export class ReplayedRules {
  readonly notReplayable: readonly NotReplayable[];
  readonly #host: ReplayedHost;
  readonly #known: KnownRules;
  readonly #rules: readonly Rule[];
  /** Without the conditions that aren't recorded. */
  readonly #compiled: CompiledRules;
  /** Of rules that records don't decide: what those are called that the present rules have as well. */
  readonly #undecided = new Map<number, ReadonlySet<string>>();
  /** By place: what present rules with the same action are called, once it was needed. */
  readonly #sameAction: (ReadonlySet<string> | undefined)[] = [];
  readonly #request = new Request();
  /** The rule that the record of the request under way names. */
  #recordedRule = '';
  /** Whether a rule that might act on it, or on the way of its redirects, was left out. */
  #isUncertain = false;

  /** Takes rules that were checked. */
  constructor(rules: readonly Rule[], known: KnownRules, host: ReplayedHost) {
    this.#host = host;
    this.#known = known;
    this.#rules = rules;
    const notReplayable: NotReplayable[] = [];
    const compiled = rules.map((rule, index) => {
      const unrecorded = unrecordedOf(rule.if);
      const { ending, stops } = kindOf(rule.then);
      // It answers some requests only, and records don't tell which.
      const letting = stops === undefined ? [] : [nameOf(rule.then)];
      for (const condition of rule.active ? [...unrecorded, ...letting] : [])
        notReplayable.push({ rule: index, condition });
      if (stops !== undefined) this.#undecided.set(index, known.withActionOf(rule));
      else if (unrecorded.length > 0)
        // Records don't name rules that pass.
        this.#undecided.set(index, ending === 'hands_over' ? nobody : known.withConditionsOf(rule));
      return new CompiledRule({ ...rule, ...(rule.if && { if: recordedPart(rule.if) }) }, index);
    });
    this.notReplayable = notReplayable;
    this.#compiled = CompiledRules.of(compiled);
  }

  /** What would answer the request. `isUncertain`: a rule might act instead of which records don't tell whether it does. */
  decide(asked: ReplayedRequest, recorded: RecordedAnswer): { outcome: Outcome; isUncertain: boolean } {
    // The edge answers it itself.
    const isBeforeRules = failuresBeforeRules.has(recorded.failure);
    if (asked.path === '*' || asked.path === challengePath || isBeforeRules)
      return { outcome: { kind: 'as_recorded', rule: -1 }, isUncertain: false };
    const request = this.#request.of(asked);
    this.#recordedRule = recorded.rule;
    this.#isUncertain = false;
    const steps = new Steps();
    const walk = this.#compiled.walk(request, steps);
    let rule = walk.next();
    for (; rule !== undefined; rule = walk.next()) {
      const { ending, stops, isSecure } = rule.kind;
      if (ending === 'goes_on' && stops === undefined) continue;
      if (this.#undecided.get(rule.index)?.size === 0) this.#isUncertain = true;
      if (this.#stoppedAt(rule, recorded)) return this.#decided({ kind: 'as_recorded', rule: rule.index });
      if (ending === 'goes_on') continue;
      if (!this.#acts(rule)) {
        // What was redirected to HTTPS first has no rule in its record.
        const isUnnamed = isSecure === true && this.#wasUpgraded(recorded);
        if (isUnnamed || this.#known.isShared(recorded.rule)) this.#isUncertain = true;
        continue;
      }
      if (ending === 'hands_over') break;
      if (this.#leadsToItself(rule, request, recorded)) continue;
      return this.#decided(this.#outcomeOf(rule, request, recorded, steps));
    }
    if (walk.isSpent) return this.#decided({ kind: 'too_expensive', rule: -1 });
    return this.#decided(this.#afterRules(rule?.index ?? -1, request, recorded, steps));
  }

  #decided(outcome: Outcome): { outcome: Outcome; isUncertain: boolean } {
    return { outcome, isUncertain: this.#isUncertain };
  }

  /** Whether a rule for which everything that is recorded holds acts on the request under way. */
  #acts({ index }: CompiledRule): boolean {
    const labels = this.#undecided.get(index);
    return labels === undefined || labels.has(this.#recordedRule);
  }

  /** Whether the record says that this rule, which lets most requests pass, did not let this one pass. */
  #stoppedAt({ index, kind: { stops, isSecure } }: CompiledRule, recorded: RecordedAnswer): boolean {
    if (stops === undefined) return false;
    const { by, failure, rule } = recorded;
    // Clear text is redirected to HTTPS before a password is asked for.
    if (isSecure && this.#wasUpgraded(recorded)) return true;
    return (
      by === answeredBy.rule && this.#undecided.get(index)?.has(rule) === true && failure === stops.failure
    );
  }

  /** Whether the rule would redirect the request to its own URL, and therefore doesn't act. */
  #leadsToItself(rule: CompiledRule, request: Request, recorded: RecordedAnswer): boolean {
    const { then } = rule.rule;
    if (!('redirect' in then) || this.#undecided.has(rule.index)) return false;
    const redirection = rule.redirection(request);
    if (redirection === undefined || !this.#isOwnPath(redirection, request.path)) return false;
    // Neither scheme nor query are recorded: where they count, the record of a rule that was there says what it did.
    if (then.redirect.query && redirection.location === request.path) return true;
    if (wasLedBy(redirection, recorded)) return false;
    if (this.#known.hasActionOf(rule.rule)) return recorded.failure !== 'redirect_loop';
    this.#isUncertain = true;
    return true;
  }

  /** Whether a redirect leads to the same host and path. */
  #isOwnPath({ location }: Redirection, path: string): boolean {
    const target = withoutQuery(location);
    if (target.startsWith('/')) return [path, `/.${path}`].includes(recordedPath(target));
    const end = authorityEnd(target);
    const isOwnHost = /^https?:\/\/([^/:]+?)\.?$/.exec(target.slice(0, end))?.[1] === this.#host.host;
    return isOwnHost && recordedPath(target.slice(end)) === path;
  }

  #outcomeOf(rule: CompiledRule, request: Request, recorded: RecordedAnswer, steps: Steps): Outcome {
    const { index } = rule;
    const rehearsed = rule.rehearse({
      labels: () => this.#sameActionAs(rule),
      wasUpgraded: () => this.#wasUpgraded(recorded),
    });
    if (rehearsed === 'redirected') return this.#redirect(rule, request, recorded, steps);
    if (rehearsed === 'as_recorded') return { kind: 'as_recorded', rule: index };
    return { kind: 'acted', rule: index, rehearsed };
  }

  #redirect(rule: CompiledRule, request: Request, recorded: RecordedAnswer, steps: Steps): Outcome {
    const { index } = rule;
    // What its query filled in isn't recorded, but where it led is.
    if (this.#undecided.has(index) && this.#sameActionAs(rule).has(recorded.rule))
      return { kind: 'as_recorded', rule: index };
    const redirection = rule.redirection(request);
    if (redirection === undefined) return this.#afterRules(index, request, recorded, steps);
    if (redirection.location === '') return { kind: 'too_long', rule: index };
    if (this.#endsInCircle(request, redirection, steps)) return { kind: 'circle', rule: index };
    const { location, status } = redirection;
    return { kind: 'redirect', rule: index, status, target: recordedPath(withoutQuery(location)) };
  }

  /** The host's redirect, then its custom domain. */
  #afterRules(rule: number, request: Request, recorded: RecordedAnswer, steps: Steps): Outcome {
    const { path } = request;
    const { redirect, hasDomain } = this.#host;
    const redirection = redirect && redirectionBy(redirect, path, '');
    const isOther =
      redirection &&
      (!this.#isOwnPath(redirection, path) || wasLedBy(redirection, recorded) || wasCircle(recorded));
    if (!isOther) return { kind: hasDomain ? 'host' : 'unmatched', rule };
    if (this.#endsInCircle(request, redirection, steps)) return { kind: 'circle', rule };
    const { location, status } = redirection;
    return { kind: 'redirect', rule, status, target: recordedPath(withoutQuery(location)) };
  }

  #endsInCircle(request: Request, redirection: Redirection, steps: Steps): boolean {
    return endsInCircle(`https://${this.#host.host}`, request, redirection, this.#redirectionOf, steps);
  }

  readonly #redirectionOf: RedirectionOf = (host, request, steps) => {
    if (host !== this.#host.host) return this.#host.others.redirectionOf(host, request, steps);
    const walk = this.#compiled.walk(request, steps);
    let rule = walk.next();
    for (; rule !== undefined; rule = walk.next()) {
      if (rule.kind.ending === 'goes_on') continue;
      if (this.#acts(rule)) break;
      this.#isUncertain = true;
    }
    if (walk.isSpent) return undefined;
    if (rule && rule.kind.ending !== 'hands_over') return rule.redirection(request);
    return redirectionFor(this.#host.redirect, request);
  };

  #sameActionAs({ index, rule }: CompiledRule): ReadonlySet<string> {
    return (this.#sameAction[index] ??= this.#known.withActionOf(this.#rules[index] ?? rule));
  }

  #wasUpgraded({ by, target }: RecordedAnswer): boolean {
    const secure = `https://${this.#host.host}`;
    return by === answeredBy.host && target.startsWith(secure) && /^[:/]/.test(target.slice(secure.length));
  }
}

/** Whether a record says that the request was redirected like that. */
function wasLedBy({ location, status }: Redirection, recorded: RecordedAnswer): boolean {
  return recorded.status === status && recorded.target === recordedPath(withoutQuery(location));
}

/** Whether the host's redirect would have led the request in a circle. */
function wasCircle({ by, failure }: RecordedAnswer): boolean {
  return by === answeredBy.redirect && failure === 'redirect_loop';
}

/** One for all requests: nothing keeps it. */
class Request implements RuleRequest {
  path = '';
  method = '';
  country = '';
  device: RuleDevice | '' = '';
  #systemName = '';
  #browserName = '';
  botName = '';
  botVerified: BotVerified = 'none';
  nowMs = 0;
  // Not recorded, so rules don't compare a Location with the request's own URL.
  readonly origin = '';
  // Rules that want these are compiled without that.
  readonly query = '';
  readonly language = '';
  readonly clientAddress = '';
  readonly clientFingerprint = '';
  readonly visitorShare = 0;

  get botClass(): BotClass | '' {
    return botClassOf(this.botName);
  }

  get system(): string {
    return slugOf(this.#systemName);
  }

  get browser(): string {
    return slugOf(this.#browserName);
  }

  of({ path, method, country, device, system, browser, bot, botVerified, atMs }: ReplayedRequest): this {
    this.path = path;
    this.method = method;
    this.country = country;
    this.device = device;
    this.#systemName = system;
    this.#browserName = browser;
    this.botName = bot;
    this.botVerified = botVerified || 'none';
    this.nowMs = atMs;
    return this;
  }
}

/** Follows redirects as a browser would, to find those that never end. Source: docs/reference/rules.md ("Circles"). */

import type { BotClass } from '../core/bot-classes.ts';
import type { CrawlerVerdict } from '../core/bot-verified.ts';
import { authorityEnd } from '../core/own-url.ts';
import { parseUrl } from '../core/url.ts';
import type { Redirection } from './actions/action.ts';
import type { CompiledRules } from './compile-rules.ts';
import { answers, type CompiledRule } from './compiled-rule.ts';
import type { RuleDevice, RuleRequest } from './rule-request.ts';
import { hopSteps, readingByteSteps, Steps } from './steps.ts';

/** Chromium and Firefox follow no more. */
export const maxRedirects = 20;

/** Where a host redirects a request; undefined if it doesn't, or nothing is known of the host, or the steps are spent. */
export type RedirectionOf = (host: string, request: RuleRequest, steps: Steps) => Redirection | undefined;

/** The rule that answers or ends the list, as if clients had passed every password and no limit was reached. */
export function firstAnswer(
  rules: CompiledRules,
  request: RuleRequest,
  steps?: Steps,
): CompiledRule | undefined {
  const walk = rules.walk(request, steps);
  let rule = walk.next();
  while (rule !== undefined && !answers(rule.rule.then)) rule = walk.next();
  return rule;
}

/**
 * Whether the same visitor who follows a redirection of this request is redirected on and on: back to where they were
 * before, or more than 20 times. A way that spends the steps is none: what it has reached is where it leads. `origin` is the request's.
 */
export function endsInCircle(
  origin: string,
  request: RuleRequest,
  redirection: Redirection,
  redirectionOf: RedirectionOf,
  steps: Steps = new Steps(),
): boolean {
  const authority = authorityOf(origin);
  let current = origin;
  let host = hostOf(authority);
  let method = request.method;
  let next = redirection;
  for (let count = 1; count <= maxRedirects; count++) {
    const { location, status } = next;
    steps.used += hopSteps + location.length * readingByteSteps;
    if (location === '' || steps.isSpent) return false;
    const end = location.startsWith('/') ? 0 : authorityEnd(location);
    if (end > 0 && !(end === current.length && location.startsWith(current))) {
      current = location.slice(0, end);
      const named = authorityOf(current);
      host = hostOf(named);
      // Another port is another server, as far as is known here.
      if (portStart(named) < named.length && named !== authority) return false;
    }
    method = methodAfter(status, method);
    const following = redirectionOf(
      host,
      new FollowedRequest(request, method, current, location.slice(end)),
      steps,
    );
    if (following === undefined) return false;
    next = following;
  }
  return true;
}

/** The same visitor's request for a Location. */
class FollowedRequest implements RuleRequest {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly query: string;
  readonly #first: RuleRequest;

  /** `target` is the Location without its origin. */
  constructor(first: RuleRequest, method: string, origin: string, target: string) {
    this.#first = first;
    this.method = method;
    this.origin = origin;
    const fragment = target.indexOf('#');
    const end = fragment < 0 ? target.length : fragment;
    const mark = target.indexOf('?');
    const pathEnd = mark < 0 || mark > end ? end : mark;
    this.path = withoutDots(target.slice(0, pathEnd));
    this.query = pathEnd < end ? target.slice(pathEnd + 1, end) : '';
  }

  get country(): string {
    return this.#first.country;
  }
  get language(): string {
    return this.#first.language;
  }
  get device(): RuleDevice | '' {
    return this.#first.device;
  }
  get system(): string {
    return this.#first.system;
  }
  get browser(): string {
    return this.#first.browser;
  }
  get botName(): string {
    return this.#first.botName;
  }
  get botClass(): BotClass | '' {
    return this.#first.botClass;
  }
  get botVerified(): CrawlerVerdict {
    return this.#first.botVerified;
  }
  get clientAddress(): string {
    return this.#first.clientAddress;
  }
  get clientFingerprint(): string {
    return this.#first.clientFingerprint;
  }
  get visitorShare(): number {
    return this.#first.visitorShare;
  }
  get nowMs(): number {
    return this.#first.nowMs;
  }
}

/** Browsers repeat a request of other methods as GET (RFC 9110 section 15.4), except after 307 and 308. */
function methodAfter(status: number, method: string): string {
  return status === 307 || status === 308 || method === 'HEAD' ? method : 'GET';
}

/** Clients remove segments of dots before they send a request (RFC 3986 section 5.2.4). */
function withoutDots(path: string): string {
  if (!path.includes('/.') && !path.includes('/%2') && !path.includes('\\')) return path === '' ? '/' : path;
  return parseUrl(`http://host.invalid${path}`)?.pathname ?? path;
}

function authorityOf(origin: string): string {
  return origin.slice(origin.indexOf('://') + 3);
}

function hostOf(authority: string): string {
  const host = authority.slice(0, portStart(authority));
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

/** Where the colon before the port is; the length if there is none. */
function portStart(authority: string): number {
  const colon = authority.lastIndexOf(':');
  return colon < 0 || authority.endsWith(']') ? authority.length : colon;
}

/**
 * What an action of rules is: everything of it stands in one file beside this one, and `actions.ts` lists them.
 * Source: docs/reference/rules.md ("Actions").
 */
import type { RecordedAnswer } from '../recorded-answer.ts';
import type { RuleRequest } from '../rule-request.ts';

export type ActionKind<Value = unknown> = {
  /**
   * What becomes of the rules after it: `answers` and `hands_over`, to the host's redirect and custom domain, end the list; with
   * `goes_on` the next rules look.
   */
  readonly ending: 'answers' | 'hands_over' | 'goes_on';
  /** Whether it keeps requests away from what the host serves. */
  readonly protects: boolean;
  /** Whether requests in clear text are redirected to HTTPS first. */
  readonly isSecure?: true;
  /** What it stops some requests with, where it goes on: the failure in their records, and what doesn't tell which ones. */
  readonly stops?: { readonly failure: RuleFailure; readonly unrecorded: string };
  /** Of its value, for the API's document. */
  readonly schema: object;
  readonly words: ActionWords;
  /** Its fields in the dashboard's form, in order. */
  readonly form: readonly FormField[];
  /** Reads what `place` has; throws a refusal. */
  read(value: unknown, place: string, context: ReadingContext): Value;
  /** What it takes in steps to do it and go on, beside trying the rule. */
  cost?(value: Value): number;
  /** In a few words, for a terminal. */
  summarize(value: Value): string;
  /** A sentence without its full stop: `Redirects to /new with 301`. */
  describe(value: Value, say: Say): string;
  /** Does it at the edge, which supplies the facts about the request and what can be done with it. */
  act(value: Value, edge: ActingEdge): void;
  /** What it would have done with a request that was recorded; of those that answer. */
  rehearse?(value: Value, replayed: ReplayedRule): Rehearsed;
};

export type ActionWords = {
  readonly label: string;
  readonly hint: string;
  /** What it does with a request that goes on: `counts it. Below the limit, it goes on:`. By default what `describe` says. */
  readonly passed?: string;
};

/** A field of the form; `name` is the attribute of the action. Text between backticks in `hint` is code. */
export type FormField = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Whether the next field stands beside it. */
  readonly isBesideNext?: true;
} & (
  | {
      readonly kind: 'text' | 'number';
      readonly initial: string;
      readonly placeholder?: string;
      /** Left out of the rule when it is empty. */
      readonly isOptional?: true;
      readonly isRequired?: true;
      readonly inputMode?: 'url' | 'numeric';
      readonly isPlain?: true;
    }
  | { readonly kind: 'area'; readonly initial: string; readonly rows: number }
  | { readonly kind: 'flag'; readonly initial: boolean }
  | {
      readonly kind: 'choice';
      readonly initial: string | number;
      readonly choices: readonly { readonly value: string | number; readonly label: string }[];
    }
  | { readonly kind: 'upstream'; readonly initial: '' }
  | { readonly kind: 'users' }
  | { readonly kind: 'fields' }
);

/** What an action may need beside its own value while it is read. */
export type ReadingContext = {
  /** What the rule's placeholders are called. */
  readonly placeholders: readonly string[];
  /** The hash of a user's password in the list that is replaced. */
  readonly passwordHashOf: (realm: string, name: string) => string | undefined;
};

/** How values are said where the sentence is shown. */
export type Say = {
  /** Undefined while it isn't known. */
  readonly upstream: (uuid: string) => string | undefined;
  /** `1,000 users`. */
  readonly counted: (count: number, noun: string) => string;
  /** `a, b, c and 4 more`. */
  readonly listed: (items: readonly string[]) => string;
  readonly bytes: (value: number) => string;
};

/** What an action that answers would have done with a request. */
export type Rehearsed =
  /** The request is redirected, and where to is for the conditions and the host to say. */
  | 'redirected'
  /** What the record says. */
  | 'as_recorded'
  | {
      /** `blocked 403`, `proxied by rule shop`. */
      readonly words: string;
      readonly isBlocked?: true;
      /** Whether that is what was recorded. */
      readonly isRecorded: (recorded: RecordedAnswer) => boolean;
    };

/** A rule as a replay knows it, with the request under way. */
export interface ReplayedRule {
  readonly label: string;
  /** What the present rules that do the same are called. */
  readonly labels: () => ReadonlySet<string>;
  /** Whether the request was redirected to HTTPS. */
  readonly wasUpgraded: () => boolean;
}

/** Why a rule did not let a client have what it asked for. */
export type RuleFailure =
  | 'blocked'
  /** The name or the password was missing or wrong. */
  | 'login_required'
  | 'rate_limited'
  /** A visitor has yet to answer a challenge. */
  | 'challenge_required'
  /** The Location that the rule makes of this request. */
  | 'location_too_long'
  /** The rule, or a redirect, leads back to the same address. */
  | 'redirect_loop';

/** Where a request is sent. `location` is '' where it would be too long. */
export type Redirection = { readonly location: string; readonly status: number };

export type RequestLimit = { readonly requests: number; readonly seconds: number };

/** Stored with hashes, shown without either. */
export type BasicAuthUser = {
  readonly name: string;
  readonly password?: string;
  readonly password_hash?: string;
};

/** `wait`: seconds until the client may try again. `busy`: too many passwords are being checked. */
export type AuthOutcome = 'passed' | 'refused' | 'busy' | { readonly wait: number };

/** Null removes a field. */
export type FieldValues = Readonly<Record<string, string | null>>;

/** What the edge answers for a rule. */
export type RuleAnswer = {
  readonly status: number;
  /** For people, as plain text; it isn't kept in caches. Without it, `body` is the answer. */
  readonly sentence?: string;
  /** Field lines, each ending in CR LF. */
  readonly fields?: string;
  readonly body?: string;
  readonly failure?: RuleFailure;
  /** Of a redirect. */
  readonly location?: string;
};

/** What can be done at the edge with a request for which a rule holds. */
export interface ActingEdge {
  readonly request: RuleRequest;
  /** Where the rule redirects the request; undefined if it can't. */
  redirection(): Redirection | undefined;
  /** Whether a visitor who follows it is redirected on and on. */
  isCircle(redirection: Redirection): boolean;
  answer(answer: RuleAnswer): void;
  /** The same, with the domain's page for the status if it has one. */
  answerWithPage(answer: RuleAnswer): void;
  /** Has the host's redirect and custom domain answer. */
  handOver(): void;
  /** Has the next rules look, at once or later. */
  goOn(): void;
  edit(request: FieldValues | undefined, response: FieldValues | undefined): void;
  /** Acts on a request over HTTPS; one in clear text is redirected, where the host has a certificate that browsers trust. */
  whenSecure(act: () => void): void;
  /** Counts the request; 0 while it is within the limit, or else how many seconds to wait. */
  countRequest(limit: RequestLimit): number | Promise<number>;
  /** Checks the request's credentials. */
  checkPassword(users: readonly BasicAuthUser[]): AuthOutcome | Promise<AuthOutcome>;
  /** Whether the request is exempt from challenges, a verified crawler's, or of a visitor who has answered one: decided once for all rules. */
  passesChallenge(isExempt: (request: RuleRequest) => boolean): boolean;
  /** Answers with one. */
  challenge(): void;
  knowsUpstream(uuid: string): boolean;
  /** Has an upstream answer that is known. */
  proxy(upstreamUuid: string, path: string, keepsHost: boolean): void;
}

/** Calls `then` with what is there already, or is later. */
export function whenKnown<Value>(value: Value | Promise<Value>, then: (value: Value) => void): void {
  if (value instanceof Promise) void value.then(then);
  else then(value);
}

/** The answer to a client that has to wait. */
export function tooMany(failure: RuleFailure, sentence: string, waitSeconds: number): RuleAnswer {
  return { status: 429, sentence, fields: `Retry-After: ${waitSeconds}\r\n`, failure };
}

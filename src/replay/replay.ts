/**
 * Counts what rules would have done with the requests recorded for a host. Source: docs/reference/replay.md.
 *
 * The store groups requests that are alike, and the groups are replayed block by block, so that neither needs memory for all
 * requests. After every few milliseconds of work, others get a turn.
 */
import { setImmediate } from 'node:timers/promises';
import { maxReportSeconds } from '../analytics/engine/engine.ts';
import type { DateRange } from '../core/date-range.ts';
import { ServiceError } from '../core/errors.ts';
import { type OtherHost, OtherHosts } from '../rules/other-hosts.ts';
import type { RecordedAnswer } from '../rules/recorded-answer.ts';
import type { Rule } from '../rules/rule.ts';
import { KnownRules } from './known-rules.ts';
import { describeOutcome, describeRecorded, isAsRecorded, type Outcome } from './outcome.ts';
import { groupsStatement, type RecordedGroup } from './recorded-request.ts';
import { type NotReplayable, type ReplayedHost, ReplayedRules } from './replayed-rules.ts';
import { factsOf, unrecordedOf } from './rule-facts.ts';
import { type Sample, Samples } from './samples.ts';

/** A replay in which requests are yet to come. */
export type Replay = {
  readonly range: DateRange;
  /** Checked. */
  readonly rules: readonly Rule[];
  /** The host's rules as they are now. */
  readonly present: readonly Rule[];
  readonly host: Omit<ReplayedHost, 'others'>;
  /** Other hosts of the account, that redirects are followed through. */
  readonly others: readonly OtherHost[];
};

/** Requests by what would have become of them. */
export type ReplayCounts = {
  requests: number;
  /** Those that would be answered by something else than they were. */
  changed: number;
  blocked: number;
  circles: number;
  unmatched: number;
  /** Those that a rule might have answered of which records don't tell whether it held. */
  uncertain: number;
};

export type ReplayAnswer = ReplayCounts & {
  /** By the place of the rule: requests that it decides about. */
  readonly byRule: Float64Array;
  readonly samples: readonly Sample[];
  readonly notReplayable: readonly NotReplayable[];
};

/** The time or memory that one replay may have is spent. */
export function replayTooExpensive(): ServiceError {
  return new ServiceError(
    'query_too_expensive',
    'replaying these rules takes more time or memory than one may have; shorten the range from `from` to `to`',
  );
}

const turnMs = 8;

export class RulesReplay {
  /** Reads the groups of recorded requests that {@link add} takes: see groupsStatement. */
  readonly statement: string;
  readonly #tally: Tally;
  readonly #signal: AbortSignal | undefined;
  /** Since the first groups: what waits for a place in the store takes none of the time. */
  #deadline: number | undefined;

  private constructor(statement: string, tally: Tally, signal: AbortSignal | undefined) {
    this.statement = statement;
    this.#tally = tally;
    this.#signal = signal;
  }

  /** `signal`: aborted when nobody waits for the answer any more. */
  static async begin(
    { range, rules, present, host, others }: Replay,
    signal?: AbortSignal,
  ): Promise<RulesReplay> {
    const known = new KnownRules(present);
    await setImmediate();
    const replayed = new ReplayedRules(rules, known, {
      ...host,
      // Rules that ask for what isn't recorded don't act.
      others: new OtherHosts(others, ({ rule }) => unrecordedOf(rule.if).length === 0),
    });
    await setImmediate();
    signal?.throwIfAborted();
    const facts = factsOf([rules, ...others.map((other) => other.rules)]);
    const statement = groupsStatement(host.host, range, facts);
    return new RulesReplay(statement, new Tally(replayed, rules.length), signal);
  }

  /** Errors: `query_too_expensive` when it takes longer than {@link maxReportSeconds}. */
  async add(groups: readonly RecordedGroup[]): Promise<void> {
    this.#deadline ??= performance.now() + maxReportSeconds * 1000;
    let turnEnds = performance.now() + turnMs;
    for (const group of groups) {
      this.#tally.add(group);
      const now = performance.now();
      if (now < turnEnds) continue;
      if (now > this.#deadline) throw replayTooExpensive();
      await setImmediate();
      this.#signal?.throwIfAborted();
      turnEnds = performance.now() + turnMs;
    }
  }

  answer(): ReplayAnswer {
    return this.#tally.answer();
  }
}

class Tally {
  readonly #replayed: ReplayedRules;
  readonly #counts: ReplayCounts = {
    requests: 0,
    changed: 0,
    blocked: 0,
    circles: 0,
    unmatched: 0,
    uncertain: 0,
  };
  readonly #byRule: Float64Array;
  readonly #samples = new Samples();

  constructor(replayed: ReplayedRules, ruleCount: number) {
    this.#replayed = replayed;
    this.#byRule = new Float64Array(ruleCount);
  }

  add([
    path,
    method,
    country,
    device,
    system,
    browser,
    bot,
    botVerified,
    atMs,
    by,
    status,
    rule,
    target,
    failure,
    requests,
  ]: RecordedGroup): void {
    const counts = this.#counts;
    counts.requests += requests;
    if (path === '') {
      // Too little was recorded.
      counts.uncertain += requests;
      return;
    }
    const recorded = { by, status, rule, target, failure };
    const { outcome, isUncertain } = this.#replayed.decide(
      { path, method, country, device, system, browser, bot, botVerified, atMs },
      recorded,
    );
    if (isUncertain) counts.uncertain += requests;
    const count = countOf(outcome, recorded);
    if (count !== undefined) counts[count] += requests;
    if (outcome.rule >= 0) this.#byRule[outcome.rule] = (this.#byRule[outcome.rule] ?? 0) + requests;
    if (isAsRecorded(outcome, recorded)) return;
    counts.changed += requests;
    const before = describeRecorded(recorded);
    const after = describeOutcome(outcome, recorded);
    // A rule of the same name that does something else.
    this.#samples.add(path, before, before === after ? `${after}, changed` : after, requests);
  }

  answer(): ReplayAnswer {
    return {
      ...this.#counts,
      byRule: this.#byRule,
      samples: this.#samples.list(),
      notReplayable: this.#replayed.notReplayable,
    };
  }
}

/** What an outcome counts as, besides `changed`. */
function countOf(
  outcome: Outcome,
  { failure }: RecordedAnswer,
): 'blocked' | 'circles' | 'unmatched' | undefined {
  const { kind } = outcome;
  if (kind === 'acted') return outcome.rehearsed.isBlocked ? 'blocked' : undefined;
  if (kind === 'unmatched') return 'unmatched';
  return kind === 'circle' || (kind === 'as_recorded' && failure === 'redirect_loop') ? 'circles' : undefined;
}

/**
 * Decides about names that nothing is served on. Source: docs/reference/ask.md.
 *
 * A name goes through: waiting (1,000 at most; whoever wants it meanwhile waits for the same) → looked up in the store and in DNS, a
 * hundred a second, as its network's turn comes (name-queue.ts), or given up for another network's name → waiting for its turn in
 * rates.ts → asked → added, or left alone: for ten minutes after a no, for one otherwise.
 */
import type { Clock } from '../../core/clock.ts';
import { Deferred } from '../../core/deferred.ts';
import { FairPool } from '../../core/fair-pool.ts';
import { parseHostname } from '../../core/hostname.ts';
import { registeredDomainOf } from '../../core/registered-domain.ts';
import { minuteMs, secondMs } from '../../core/time.ts';
import type { Added } from './add-host.ts';
import type { AskAnswer } from './answer.ts';
import { NameQueue } from './name-queue.ts';
import { AskRates, Pace } from './rates.ts';

export type AskOutcome = 'yes' | 'no' | 'undecided';

export type UnknownNamesOptions = {
  /** That are never asked for. */
  readonly ownHosts: ReadonlySet<string>;
  readonly hosts: {
    readonly has: (host: string) => Promise<boolean>;
    readonly add: (
      host: string,
      answer: Extract<AskAnswer, { readonly kind: 'domain' | 'redirect' }>,
    ) => Promise<Added>;
  };
  /** Whether its DNS records lead to the edge. */
  readonly leadsHere: (host: string, signal: AbortSignal) => Promise<boolean>;
  readonly ask: (host: string, signal: AbortSignal) => Promise<AskAnswer>;
  /** Makes the edge serve what was added; called with the host. */
  readonly onAdded: (host: string) => Promise<void>;
  readonly logger: {
    readonly info: (details: object, text: string) => void;
    readonly warn: (details: object, text: string) => void;
  };
  /** Monotonic. */
  readonly clock?: Clock;
  /** Resolves after so many milliseconds, or rejects when aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

export type AskedLately = {
  /** In the last 15 minutes. */
  readonly decided: number;
  readonly undecided: number;
  /** At once, since the last call. */
  readonly mostWaiting: number;
};

const maxWaiting = 1_000;
const checksAtOnce = 16;
const checksPerSecond = 100;
const noForMs = 10 * minuteMs;
const otherwiseForMs = minuteMs;
const maxLeftAlone = 10_000;
const latelyMs = 15 * minuteMs;
/** Of 15 minutes there are at most 9,010. */
const maxOutcomes = 10_000;
const warnEveryMs = 10 * secondMs;

export class UnknownNames implements AsyncDisposable {
  readonly counts: Record<AskOutcome, number> = { yes: 0, no: 0, undecided: 0 };
  readonly #options: UnknownNamesOptions;
  readonly #clock: Clock;
  readonly #rates = new AskRates();
  readonly #checkPace = new Pace(checksPerSecond, secondMs / checksPerSecond);
  readonly #checks = new FairPool(checksAtOnce);
  /** Those that aren't being looked up yet. */
  readonly #queue = new NameQueue();
  readonly #waiting = new Map<string, Deferred>();
  /** Until when. */
  readonly #leftAlone = new Map<string, number>();
  #outcomes: { readonly at: number; readonly isDecided: boolean }[] = [];
  #mostWaiting = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;
  readonly #stop = new AbortController();

  constructor(options: UnknownNamesOptions) {
    this.#options = options;
    this.#clock = options.clock ?? { now: () => performance.now() };
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Resolves when the name is decided, and served if that was added. Never rejects. `network`: of the client; '' is not known. */
  find(host: string, network: string): Promise<void> {
    const waiting = this.#waiting.get(host);
    if (waiting) return waiting.promise;
    const name = parseHostname(host);
    if (!name.ok || name.host !== host || this.#options.ownHosts.has(host)) return Promise.resolve();
    const now = this.#clock.now();
    const isLeftAlone =
      now < (this.#leftAlone.get(host) ?? 0) || this.#rates.isSpent(registeredDomainOf(host), now);
    if (isLeftAlone || this.#stop.signal.aborted) return Promise.resolve();
    if (this.#waiting.size >= maxWaiting) {
      const givenUp = this.#queue.giveUpFor(network);
      if (givenUp === undefined) return Promise.resolve();
      this.#end(givenUp);
    }
    const decided = new Deferred();
    this.#waiting.set(host, decided);
    this.#queue.add(network, host);
    this.#mostWaiting = Math.max(this.#mostWaiting, this.#waiting.size);
    this.#beginChecks();
    return decided.promise;
  }

  /** What was asked lately. */
  takeLately(): AskedLately {
    const since = this.#clock.now() - latelyMs;
    this.#outcomes = this.#outcomes.filter(({ at }) => at > since);
    const decided = this.#outcomes.filter(({ isDecided }) => isDecided).length;
    const mostWaiting = this.#mostWaiting;
    this.#mostWaiting = this.#waiting.size;
    return { decided, undecided: this.#outcomes.length - decided, mostWaiting };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#waiting.values()].map(({ promise }) => promise));
  }

  /** Looks up as many names as there are places for. */
  #beginChecks(): void {
    for (;;) {
      const next = this.#queue.take((network, doOthersWait) => this.#checks.hold(network, doOthersWait));
      if (!next) return;
      void this.#decide(next.name, next.place);
    }
  }

  /** Never rejects. */
  async #decide(host: string, release: () => void): Promise<void> {
    try {
      const isNew = await this.#isNew(host).finally(() => {
        release();
        this.#beginChecks();
      });
      const waitMs = isNew ? this.#rates.take(registeredDomainOf(host), this.#clock.now()) : undefined;
      if (waitMs === undefined) this.#leaveAlone(host, otherwiseForMs);
      else {
        await this.#sleep(waitMs);
        await this.#ask(host);
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#warn({ host, err: error }, 'ask: a name was not decided');
      this.#leaveAlone(host, otherwiseForMs);
    } finally {
      this.#end(host);
    }
  }

  #end(host: string): void {
    this.#waiting.get(host)?.resolve();
    this.#waiting.delete(host);
  }

  /** Whether nothing is there, and its records lead here. */
  async #isNew(host: string): Promise<boolean> {
    const { hosts, leadsHere } = this.#options;
    await this.#sleep(this.#checkPace.take(this.#clock.now()));
    return !(await hosts.has(host)) && (await leadsHere(host, this.#stop.signal));
  }

  /** Rejects when it is to stop. */
  async #sleep(ms: number): Promise<void> {
    const { signal } = this.#stop;
    if (ms > 0) await this.#options.sleep(ms, signal);
    signal.throwIfAborted();
  }

  async #ask(host: string): Promise<void> {
    const { ask, hosts, onAdded, logger } = this.#options;
    const { signal } = this.#stop;
    const answer = await ask(host, signal);
    signal.throwIfAborted();
    if (answer.kind === 'no') {
      this.#count('no');
      return this.#leaveAlone(host, noForMs);
    }
    if (answer.kind === 'undecided') return this.#undecided(host, answer.problem);
    const added = await hosts.add(host, answer);
    if (added.kind === 'undecided') return this.#undecided(host, added.problem);
    this.#count('yes');
    if (added.kind === 'added')
      logger.info({ host, account_uuid: added.accountUuid, what: answer.kind }, 'ask: a host was added');
    // Another machine may have been faster.
    else if (!(await hosts.has(host))) {
      this.#warn({ host, problem: added.problem }, 'ask: a host was not added');
      return this.#leaveAlone(host, otherwiseForMs);
    }
    this.#leaveAlone(host, otherwiseForMs);
    await onAdded(host);
  }

  #undecided(host: string, problem: string): void {
    this.#count('undecided');
    this.#warn({ host, problem }, 'ask: the endpoint said neither yes nor no');
    this.#leaveAlone(host, otherwiseForMs);
  }

  #count(outcome: AskOutcome): void {
    this.counts[outcome] += 1;
    this.#outcomes.push({ at: this.#clock.now(), isDecided: outcome !== 'undecided' });
    if (this.#outcomes.length > maxOutcomes) this.#outcomes.shift();
  }

  #warn(details: object, text: string): void {
    const now = this.#clock.now();
    if (now - this.#warnedAt < warnEveryMs) return;
    this.#warnedAt = now;
    this.#options.logger.warn(details, text);
  }

  #leaveAlone(host: string, ms: number): void {
    this.#leftAlone.delete(host);
    this.#leftAlone.set(host, this.#clock.now() + ms);
    for (const oldest of this.#leftAlone.keys()) {
      if (this.#leftAlone.size <= maxLeftAlone) break;
      this.#leftAlone.delete(oldest);
    }
  }
}

/**
 * Checks the targets of upstreams that have a health check, while there are requests for them.
 * Source: docs/reference/proxy.md ("Health checks").
 *
 * An upstream is watched from its first request on, until it has had none for a while, or the host of its last request no
 * longer leads to it. Accounts take turns at the places of checks, and share those (core/fair-pool.ts); targets that didn't answer the
 * last one share half of them. A target of a watched upstream is healthy at first; so many failed checks in a row make it unhealthy, so
 * many good ones healthy again. Once stopped, nothing is checked any more, and targets stay as they are.
 */
import { FairPool } from '../../core/fair-pool.ts';
import type { HealthCheck, UpstreamRoute } from '../../core/route.ts';
import type { CheckedUpstreams, DownUpstream } from '../../core/upstream-health.ts';
import { type CheckOutcome, checkTarget } from './check-target.ts';
import type { Dialling } from './dial.ts';
import { type Targets, targetsOf } from './targets.ts';
import { originKeyOf } from './upstream-pool.ts';

type Checked = {
  target: UpstreamRoute;
  /** Good or failed checks in a row; one of them is 0. */
  successes: number;
  failures: number;
  /** Of the last check; empty: it was good, or there was none. */
  failure: string;
  /** Whether the last check waited for it in vain. */
  isSilent: boolean;
  /** Of the check under way. */
  cancel: (() => void) | undefined;
};

type Watch = {
  upstream: UpstreamRoute;
  /** Of the last request. */
  host: string;
  usedTick: number;
  nextTick: number;
  /** Whether a check of a target has been good since that was last asked for. */
  wasGood: boolean;
  /** By origin. */
  checked: Map<string, Checked>;
};

/** An upstream as requests for a host are proxied to it now; undefined when they aren't. */
export type UpstreamLookup = (host: string, uuid: string) => UpstreamRoute | undefined;

/** In a row, of every target, whatever a target's own `unhealthy_after` is. */
const failuresOfDown = 3;
const unusedAfterMs = 600_000;
const maxWatched = 1_000;
/** Checking must not become a worker's main work: this leaves it 100 new connections a second. */
const maxBegunPerSweep = 25;
/** At the same time: targets that don't answer mustn't take the worker's descriptors. */
const places = 256;
/** Workers that begin together don't stay together. */
const firstWithinMs = 1_000;
const jitter = 0.1;

export class HealthChecks {
  readonly #dialling: Dialling;
  readonly #targets: Targets;
  readonly #upstreamOf: UpstreamLookup;
  readonly #random: () => number;
  /** By uuid, those checked longest ago first. */
  readonly #watches = new Map<string, Watch>();
  readonly #places = new FairPool(places);
  /** When checks of each watched account's upstreams were last begun. */
  readonly #lastTurns = new Map<string, number>();
  #isStopped = false;

  /** `random` answers numbers from 0 to 1. */
  constructor(
    dialling: Dialling,
    targets: Targets,
    upstreamOf: UpstreamLookup,
    random: () => number = Math.random,
  ) {
    this.#dialling = dialling;
    this.#targets = targets;
    this.#upstreamOf = upstreamOf;
    this.#random = random;
  }

  /** A request for `host` goes to an upstream with a health check. */
  noteUse(upstream: UpstreamRoute, host: string): void {
    if (this.#isStopped) return;
    const usedTick = performance.now();
    const watch = this.#watches.get(upstream.uuid);
    if (watch) {
      watch.host = host;
      watch.usedTick = usedTick;
      return;
    }
    if (this.#watches.size >= maxWatched) this.#dropLeastUsed(upstream.accountUuid);
    const nextTick = usedTick + this.#random() * firstWithinMs;
    const fresh: Watch = { upstream, host, usedTick, nextTick, wasGood: false, checked: new Map() };
    this.#follow(fresh, upstream);
    this.#watches.set(upstream.uuid, fresh);
  }

  /** Begins the checks that are due at `tick` of the monotonic clock. */
  sweep(tick: number): void {
    const due = new Map<string, { readonly watch: Watch; readonly check: HealthCheck }[]>();
    for (const [uuid, watch] of this.#watches) {
      const upstream = this.#upstreamOf(watch.host, uuid);
      const check = upstream?.healthCheck;
      if (!upstream || !check || upstream.authToken === null || tick - watch.usedTick >= unusedAfterMs) {
        this.#drop(uuid, watch);
        continue;
      }
      if (upstream !== watch.upstream) {
        this.#follow(watch, upstream);
        watch.nextTick = Math.min(watch.nextTick, tick + check.interval_seconds * 1_000);
      }
      if (tick < watch.nextTick) continue;
      const { accountUuid } = watch.upstream;
      due.set(accountUuid, [...(due.get(accountUuid) ?? []), { watch, check }]);
    }
    this.#beginInTurn(due, tick);
  }

  /** One of each account, then another one of each, from the account whose turn was longest ago. */
  #beginInTurn(
    due: ReadonlyMap<string, readonly { readonly watch: Watch; readonly check: HealthCheck }[]>,
    tick: number,
  ): void {
    const lastTurn = (account: string): number => this.#lastTurns.get(account) ?? 0;
    let accounts = [...due.keys()].toSorted((a, b) => lastTurn(a) - lastTurn(b));
    let begun = 0;
    for (let turn = 0; accounts.length > 0; turn++) {
      const next: string[] = [];
      for (const account of accounts) {
        const { watch, check } = due.get(account)?.[turn] ?? {};
        if (!watch || !check) continue;
        if (begun >= maxBegunPerSweep) return;
        const count = this.#checkAll(watch, check, due.size > 1);
        // The account has no place: nor has it for the others.
        if (count === undefined) continue;
        begun += count;
        next.push(account);
        this.#lastTurns.set(account, tick);
        watch.nextTick = tick + check.interval_seconds * 1_000 * (1 + jitter * (2 * this.#random() - 1));
        // To the end: when too much is due, everyone has a turn.
        const { uuid } = watch.upstream;
        this.#watches.delete(uuid);
        this.#watches.set(uuid, watch);
      }
      accounts = next;
    }
  }

  /** Of all watched upstreams, since the last call. */
  takeChecked(): CheckedUpstreams {
    const down: DownUpstream[] = [];
    const up: string[] = [];
    for (const [uuid, watch] of this.#watches) {
      const all = [...watch.checked.values()];
      if (all.every(({ failures }) => failures >= failuresOfDown))
        down.push({ uuid, targets: all.length, failure: all[0]?.failure ?? '' });
      else if (watch.wasGood) up.push(uuid);
      watch.wasGood = false;
    }
    return { down, up };
  }

  stop(): void {
    this.#isStopped = true;
    for (const { checked } of this.#watches.values()) for (const each of checked.values()) this.#cancel(each);
    this.#watches.clear();
  }

  /** Goes on with an upstream as it is now: targets that it still has keep their state. */
  #follow(watch: Watch, upstream: UpstreamRoute): void {
    const before = watch.checked;
    watch.upstream = upstream;
    watch.wasGood = false;
    watch.checked = new Map();
    for (const target of targetsOf(upstream)) {
      const key = originKeyOf(target);
      const known = before.get(key);
      before.delete(key);
      if (known) known.target = target;
      watch.checked.set(
        key,
        known ?? { target, successes: 0, failures: 0, failure: '', isSilent: false, cancel: undefined },
      );
    }
    for (const gone of before.values()) this.#forget(gone);
  }

  /** Returns how many checks it began; undefined: there is no place for any. */
  #checkAll(watch: Watch, check: HealthCheck, doOthersWait: boolean): number | undefined {
    const { upstream, checked } = watch;
    let begun = 0;
    let lacksPlaces = false;
    for (const each of checked.values()) {
      if (each.cancel) continue;
      const release = this.#places.hold(upstream.accountUuid, doOthersWait, each.isSilent);
      if (!release) {
        lacksPlaces = true;
        continue;
      }
      begun++;
      const stop = checkTarget(upstream, each.target, check, this.#dialling, (outcome) => {
        each.cancel = undefined;
        release();
        this.#count(watch, each, outcome, check);
      });
      each.cancel = () => {
        stop();
        release();
      };
    }
    return begun === 0 && lacksPlaces ? undefined : begun;
  }

  #count(watch: Watch, checked: Checked, { failure, detail }: CheckOutcome, check: HealthCheck): void {
    checked.failure = failure ?? '';
    checked.isSilent = failure === 'connect_timeout' || failure === 'response_timeout';
    if (failure === null) {
      checked.failures = 0;
      watch.wasGood = true;
      if (++checked.successes >= check.healthy_after) this.#targets.healthy(checked.target);
    } else {
      checked.successes = 0;
      if (++checked.failures >= check.unhealthy_after)
        this.#targets.unhealthy(checked.target, detail === '' ? failure : `${failure}: ${detail}`);
    }
  }

  /** Makes room for one of an account's, among those of the account that has the most. */
  #dropLeastUsed(accountUuid: string): void {
    const counts = new Map([[accountUuid, 1]]);
    for (const { upstream } of this.#watches.values())
      counts.set(upstream.accountUuid, (counts.get(upstream.accountUuid) ?? 0) + 1);
    const most = Math.max(...counts.values());
    let least: Watch | undefined;
    for (const watch of this.#watches.values())
      if (counts.get(watch.upstream.accountUuid) === most && (!least || watch.usedTick < least.usedTick))
        least = watch;
    if (least) this.#drop(least.upstream.uuid, least);
  }

  #drop(uuid: string, watch: Watch): void {
    this.#watches.delete(uuid);
    const { accountUuid } = watch.upstream;
    if (![...this.#watches.values()].some(({ upstream }) => upstream.accountUuid === accountUuid))
      this.#lastTurns.delete(accountUuid);
    for (const checked of watch.checked.values()) this.#forget(checked);
  }

  #forget(checked: Checked): void {
    this.#cancel(checked);
    this.#targets.forget(checked.target);
  }

  #cancel(checked: Checked): void {
    if (!checked.cancel) return;
    checked.cancel();
    checked.cancel = undefined;
  }
}

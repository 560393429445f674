/**
 * Finds out what is wrong with a host, in causal order: the first step that fails is the cause. All steps run at once, as far as
 * they can. Source: docs/reference/diagnosis.md.
 */

import type { RecentTraffic } from '../../analytics/query/recent-traffic.ts';
import type { ControlStore } from '../../control/store.ts';
import type { Clock } from '../../core/clock.ts';
import type { HostLook, HostQuestion, Looked } from '../../core/host-look.ts';
import type { ReachOutcome } from '../../core/reachable.ts';
import { secondMs } from '../../core/time.ts';
import type { CheckUpstream } from '../../core/upstream-health.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { Upstreams } from '../upstreams/upstream-store.ts';
import type { CauseCode } from './cause-code.ts';
import { fixOf } from './causes.ts';
import { judgeCertificate, judgeHandshake, judgeRenewal } from './certificate-steps.ts';
import { shakeHands } from './handshake.ts';
import { findServedHost, type ServedHost } from './served-host.ts';
import { judgeRoute, judgeTraffic, judgeUpstream } from './served-steps.ts';
import { decisiveSteps, ok, type StepName, type StepOutcome, skipped, stepNames } from './step.ts';

export type Step = {
  readonly step: StepName;
  readonly state: StepOutcome['state'];
  readonly detail: string;
  readonly seconds: number;
};

export type Diagnosis = {
  readonly host: string;
  readonly verdict: 'healthy' | 'broken' | 'unknown';
  readonly cause: string | null;
  readonly causeCode: CauseCode | null;
  readonly fix: string | null;
  readonly steps: readonly Step[];
};

export type DiagnosisParts = {
  readonly store: ControlStore;
  readonly look: (question: HostQuestion, signal: AbortSignal) => HostLook | undefined;
  readonly checkUpstream: CheckUpstream;
  readonly readTraffic: (accountUuid: string, ownerUuid: string) => Promise<RecentTraffic>;
  readonly authorities: () => readonly string[];
  readonly clock: Clock;
};

/** A second is left for the rest of the 12 s. */
const deadlineMs = 11 * secondMs;

type Running = Readonly<Record<StepName, () => Promise<StepOutcome>>>;

/** Undefined where nothing is served. */
export async function diagnose(
  parts: DiagnosisParts,
  accountUuid: string,
  host: string,
): Promise<Diagnosis | undefined> {
  const { store, clock } = parts;
  const served = await findServedHost(store, accountUuid, host);
  const owner = served.domain?.uuid ?? served.redirect?.uuid;
  const question: HostQuestion = {
    accountUuid,
    host,
    challengeType: served.domain?.challengeType ?? 'http01',
    ...(served.isClaimed && { siteUuid: owner }),
  };
  const look = parts.look(question, AbortSignal.timeout(deadlineMs));
  if (!look) return undefined;
  const hands = look
    .handshakeAddresses()
    .then((addresses) => shakeHands(host, addresses, parts.authorities()));
  const now = clock.now();
  const running: Running = {
    delegation: () => look.delegation().then(toOutcome),
    addresses: () => look.addresses().then(toOutcome),
    caa: async () =>
      needsNoAuthority(served) ? ok('Its certificate is an uploaded one.') : toOutcome(await look.caa()),
    reachable: () => look.reach().then(judgeReach),
    handshake: async () => judgeHandshake(await hands, served),
    certificate: async () => judgeCertificate(await hands, served, now),
    route: () => judgeRoute(served, store, accountUuid, now),
    upstream: () => judgeUpstream(served, new Upstreams(store), parts.checkUpstream, accountUuid),
    traffic: async () => judgeTraffic(served, await trafficOf(parts, accountUuid, owner)),
    renewal: async () => judgeRenewal(served, now),
  };
  const endTick = performance.now() + deadlineMs;
  const outcomes = await Promise.all(stepNames.map((step) => run(step, running[step], endTick)));
  if (served.isClaimed) {
    const { reachable, code } = await look.reach();
    // While the store takes no writes, the diagnosis still says what it found.
    await new CustomDomains(store).recordReach(accountUuid, { host, reachable, code }).catch(() => {});
  }
  return conclude(host, outcomes, look);
}

type Ran = { readonly step: StepName; readonly outcome: StepOutcome; readonly seconds: number };

async function run(step: StepName, work: () => Promise<StepOutcome>, endTick: number): Promise<Ran> {
  const startTick = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<StepOutcome>((resolve) => {
    timer = setTimeout(() => resolve(skipped('took_too_long', 'It took too long.')), endTick - startTick);
  });
  const outcome = await Promise.race([work(), tooLong]).finally(() => clearTimeout(timer));
  return { step, outcome, seconds: Math.round(performance.now() - startTick) / secondMs };
}

function conclude(host: string, ran: readonly Ran[], look: HostLook): Diagnosis {
  const steps = ran.map(({ step, outcome, seconds }) => ({
    step,
    state: outcome.state,
    detail: outcome.state === 'ok' ? outcome.detail : outcome.cause,
    seconds,
  }));
  const failure = ran.find(({ outcome }) => outcome.state === 'failed');
  const gap = ran.find(({ step, outcome }) => outcome.state === 'skipped' && decisiveSteps.has(step));
  const outcome = (failure ?? gap)?.outcome;
  if (!outcome || outcome.state === 'ok')
    return { host, verdict: 'healthy', cause: null, causeCode: null, fix: null, steps };
  const records = look.expected.map(({ type, name, value }) => `${name} ${type} ${value}`).join(', ');
  return {
    host,
    verdict: failure ? 'broken' : 'unknown',
    cause: outcome.cause,
    causeCode: outcome.code,
    fix: fixOf(outcome.code, { host, records }),
    steps,
  };
}

function toOutcome(looked: Looked): StepOutcome {
  return looked;
}

function judgeReach({ reachable, code, detail }: ReachOutcome): StepOutcome {
  if (code === null) return ok(detail);
  return { state: reachable === 'no' ? 'failed' : 'skipped', code, cause: detail };
}

function needsNoAuthority({ coverage, automatic }: ServedHost): boolean {
  return typeof coverage?.expiresAt === 'number' && coverage.expiresAt !== automatic?.expiresAt;
}

async function trafficOf(
  { readTraffic }: DiagnosisParts,
  accountUuid: string,
  owner: string | undefined,
): Promise<RecentTraffic | undefined> {
  if (owner === undefined) return { requests: 0, publicRequests: 0, tried: 0, failed: 0 };
  return await readTraffic(accountUuid, owner).catch(() => undefined);
}

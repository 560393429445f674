/**
 * Tries what a host's challenge needs, as an authority would: CAA records, addresses, port and token, or CNAME and TXT.
 * Source: docs/reference/acme.md ("Rehearsals"), RFC 8555 sections 8.3 and 8.4.
 */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Challenge } from '../core/acme-challenge.ts';
import type { Rehearsal } from '../core/renewal.ts';
import { isWildcardHost } from '../core/wildcard-host.ts';
import type { CaaJudgement } from './caa.ts';
import type { CheckOutcome } from './check.ts';
import type { DelegationFound } from './delegation.ts';
import type { DnsResolver } from './resolver.ts';

/** A host whose certificate is to be renewed. `dnsLabel`: where its challenges through DNS are to be; null: over connections. */
export type RehearsedHost = { readonly host: string; readonly dnsLabel: string | null };

/** Shows a challenge to whoever looks, and takes it away. */
export type ChallengeShow = {
  readonly show: (challenge: Challenge) => Promise<void>;
  readonly hide: (challenge: Challenge) => Promise<void>;
};

export type Rehearsed = Omit<Rehearsal, 'checkedAt'>;

/** An answer without the record may be remembered for a second. */
const askAgainMs = 1_500;
const works: Rehearsed = { state: 'ok', reason: null, causeCode: null };

function fails(causeCode: string, reason: string): Rehearsed {
  return { state: 'will_fail', reason, causeCode };
}

function isUnknown(causeCode: string, reason: string): Rehearsed {
  return { state: 'unknown', reason, causeCode };
}

/** `isPlaceKnown`: it is configured where the edge is. `overPort80`: authorities come to port 80 first. */
export function rehearsedOverHttp(
  host: string,
  { verdict, reach: [reach], caa, findings: { problems } }: CheckOutcome,
  { isPlaceKnown, overPort80 }: { readonly isPlaceKnown: boolean; readonly overPort80: boolean },
): Rehearsed {
  if (isWildcardHost(host))
    return fails(
      'wildcard_without_dns',
      `A certificate for ${host} can be had through DNS only: change challenge_type to dns01, or upload one.`,
    );
  const isReached = reach?.reachable === 'direct' || reach?.reachable === 'proxied';
  const [problem = `The DNS records of ${host} do not lead here.`] = problems;
  if (isPlaceKnown && verdict === 'not_found' && reach?.reachable !== 'proxied')
    return fails('records_elsewhere', problem);
  if (caa.state === 'forbidden') return fails(caa.cause, caa.text);
  if (overPort80 && reach?.reachable === 'no' && reach.code) return fails(reach.code, reach.detail);
  if (isPlaceKnown && verdict === 'undecided' && !isReached) return isUnknown('records_unanswered', problem);
  if (overPort80 && reach?.code) return isUnknown(reach.code, reach.detail);
  return whetherCaaAnswers(host, caa);
}

/** `resolver` is one of its own, as for each check. */
export async function rehearseOverDns(
  { host, dnsLabel }: { readonly host: string; readonly dnsLabel: string },
  { verdict, found, problem }: DelegationFound,
  caa: CaaJudgement,
  { resolver, name, show }: { resolver: DnsResolver; name: string; show: ChallengeShow },
): Promise<Rehearsed> {
  const reason = problem?.text ?? '';
  if (verdict === 'undecided') return isUnknown('records_unanswered', reason);
  if (verdict === 'not_found')
    return fails(found.length === 0 ? 'delegation_missing' : 'delegation_elsewhere', reason);
  if (caa.state === 'forbidden') return fails(caa.cause, caa.text);
  const text = await findText({ host, dnsLabel }, resolver, name, show);
  if (text === 'unanswered')
    return isUnknown('records_unanswered', `The TXT records of ${name} could not be looked up in time.`);
  if (text === 'missing')
    return fails(
      'challenge_unanswered',
      `${name} leads to this service’s zone, which doesn’t answer with the challenge. The operator of this service has to fix that.`,
    );
  return whetherCaaAnswers(host, caa);
}

function whetherCaaAnswers(host: string, caa: CaaJudgement): Rehearsed {
  return caa.state === 'unknown'
    ? isUnknown('records_unanswered', `The CAA records of ${host} could not be looked up in time.`)
    : works;
}

async function findText(
  { host, dnsLabel }: { readonly host: string; readonly dnsLabel: string },
  resolver: DnsResolver,
  name: string,
  { show, hide }: ChallengeShow,
): Promise<'found' | 'missing' | 'unanswered'> {
  const token = randomBytes(32).toString('base64url');
  const challenge: Challenge = { host, token, method: 'dns-01', keyAuthorization: token, dnsLabel };
  const wanted = createHash('sha256').update(token).digest('base64url');
  await show(challenge);
  try {
    for (let tries = 1; ; tries++) {
      const answer = await resolver.txt(name);
      if (answer.kind === 'found' && answer.records.includes(wanted)) return 'found';
      const isSilent =
        answer.kind === 'failed' && answer.reason !== 'servfail' && answer.reason !== 'refused';
      if (tries > 1) return isSilent ? 'unanswered' : 'missing';
      await sleep(askAgainMs);
    }
  } finally {
    await hide(challenge);
  }
}

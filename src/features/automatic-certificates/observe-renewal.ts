/** Tells findings what the rehearsal of a renewal saw. Source: docs/reference/acme.md ("Rehearsals"). */

import { formatTimestamp } from '../../core/clock.ts';
import type { FindingObserver, Observation } from '../../core/finding.ts';
import type { Renewal } from '../../core/renewal.ts';
import type { RenewalRehearsals } from './renewal-rehearsals.ts';

/** A domain's two hosts are one subject: it is good when both renewals are, as they were rehearsed last. */
export async function observeRenewal(
  rehearsals: Pick<RenewalRehearsals, 'findSubject'>,
  findings: FindingObserver,
  { accountUuid, host }: { readonly accountUuid: string; readonly host: string },
): Promise<void> {
  // The edge's own name is no account's.
  if (accountUuid === '') return;
  const { subject, renewals } = await rehearsals.findSubject(accountUuid, host);
  await findings.observe([{ accountUuid, kind: 'renewal_will_fail', subject, seen: seenIn(renewals) }]);
}

function seenIn(renewals: ReadonlyMap<string, Renewal>): Observation['seen'] {
  for (const [host, { state, causeCode, reason, dueAt }] of renewals)
    if (state === 'will_fail' && causeCode !== null)
      return { state: 'bad', causeCode, evidence: { host, reason, due_at: formatTimestamp(dueAt) } };
  const areAllGood = [...renewals.values()].every(({ state }) => state === 'ok');
  return { state: areAllGood ? 'good' : 'none' };
}

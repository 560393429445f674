/** The kinds of findings: one file each. How one is added: docs/guides/findings.md. */
import type { FindingKindName } from '../../core/finding.ts';
import type { Cause, FindingKind } from './kind.ts';
import { askFailing } from './kinds/ask-failing.ts';
import { caaForbids } from './kinds/caa-forbids.ts';
import { certificateExpiring } from './kinds/certificate-expiring.ts';
import { certificateFailed } from './kinds/certificate-failed.ts';
import { clientCertificateExpiring } from './kinds/client-certificate-expiring.ts';
import { dataOld } from './kinds/data-old.ts';
import { destinationBroken } from './kinds/destination-broken.ts';
import { diskLow } from './kinds/disk-low.ts';
import { dnsLost } from './kinds/dns-lost.ts';
import { dnsWrong } from './kinds/dns-wrong.ts';
import { handshakesFail } from './kinds/handshakes-fail.ts';
import { loop } from './kinds/loop.ts';
import { notFoundSurge } from './kinds/not-found-surge.ts';
import { renewalWillFail } from './kinds/renewal-will-fail.ts';
import { spoolBehind } from './kinds/spool-behind.ts';
import { trafficDrop } from './kinds/traffic-drop.ts';
import { trafficSpike } from './kinds/traffic-spike.ts';
import { upstreamDown } from './kinds/upstream-down.ts';
import { upstreamErrors } from './kinds/upstream-errors.ts';
import { upstreamSlow } from './kinds/upstream-slow.ts';
import { webhookFailing } from './kinds/webhook-failing.ts';

export const kinds: readonly FindingKind[] = [
  dnsLost,
  dnsWrong,
  caaForbids,
  upstreamDown,
  upstreamErrors,
  upstreamSlow,
  trafficDrop,
  trafficSpike,
  notFoundSurge,
  loop,
  handshakesFail,
  destinationBroken,
  certificateFailed,
  certificateExpiring,
  renewalWillFail,
  webhookFailing,
  clientCertificateExpiring,
  askFailing,
  dataOld,
  spoolBehind,
  diskLow,
];

const byName = new Map(kinds.map((kind) => [kind.kind, kind]));

/** Undefined of one that only a program of another version knows. */
export function findKind(name: FindingKindName): FindingKind | undefined {
  return byName.get(name);
}

export function kindOf(name: FindingKindName): FindingKind {
  const kind = byName.get(name);
  if (!kind) throw new Error(`${name} is not in the list of kinds`);
  return kind;
}

/** Undefined of one that a program of another version stored. */
export function causeOf(name: FindingKindName, code: string): Cause | undefined {
  const causes = byName.get(name)?.causes ?? {};
  return Object.hasOwn(causes, code) ? causes[code] : undefined;
}

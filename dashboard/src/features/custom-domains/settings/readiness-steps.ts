/** What a customer waits for before leading visitors here. Source: docs/reference/domains.md ("Ready"). */

import { needsUploadedCertificate } from '../../../../../src/core/wildcard-host.ts';
import { formatDateTime } from '../../../format/dates.ts';
import type { CustomDomain } from '../domain-queries.ts';
import { compareRecords } from './compare-records.ts';

type Ready = Pick<
  CustomDomain,
  | 'host'
  | 'status'
  | 'ownership'
  | 'challenge_type'
  | 'dns_records'
  | 'dns_check'
  | 'tls_certificate_issued'
  | 'ready'
  | 'ready_at'
>;

export type ReadinessStep = { readonly name: string; readonly isDone: boolean; readonly says: string };

export function readinessSteps(domain: Ready): ReadinessStep[] {
  const isChecked = domain.dns_check !== null && domain.status !== 'pending_check';
  const hasRecords = areRecordsFound(domain);
  const isOwned = domain.ownership.status === 'verified';
  const hasCertificate = domain.tls_certificate_issued;
  return [
    {
      name: domain.challenge_type === 'dns01' ? 'Record for certificates' : 'DNS records',
      isDone: hasRecords,
      says: hasRecords ? 'found' : isChecked ? 'not found yet' : 'not checked yet',
    },
    { name: 'Ownership', isDone: isOwned, says: isOwned ? 'verified' : 'TXT record not found yet' },
    {
      name: 'Certificate',
      isDone: hasCertificate,
      says: hasCertificate
        ? 'valid'
        : needsUploadedCertificate(domain.host, domain.challenge_type)
          ? 'to be uploaded'
          : 'not there yet',
    },
  ];
}

/** Whether the customer may switch, in one sentence. */
export function readinessSentence(domain: Ready): string {
  if (domain.ready) {
    const since = domain.ready_at === null ? 'Ready' : `Ready since ${formatDateTime(domain.ready_at)}`;
    return domain.status === 'dns_records_found'
      ? `${since}. ${domain.host} leads here, with HTTPS.`
      : `${since} — your customer can switch now.`;
  }
  return domain.challenge_type === 'dns01'
    ? 'Not ready. Your customer should switch once all of this is in place.'
    : 'Not ready. HTTPS works once all of this is in place.';
}

/** With `dns01`, visitors may be led elsewhere yet. */
function areRecordsFound(domain: Ready): boolean {
  if (domain.challenge_type === 'http01') return domain.status === 'dns_records_found';
  const needed = compareRecords(domain).wanted.filter(({ record }) =>
    record.name.startsWith('_acme-challenge.'),
  );
  return needed.length > 0 && needed.every(({ state }) => state === 'right');
}

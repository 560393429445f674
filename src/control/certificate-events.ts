/** Events of certificates. Source: docs/reference/webhooks.md ("Certificates"). */
import type { CheckedCertificate } from '../certificates/check-upload.ts';
import { formatTimestamp } from '../core/clock.ts';
import { dayMs } from '../core/time.ts';
import type { WebhookEventType } from '../core/webhook-event.ts';
import { annotate } from './annotated-changes.ts';
import type { CustomCertificate } from './custom-certificate-row.ts';
import type { ControlTransaction } from './database.ts';
import { recordEvent } from './webhook-events.ts';

type CertificateEventType = WebhookEventType & `certificate.${string}`;
type Certificate = Pick<CheckedCertificate, 'fingerprint' | 'issuer' | 'notBefore' | 'expiresAt'>;

/** A certificate that is this close to its end has not been renewed in time. */
const expiringMs = 14 * dayMs;
/** So that certificates that live for days only aren't told of all their lives. */
const expiringShare = 1 / 6;

const noticed: Partial<Record<CertificateEventType, string>> = {
  'certificate.issued': 'Certificate issued',
  'certificate.renewed': 'Certificate renewed',
};

/** Whether an automatic certificate ends soon, although it should have been renewed long ago. */
export function endsSoon(
  { notBefore, expiresAt }: Pick<Certificate, 'notBefore' | 'expiresAt'>,
  now: number,
): boolean {
  return expiresAt - now <= Math.min(expiringMs, (expiresAt - notBefore) * expiringShare);
}

/** Whether a failure is another one than the last; times and counts in the sentence make no difference. */
export function isNewFailure(reason: string, last: string | null): boolean {
  return withoutDigits(reason) !== withoutDigits(last ?? '');
}

/** Records an event of a host's automatic certificate; the edge's own name belongs to no account, and has none. */
export async function recordAutomaticEvent(
  trx: ControlTransaction,
  type: CertificateEventType,
  host: string,
  certificate: Certificate | null,
  more: { readonly reason?: string } = {},
): Promise<void> {
  const claim = await trx
    .selectFrom('host_claims')
    .select('account_uuid')
    .where('host', '=', host)
    .executeTakeFirst();
  if (!claim) return;
  const domain = await findDomain(trx, claim.account_uuid, host);
  const text = noticed[type];
  if (domain && text !== undefined)
    annotate(trx, {
      accountUuid: claim.account_uuid,
      subject: { customDomainUuid: domain.uuid },
      text: `${text} for ${host}`,
    });
  recordEvent(trx, {
    accountUuid: claim.account_uuid,
    type,
    // In order with the domain's own events.
    resource: domain?.uuid ?? host,
    data: () => ({
      host,
      custom_domain_uuid: domain?.uuid ?? null,
      external_id: domain?.external_id ?? null,
      metadata: domain ? JSON.parse(domain.metadata) : null,
      certificate: certificate && { custom: false, custom_certificate_uuid: null, ...described(certificate) },
      ...more,
    }),
  });
}

/** Records that a custom certificate ends soon and is not replaced. */
export function recordCustomExpiring(trx: ControlTransaction, certificate: CustomCertificate): void {
  const { uuid, accountUuid, sans } = certificate;
  recordEvent(trx, {
    accountUuid,
    type: 'certificate.expiring',
    resource: uuid,
    data: {
      host: sans[0] ?? null,
      hosts: sans,
      custom_domain_uuid: null,
      external_id: null,
      metadata: null,
      certificate: { custom: true, custom_certificate_uuid: uuid, ...described(certificate) },
    },
  });
}

/** The custom domain that a host, or the `www.` host, is of. */
async function findDomain(trx: ControlTransaction, accountUuid: string, host: string) {
  const query = trx
    .selectFrom('custom_domains')
    .select(['uuid', 'external_id', 'metadata'])
    .where('account_uuid', '=', accountUuid);
  const own = await query.where('host', '=', host).executeTakeFirst();
  if (own || !host.startsWith('www.')) return own;
  return query
    .where('host', '=', host.slice('www.'.length))
    .where('redirect_to_www', '=', 1)
    .executeTakeFirst();
}

function described({ fingerprint, issuer, notBefore, expiresAt }: Certificate) {
  return {
    fingerprint,
    issuer,
    not_before: formatTimestamp(notBefore),
    expires_at: formatTimestamp(expiresAt),
  };
}

function withoutDigits(text: string): string {
  return text.replaceAll(/[0-9]+/g, '0');
}

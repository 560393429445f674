/** Custom domains on the wire. Source: docs/reference/domains.md ("Custom domains"). */
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { refTo, timestampSchema, uuidSchema } from '../../api/schemas/common.ts';
import type { Coverage } from '../../control/certificate-lookup.ts';
import { formatTimestamp } from '../../core/clock.ts';
import type { DnsRecord, DnsRecords, OwnershipStatus } from '../../core/custom-domain.ts';
import { ownershipRecord } from '../../core/ownership-record.ts';
import { type ResourceSchemas, schemasOf } from '../../kernel/resource-words.ts';
import { customDomainResource } from '../../resources/custom-domain.ts';
import { toWire } from '../../resources/resource.ts';
import type { Attention } from '../attention/verdict.ts';
import { attentionSchemas } from '../attention/wire.ts';
import type { CustomDomain } from './custom-domain-store.ts';

export const dnsRecordSchema: TObject = Type.Object(
  {
    type: Type.String({
      description: '`CNAME`, `A`, `AAAA`; `ALIAS` for what providers call ALIAS, ANAME or CNAME flattening.',
      examples: ['CNAME'],
    }),
    name: Type.String({ examples: ['shop.example.com'] }),
    value: Type.String({ examples: ['edge.example.net'] }),
  },
  { $id: 'DnsRecord' },
);

const dnsCheckSchema = Type.Object({
  checked_at: timestampSchema('Time of the check.'),
  found: Type.Array(refTo(dnsRecordSchema), { description: 'The records that were there.' }),
  problems: Type.Array(Type.String(), {
    description: 'What is wrong with them and how to fix it, a sentence each.',
  }),
});

const certificateSchema = Type.Object({
  issuer: Type.Union([Type.String(), Type.Null()], { description: 'As RFC 4514 writes names.' }),
  expires_at: Type.Union([timestampSchema('Expiration time.'), Type.Null()]),
  last_error: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the last attempt to get an automatic one failed.',
  }),
});

const ownershipSchema = Type.Object({
  status: Type.Union([Type.Literal('verified'), Type.Literal('required'), Type.Literal('pending')], {
    description:
      '`verified`: the account has the host. `required`: the record is needed, and was not there at the last check. `pending`: it was not looked for yet.',
  }),
  record: Type.Union([refTo(dnsRecordSchema), Type.Null()], {
    description: 'The TXT record that proves the ownership; null when it is verified.',
  }),
});

const { definitions } = customDomainResource;
const { certificate, dns_records, dns_check, last_dns_check_at } = definitions;

function orNull(schema: TSchema, description?: string): TSchema {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

export const customDomainSchemas: ResourceSchemas = schemasOf(customDomainResource, {
  ownership: { ...ownershipSchema, description: definitions.ownership.description },
  certificate: orNull(certificateSchema, certificate.description),
  dns_records: Type.Array(refTo(dnsRecordSchema), { description: dns_records.description }),
  last_dns_check_at: orNull(timestampSchema(last_dns_check_at.description)),
  dns_check: orNull(dnsCheckSchema, dns_check.description),
  ...attentionSchemas,
});
export const customDomainItemParams: TObject = Type.Object({
  account_uuid: uuidSchema,
  upstream_uuid: uuidSchema,
  custom_domain_uuid: uuidSchema,
});

/** The hosts that certificates are for. */
export function certificateHosts({ host, redirectToWww }: CustomDomain): readonly string[] {
  return redirectToWww ? [host, `www.${host}`] : [host];
}

/** The certificate of a domain's host, with what is wrong with that of its `www.` host when nothing is with its own. */
export function coverageOf(domain: CustomDomain, found: ReadonlyMap<string, Coverage>): Coverage | undefined {
  const [host = '', www = ''] = certificateHosts(domain);
  const own = found.get(host);
  const wwwError = found.get(www)?.lastError ?? null;
  if (wwwError === null || (own && own.lastError !== null)) return own;
  const { issuer, expiresAt } = own ?? { issuer: null, expiresAt: null };
  return { issuer, expiresAt, lastError: `${www}: ${wwwError}` };
}

export type Ownership = { readonly status: OwnershipStatus; readonly record: DnsRecord | null };

/** `claimed`: the hosts that the domain's account has. */
export function ownershipOf(domain: CustomDomain, claimed: ReadonlySet<string>): Ownership {
  if (certificateHosts(domain).every((host) => claimed.has(host)))
    return { status: 'verified', record: null };
  const record = ownershipRecord(domain.accountUuid, domain.host);
  return { status: domain.dns.lastCheckAt === null ? 'pending' : 'required', record };
}

/** What is known of a domain beside its row. */
export type DomainState = {
  /** The certificate that covers the host now. */
  readonly coverage: Coverage | undefined;
  readonly ownership: Ownership;
};

export function customDomainToWire(
  domain: CustomDomain,
  records: DnsRecords,
  { coverage, ownership, verdict, reachable, renewal }: DomainState & Partial<Attention>,
): Record<string, unknown> {
  const { lastCheckAt, report } = domain.dns;
  const checkedAt = lastCheckAt === null ? null : formatTimestamp(lastCheckAt);
  return toWire(customDomainResource, domain, {
    ownership,
    tls_certificate_issued: typeof coverage?.expiresAt === 'number',
    certificate: coverage
      ? {
          issuer: coverage.issuer,
          expires_at: coverage.expiresAt === null ? null : formatTimestamp(coverage.expiresAt),
          last_error: coverage.lastError,
        }
      : null,
    dns_records: records.expected(domain),
    last_dns_check_at: checkedAt,
    dns_check: report && { checked_at: checkedAt, found: report.found, problems: report.problems },
    verdict,
    reachable: reachable ?? null,
    renewal: renewal ?? null,
  });
}

export function deletedCustomDomainMessage(domain: CustomDomain): string {
  return `Custom domain ${domain.uuid} of ${domain.host} was deleted.`;
}

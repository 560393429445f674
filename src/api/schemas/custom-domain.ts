/** Custom domains on the wire. Source: docs/reference/domains.md ("Custom domains"). */
import { type TObject, Type } from '@sinclair/typebox';
import type { Coverage } from '../../control/certificate-lookup.ts';
import {
  type CustomDomain,
  type CustomDomainAttributes,
  customDomainSortFields,
} from '../../control/custom-domains.ts';
import { formatTimestamp } from '../../core/clock.ts';
import {
  type ChallengeType,
  challengeTypes,
  type DnsRecords,
  domainStatuses,
} from '../../core/custom-domain.ts';
import { parseHostname } from '../../core/hostname.ts';
import { type WebAnalyticsMode, webAnalyticsModes } from '../../core/route.ts';
import { allowedTimeZone, defaultTimeZone, parseTimeZone } from '../../core/time-zone.ts';
import {
  type Attribute,
  attributeInvalid,
  attributeSchemas,
  bodySchemas,
  booleanAttribute,
  choiceAttribute,
  integerAttribute,
  readOptional,
  readRequired,
  textAttribute,
} from '../attributes.ts';
import type { RequestBody } from '../body/request-body.ts';
import {
  enumSchema,
  pageQuery,
  refTo,
  searchQuery,
  sortQuery,
  timestampSchema,
  uuidSchema,
} from './common.ts';

export const domainHostAttribute: Attribute<string> = textAttribute({
  name: 'host',
  code: 'host_invalid',
  allowed: 'a DNS host name of two or more labels, without scheme, port, path or wildcard',
  schema: Type.String({
    description:
      'Host that visitors ask for; stored in lower case, internationalised names as A-labels. One custom domain each, and none on hosts of other accounts.',
    examples: ['shop.example.com'],
  }),
  read(text) {
    const result = parseHostname(text);
    return result.ok ? { ok: true, value: result.host } : result;
  },
});

const challengeTypeAttribute: Attribute<ChallengeType> = choiceAttribute(
  'challenge_type',
  'challenge_type_invalid',
  challengeTypes,
  { default: 'http01', description: 'How a certificate authority checks who has the host.' },
);

const redirectToWwwAttribute: Attribute<boolean> = booleanAttribute(
  'redirect_to_www',
  'redirect_to_www_invalid',
  Type.Boolean({
    default: false,
    description: 'Redirect visitors to `www.` and the host, which is then served like this one.',
  }),
);

const webAnalyticsAttribute: Attribute<WebAnalyticsMode> = choiceAttribute(
  'web_analytics',
  'web_analytics_invalid',
  webAnalyticsModes,
  {
    default: 'inject',
    description: '`inject` adds the tracker to HTML pages, `manual` only serves it, `off` does neither.',
  },
);

const timeZoneAttribute: Attribute<string> = textAttribute({
  name: 'time_zone',
  code: 'time_zone_invalid',
  allowed: allowedTimeZone,
  schema: Type.String({
    default: defaultTimeZone,
    description:
      'IANA name of the time zone of its days, for clients to send as `timezone` of queries; the API does not use it itself.',
    examples: ['Europe/Berlin'],
  }),
  read(text) {
    const value = parseTimeZone(text);
    return value === undefined ? { ok: false } : { ok: true, value };
  },
});

const hstsMaxAgeAttribute: Attribute<number> = integerAttribute('hsts_max_age', 'hsts_max_age_invalid', {
  ...Type.Integer({
    default: 0,
    description:
      'For how many seconds browsers are told to come by HTTPS only (`Strict-Transport-Security`); 0 does not tell them.',
    examples: [31_536_000],
  }),
  minimum: 0,
  maximum: 63_072_000,
});

/** In the order of docs/reference/domains.md ("Errors"), which is the order of the checks. */
const writable: readonly Attribute<unknown>[] = [
  domainHostAttribute,
  challengeTypeAttribute,
  redirectToWwwAttribute,
  webAnalyticsAttribute,
  hstsMaxAgeAttribute,
  timeZoneAttribute,
];
const readOnly = [
  'uuid',
  'upstream_uuid',
  'status',
  'tls_certificate_issued',
  'certificate',
  'dns_records',
  'last_dns_check_at',
  'dns_check',
  'created_at',
  'updated_at',
];

/** Every attribute that a body may have; the read-only ones are ignored. */
export const customDomainAttributeNames: readonly string[] = [
  ...writable.map(({ name }) => name),
  ...readOnly,
];

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
    description: 'What is wrong with them and how to mend it, a sentence each.',
  }),
});

const certificateSchema = Type.Object({
  issuer: Type.Union([Type.String(), Type.Null()], { description: 'As RFC 4514 writes names.' }),
  expires_at: Type.Union([timestampSchema('Expiration time.'), Type.Null()]),
  last_error: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the last attempt to get an automatic one failed.',
  }),
});

const writableSchemas = attributeSchemas(writable);

export const customDomainSchema: TObject = Type.Object(
  {
    uuid: uuidSchema,
    upstream_uuid: uuidSchema,
    host: domainHostAttribute.schema,
    status: enumSchema(domainStatuses, {
      description: 'Whether the DNS records lead to the edge, as of the last check.',
    }),
    ...writableSchemas,
    tls_certificate_issued: Type.Boolean({
      description: 'Whether the host has a certificate that is valid now.',
    }),
    certificate: Type.Union([certificateSchema, Type.Null()], {
      description: 'The certificate of the host, or why it could not be had; null when there is neither.',
    }),
    dns_records: Type.Array(refTo(dnsRecordSchema), {
      description: 'The records to create; empty when the operator has not said where the edge is.',
    }),
    last_dns_check_at: Type.Union([timestampSchema('Time of the last check.'), Type.Null()]),
    dns_check: Type.Union([dnsCheckSchema, Type.Null()], {
      description: 'What the last check of the DNS records came to.',
    }),
    created_at: timestampSchema('Creation time.'),
    updated_at: timestampSchema('Time of last update by its owner; checks do not change it.'),
  },
  { $id: 'CustomDomain' },
);

export const customDomainBodySchemas: { readonly create: TObject; readonly update: TObject } = bodySchemas(
  'CustomDomain',
  writable,
  [domainHostAttribute],
);

export const customDomainQuerySchema: TObject = Type.Object({
  host: Type.Optional(Type.String({ description: 'Only the custom domain with this host.' })),
  query: searchQuery('`host`'),
  ...pageQuery,
  sort: sortQuery(customDomainSortFields),
});

/** Reads all attributes of a new domain; `ownName` is the edge's. Errors: the attribute's own code. */
export function readNewCustomDomain(body: RequestBody, ownName: string | undefined): CustomDomainAttributes {
  const defaults = {
    challengeType: 'http01',
    redirectToWww: false,
    webAnalytics: 'inject',
    hstsMaxAge: 0,
    timeZone: defaultTimeZone,
  } as const;
  return readChangedCustomDomain(
    body,
    { ...defaults, host: readRequired(body, domainHostAttribute) },
    ownName,
  );
}

/** Reads what is given and keeps the rest of `current`. Errors: the attribute's own code. */
export function readChangedCustomDomain(
  body: RequestBody,
  current: CustomDomainAttributes,
  ownName: string | undefined,
): CustomDomainAttributes {
  const host = readOptional(body, domainHostAttribute) ?? current.host;
  refuseOwnName(host, ownName);
  const challengeType = readOptional(body, challengeTypeAttribute) ?? current.challengeType;
  const redirectToWww = readOptional(body, redirectToWwwAttribute) ?? current.redirectToWww;
  if (redirectToWww) refuseWwwOf(host, ownName);
  const webAnalytics = readOptional(body, webAnalyticsAttribute) ?? current.webAnalytics;
  const hstsMaxAge = readOptional(body, hstsMaxAgeAttribute) ?? current.hstsMaxAge;
  const timeZone = readOptional(body, timeZoneAttribute) ?? current.timeZone;
  return { host, challengeType, redirectToWww, webAnalytics, hstsMaxAge, timeZone };
}

/** Refuses the name that custom domains point at, which would then point at itself. Errors: `host_invalid`. */
export function refuseOwnName(host: string, ownName: string | undefined): void {
  if (host === ownName) throw attributeInvalid(domainHostAttribute, host, "it is this service's own name");
}

/** Refuses to redirect a host to its `www.` when there can be none. Errors: `redirect_to_www_invalid`. */
function refuseWwwOf(host: string, ownName: string | undefined): void {
  const target = `www.${host}`;
  const problem = host.startsWith('www.')
    ? `host ${host} begins with www. itself`
    : target === ownName
      ? `${target} is this service's own name`
      : parseHostname(target).ok
        ? undefined
        : `host ${host} is too long to have www. before it`;
  if (problem !== undefined) throw attributeInvalid(redirectToWwwAttribute, true, problem);
}

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

/** `coverage`: the certificate that covers the host now. */
export function customDomainToWire(
  domain: CustomDomain,
  records: DnsRecords,
  coverage: Coverage | undefined,
): Record<string, unknown> {
  const { lastCheckAt, report } = domain.dns;
  const checkedAt = lastCheckAt === null ? null : formatTimestamp(lastCheckAt);
  return {
    uuid: domain.uuid,
    upstream_uuid: domain.upstreamUuid,
    host: domain.host,
    status: domain.status,
    challenge_type: domain.challengeType,
    redirect_to_www: domain.redirectToWww,
    web_analytics: domain.webAnalytics,
    hsts_max_age: domain.hstsMaxAge,
    time_zone: domain.timeZone,
    tls_certificate_issued: typeof coverage?.expiresAt === 'number',
    certificate: coverage
      ? {
          issuer: coverage.issuer,
          expires_at: coverage.expiresAt === null ? null : formatTimestamp(coverage.expiresAt),
          last_error: coverage.lastError,
        }
      : null,
    dns_records: records.expected(domain.host, domain.redirectToWww),
    last_dns_check_at: checkedAt,
    dns_check: report && { checked_at: checkedAt, found: report.found, problems: report.problems },
    created_at: formatTimestamp(domain.createdAt),
    updated_at: formatTimestamp(domain.updatedAt),
  };
}

export function deletedCustomDomainMessage(domain: CustomDomain): string {
  return `Custom domain ${domain.uuid} of ${domain.host} was deleted.`;
}

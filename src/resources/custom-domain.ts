/** Custom domains. Source: docs/reference/domains.md ("Custom domains", "Errors"). */
import type { ServiceError } from '../core/errors.ts';
import { maxHostLength, parseHostname } from '../core/hostname.ts';
import { parseLabel } from '../core/label.ts';
import { allowedTimeZone, defaultTimeZone, parseTimeZone } from '../core/time-zone.ts';
import type { Entity, Reading, Values } from './definition.ts';
import { attributeInvalid, type Checks, readChanged, readNew, readText } from './read-attributes.ts';
import type { RequestBody } from './request-body.ts';
import { defineResource, type Resource } from './resource.ts';
import { readHost } from './text-readings.ts';

export const customDomainDefinitions = {
  uuid: { type: 'uuid', readOnly: true },
  upstream_uuid: { type: 'uuid', readOnly: true },
  host: {
    type: 'text',
    required: true,
    allowed: 'a DNS host name of two or more labels, without scheme, port, path or wildcard',
    refused: 'is missing, or not a host name that can be used here',
    description:
      'Host that visitors ask for; stored in lower case, internationalised names as A-labels. One custom domain each, and none on hosts of other accounts.',
    examples: ['shop.example.com'],
    read: (text: string): Reading<string> => readHost(text),
    option: {
      value: 'HOST',
      help: 'host that visitors ask for; one custom domain each',
      updateHelp: 'move it to this host',
    },
    filter: { by: 'whole', description: 'Only the custom domain with this host.' },
    searched: true,
  },
  status: {
    type: 'choice',
    readOnly: true,
    choices: ['pending_check', 'dns_records_found', 'dns_records_not_found'],
    description: 'Whether the DNS records lead to the edge, as of the last check.',
  },
  ownership: {
    type: 'computed',
    readOnly: true,
    description:
      'Whether the account has the host. `required` and `pending`: another account had it until recently, so it is not served before the TXT record is found.',
  },
  ready: {
    type: 'boolean',
    readOnly: true,
    description:
      'Whether visitors may be led here: the ownership is verified, the records that the certificate needs are found, and there is a certificate for every host. As of the last check, or the last change of a certificate.',
  },
  ready_at: {
    type: 'timestamp',
    nullable: true,
    readOnly: true,
    description: 'When it became ready for the first time with this host; null until then.',
  },
  challenge_type: {
    type: 'choice',
    choices: ['http01', 'dns01'],
    default: 'http01',
    refused: 'is not `http01` or `dns01`, or is `dns01` where no zone is set up for challenges',
    description:
      'How a certificate authority checks who has the host: `http01` over the connections that lead here, `dns01` by a record that its owner leads to this service once, so that there is a certificate before any visitor comes.',
    option: { value: 'TYPE', help: 'how its certificates are validated: http01, or dns01 by a CNAME record' },
  },
  redirect_to_www: {
    type: 'boolean',
    default: false,
    refused: 'is not a boolean, or is true for a host that begins with `www.`',
    description: 'Redirect visitors to `www.` and the host, which is then served like this one.',
    option: { help: 'redirect visitors to www.HOST, and serve that too', off: { help: 'do not' } },
  },
  web_analytics: {
    type: 'choice',
    choices: ['inject', 'manual', 'off'],
    default: 'inject',
    description: '`inject` adds the tracker to HTML pages, `manual` only serves it, `off` does neither.',
    option: { value: 'MODE', help: 'inject, manual or off' },
  },
  hsts_max_age: {
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 63_072_000,
    description:
      'How many seconds browsers should use HTTPS only (`Strict-Transport-Security`); 0 sends no such field.',
    examples: [31_536_000],
    option: { value: 'SECONDS', help: 'tell browsers to use HTTPS only for this long; 0 does not' },
  },
  time_zone: {
    type: 'text',
    default: defaultTimeZone as typeof defaultTimeZone,
    allowed: allowedTimeZone as typeof allowedTimeZone,
    refused: 'is not an IANA name of a time zone',
    description:
      'IANA name of the time zone of its days, for clients to send as `timezone` of queries; the API does not use it itself.',
    examples: ['Europe/Berlin'],
    read: (text: string): Reading<string> => {
      const value = parseTimeZone(text);
      return value === undefined ? { ok: false } : { ok: true, value };
    },
    option: { value: 'ZONE', help: 'time zone of its days in queries, such as Europe/Berlin' },
  },
  ai_crawlers: {
    type: 'choice',
    choices: ['allow', 'block', 'payment_required'],
    default: 'allow',
    description:
      'What AI crawlers get: `allow` the site, `block` a 403, `payment_required` a 402. Crawlers are known by their user agent.',
    option: { value: 'MODE', help: 'what AI crawlers get: allow, block (403) or payment_required (402)' },
  },
  ai_crawlers_robots_txt: {
    type: 'boolean',
    default: false,
    description: 'Ask AI crawlers in `/robots.txt` to stay away. Its other rules are kept.',
    option: { help: 'ask AI crawlers in robots.txt to stay away', off: { help: 'do not' } },
  },
  maintenance: {
    type: 'boolean',
    default: false,
    description: 'Answer 503 in place of the upstream, which gets no requests of this host.',
    option: { help: 'answer 503 in place of the upstream', off: { help: 'send requests to the upstream' } },
  },
  external_id: {
    type: 'text',
    default: '',
    maxLength: 255,
    allowed: 'at most 255 characters on one line',
    refused: 'is longer than 255 characters, or has a line break or another control character',
    description:
      'What the domain, or the customer that it is of, is called in your own program. Several domains may have the same.',
    examples: ['customer-4711'],
    read: (text: string): Reading<string> => {
      const value = text.trim() === '' ? '' : parseLabel(text, 255);
      return value === undefined ? { ok: false } : { ok: true, value };
    },
    option: { value: 'ID', help: 'what it, or its customer, is called in your own program' },
    filter: { by: 'whole', description: 'Only custom domains with this external id.' },
    searched: true,
  },
  metadata: {
    type: 'text_map',
    default: {},
    maxEntries: 50,
    maxKeyLength: 40,
    maxValueLength: 500,
    refused:
      'is not an object with at most 50 keys of 1 to 40 letters, digits, `_` or `-`, and strings of at most 500 characters on one line',
    description:
      'Whatever your own program wants to keep with the domain; a new value replaces the whole object. In forms, JSON text.',
    examples: [{ plan: 'pro' }],
    option: { value: 'JSON', help: 'object of texts to keep with it, such as {"plan":"pro"}; replaces all' },
    filter: {
      by: 'entries',
      description: 'Only custom domains that have all entries of this JSON object.',
    },
  },
  tls_certificate_issued: {
    type: 'boolean',
    readOnly: true,
    description: 'Whether the host has a certificate that is valid now.',
  },
  certificate: {
    type: 'computed',
    readOnly: true,
    description: 'The certificate of the host, or why there is none; null when neither is known.',
  },
  dns_records: {
    type: 'computed',
    readOnly: true,
    description: 'The records to create; empty when the operator has not said where the edge is.',
  },
  last_dns_check_at: { type: 'computed', readOnly: true, description: 'Time of the last check.' },
  dns_check: {
    type: 'computed',
    readOnly: true,
    description: 'The result of the last check of the DNS records.',
  },
  created_at: { type: 'timestamp', readOnly: true, description: 'Creation time.' },
  updated_at: {
    type: 'timestamp',
    readOnly: true,
    description: 'Time of last update by its owner; checks do not change it.',
  },
} as const;

type Definitions = typeof customDomainDefinitions;
export type CustomDomainEntity = Entity<Definitions>;
/** What a caller may set; already validated, the host normalised. */
export type CustomDomainAttributes = Values<Definitions>;

export const customDomainResource: Resource<Definitions> = defineResource(
  'CustomDomain',
  customDomainDefinitions,
);

export const customDomainSortFields = ['created_at', 'updated_at', 'host'] as const;

const {
  host: hostAttribute,
  challenge_type: challengeTypeAttribute,
  redirect_to_www: redirectToWwwAttribute,
} = customDomainResource.attributes;

/** What the installation has in DNS. */
export type OwnNames = {
  /** The edge's public name. */
  readonly edgeHostname: string | undefined;
  /** In which challenges are answered. */
  readonly zone: string | undefined;
};

/** Reads all attributes of a new domain. Errors: the attribute's own code. */
export function readNewCustomDomain(body: RequestBody, own: OwnNames): CustomDomainAttributes {
  return readNew(customDomainResource, body, checksFor(own));
}

/** Reads what is given and keeps the rest of `current`. Errors: the attribute's own code. */
export function readChangedCustomDomain(
  body: RequestBody,
  current: CustomDomainAttributes,
  own: OwnNames,
): CustomDomainAttributes {
  return readChanged(customDomainResource, body, current, checksFor(own, current.challengeType));
}

/** Brings a host to its stored form. Errors: `host_invalid`. */
export function readDomainHost(text: string): string {
  return readText(text, hostAttribute);
}

/** Refuses the name that custom domains point at, which would then point at itself. Errors: `host_invalid`. */
export function refuseOwnName(host: string, ownName: string | undefined): void {
  if (host === ownName) throw attributeInvalid(hostAttribute, host, "it is this service's own name");
}

/** `kept`: the challenge type of a domain that is changed, which is no reason to refuse another change. */
function checksFor(
  { edgeHostname: ownName, zone }: OwnNames,
  kept?: CustomDomainAttributes['challengeType'],
): Checks<Definitions> {
  return {
    host: ({ host }) => refuseOwnName(host, ownName),
    challenge_type: ({ host, challengeType }) => {
      if (challengeType !== 'dns01') return;
      if (zone === undefined && kept !== 'dns01') throw dns01Refused('no zone for challenges is set up here');
      refuseTooLong(host);
    },
    redirect_to_www: ({ host, redirectToWww, challengeType }) => {
      if (!redirectToWww) return;
      refuseWwwOf(host, ownName);
      if (challengeType === 'dns01') refuseTooLong(`www.${host}`);
    },
  };
}

/** Refuses challenges for a host whose name leaves no room for theirs. Errors: `challenge_type_invalid`. */
function refuseTooLong(host: string): void {
  const prefix = '_acme-challenge.';
  if (prefix.length + host.length > maxHostLength)
    throw dns01Refused(`host ${host} is too long to have ${prefix} before it`);
}

function dns01Refused(problem: string): ServiceError {
  return attributeInvalid(challengeTypeAttribute, 'dns01', problem);
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

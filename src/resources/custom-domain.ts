/** Custom domains. Source: docs/reference/domains.md ("Custom domains", "Errors"). */
import { parseLabel } from '../core/label.ts';
import { allowedTimeZone, defaultTimeZone, parseTimeZone } from '../core/time-zone.ts';
import { parseHostOrWildcard } from '../core/wildcard-host.ts';
import { attentionAttributes } from './attention-attributes.ts';
import type { Entity, Reading, Values } from './definition.ts';
import { readPemText } from './pem-text.ts';
import { readText } from './read-attributes.ts';
import { defineResource, type Resource } from './resource.ts';

export type TlsVersion = '1.2' | '1.3';

/** Lists and webhooks have the whole text of each domain. */
const maxClientCaLength = 16_384;

const ownDefinitions = {
  uuid: { type: 'uuid', readOnly: true },
  upstream_uuid: {
    type: 'uuid',
    readOnly: true,
    option: { value: 'UUID', help: 'only those on this upstream' },
    refused: 'is not a UUID',
    filter: { by: 'whole', description: 'Only custom domains on this upstream.' },
  },
  host: {
    type: 'text',
    required: true,
    allowed:
      'a DNS host name of two or more labels, or `*.` before one that is not a public suffix, without scheme, port or path',
    refused: 'is missing, or not a host name that can be used here',
    description:
      'Host that visitors ask for; stored in lower case, internationalised names as A-labels. `*.example.com` is every host with one label before `example.com` that has nothing of its own. One custom domain each, and none on hosts of other accounts.',
    examples: ['shop.example.com', '*.example.com'],
    read: (text: string): Reading<string> => {
      const result = parseHostOrWildcard(text);
      return result.ok ? { ok: true, value: result.host } : result;
    },
    option: {
      value: 'HOST',
      help: 'host that visitors ask for, or *.HOST for all below it; one custom domain each',
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
    option: {
      value: 'STATUS',
      help: 'only those whose DNS records are in this state: pending_check, dns_records_found or dns_records_not_found',
    },
    filter: { by: 'whole', description: 'Only custom domains with this status.' },
  },
  ownership: {
    type: 'computed',
    readOnly: true,
    description:
      'Whether the account has the host. `required` and `pending`: another account had it until recently, or has a wildcard above or a host below it, so it is not served before the TXT record is found.',
  },
  ready: {
    type: 'boolean',
    readOnly: true,
    description:
      'Whether visitors may be led here: the ownership is verified, the records that the certificate needs are found, and there is a certificate for every host. As of the last check, or the last change of a certificate.',
    option: {
      help: 'only those that are ready for visitors',
      off: { help: 'only those that are not ready yet' },
    },
    filter: { by: 'whole', description: 'Only custom domains that are ready, or only those that are not.' },
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
    refused: 'is not a boolean, or is true for a host that begins with `www.` or `*.`',
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
  engagement: {
    type: 'boolean',
    default: false,
    description:
      'Count how long pages are looked at and how far they are scrolled, by a script of its own beside the tracker.',
    option: { help: 'count time on page and scroll depth', off: { help: 'do not' } },
  },
  web_vitals: {
    type: 'boolean',
    default: false,
    description:
      'Measure how quick pages are (LCP, INP, CLS, TTFB), by a script of its own beside the tracker.',
    option: { help: 'measure how quick pages are', off: { help: 'do not' } },
  },
  referrer_paths: {
    type: 'boolean',
    default: false,
    description:
      'Record which page a visit or request came from (host and path, never the query), not only its host. Applies to what is recorded or imported from then on.',
    option: {
      help: 'record the pages that visitors come from, not only their hosts',
      off: { help: 'only hosts' },
    },
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
  tls_min_version: {
    type: 'choice',
    choices: ['1.2', '1.3'],
    nullable: true,
    default: null,
    refused: 'is not `1.2`, `1.3` or `null`, or is lower than `NAMEPLATE_TLS_MIN_VERSION`',
    description:
      'The lowest version of TLS that visitors may use. Null: that of the installation, which it may raise and never lower.',
    option: {
      value: 'VERSION',
      help: 'lowest version of TLS that visitors may use: 1.2 or 1.3, or empty for the installation’s',
    },
  },
  tls_client_ca: {
    type: 'text',
    default: '',
    unquoted: true,
    maxLength: 16_384,
    allowed: '1 to 20 certificates of authorities in PEM, at most 16384 characters, or empty for none',
    refused: 'is not 1 to 20 certificates of authorities in PEM',
    description:
      'Certificates of authorities in PEM. With them, every request needs a client certificate that one of them, or an intermediate of theirs, has issued; other requests get 403. Empty: no certificate is asked for.',
    read: (text: string): Reading<string> => readPemText(text, maxClientCaLength),
    option: {
      value: 'FILE',
      help: 'authorities in PEM whose client certificates visitors need; "-" for standard input',
      file: { offHelp: 'ask visitors for no client certificate' },
    },
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
    description: 'Your own key–value data; a new value replaces the whole object. In forms, JSON text.',
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

/** Lists are filtered by these, and nothing has them. */
const filterDefinitions = {
  certificate_state: {
    type: 'computed',
    readOnly: true,
    writeOnly: true,
    choices: ['failing', 'missing', 'expiring', 'valid'],
    option: {
      value: 'STATE',
      help: 'only those whose certificate is in this state: failing, missing, expiring or valid',
    },
    refused: 'is not `failing`, `missing`, `expiring` or `valid`',
    filter: {
      by: 'whole',
      description:
        'Only custom domains whose certificate is in this state: `failing`: the last attempt to get or renew an automatic one failed, and none that was uploaded covers the host; `missing`: there is none that is valid now; `expiring`: it was uploaded and ends within 14 days; `valid`: any other.',
    },
  },
  traffic: {
    type: 'computed',
    readOnly: true,
    writeOnly: true,
    choices: ['some', 'none'],
    option: {
      value: 'WORD',
      help: 'only those with requests in the last 7 whole days, or without: some or none',
    },
    refused: 'is not `some` or `none`',
    filter: {
      by: 'whole',
      description:
        'Only custom domains that had requests in the last seven whole UTC days, or only those that had none.',
    },
  },
} as const;

export const customDomainDefinitions: typeof ownDefinitions &
  typeof attentionAttributes &
  typeof filterDefinitions = { ...ownDefinitions, ...attentionAttributes, ...filterDefinitions };

type Definitions = typeof customDomainDefinitions;
export type CustomDomainEntity = Entity<Definitions>;
/** What a caller may set; already validated, the host normalised. */
export type CustomDomainAttributes = Values<Definitions>;

export const customDomainResource: Resource<Definitions> = defineResource(
  'CustomDomain',
  customDomainDefinitions,
);

/** What a list of new custom domains has besides. */
export const customDomainBatchDefinitions = {
  certificates_follow: {
    type: 'boolean',
    default: false,
    description:
      'Order no automatic certificates for ten minutes, unless a visitor comes: they are imported or uploaded meanwhile.',
  },
} as const;

export const customDomainBatchResource: Resource<typeof customDomainBatchDefinitions> = defineResource(
  'CustomDomainBatch',
  customDomainBatchDefinitions,
);

export const customDomainSortFields = [
  'created_at',
  'updated_at',
  'host',
  'verdict',
  'visitors',
  'requests',
  'errors',
  'change',
] as const;

/** Brings a host to its stored form. Errors: `host_invalid`. */
export function readDomainHost(text: string): string {
  return readText(text, customDomainResource.attributes.host);
}

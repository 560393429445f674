/** Upstreams: the servers that custom domains are proxied to. Source: docs/reference/domains.md ("Upstreams"). */
import type { UpstreamCheck } from '../core/custom-domain.ts';
import { parseDnsName } from '../core/hostname.ts';
import type { HealthCheck, UpstreamTarget } from '../core/route.ts';
import { parseUpstreamHost } from '../core/upstream-host.ts';
import type { Entity, NewValues, Reading, Values } from './definition.ts';
import { readPemText } from './pem-text.ts';
import {
  attributeInvalid,
  type Checks,
  readChanged,
  readNew,
  readOptional,
  readRequired,
} from './read-attributes.ts';
import type { RequestBody } from './request-body.ts';
import { defineResource, type Resource } from './resource.ts';
import { healthCheckSchema, readHealthCheck } from './upstream-health-check.ts';
import { isSameTarget, readTargets } from './upstream-targets.ts';

export const upstreamDefinitions = {
  uuid: { type: 'uuid', readOnly: true },
  host: {
    type: 'text',
    required: true,
    allowed: 'a DNS name or an IP address, without scheme, port or path',
    refused: 'is missing, or not a host name that can be used here',
    description:
      'Where requests are sent, and what `Host` names there: a DNS name, also of one label, or an IP address (IPv6 without brackets). It must not lead to loopback, link-local, private or other special addresses unless the operator allows them.',
    examples: ['app.example.net'],
    read: (text: string): Reading<string> => {
      const result = parseUpstreamHost(text);
      return result.ok ? { ok: true, value: result.host } : result;
    },
    option: { value: 'HOST', help: 'DNS name or IP address of the upstream' },
  },
  port: {
    type: 'integer',
    default: 443,
    minimum: 1,
    maximum: 65_535,
    description: 'TCP port of the upstream.',
    option: { value: 'N', help: 'its TCP port' },
  },
  tls: {
    type: 'boolean',
    default: true,
    description: 'Connect with TLS; the certificate must be valid for `host`. When false, in clear text.',
    option: { help: 'connect with TLS', off: { help: 'connect in clear text' } },
  },
  auth_token: {
    type: 'text',
    secret: true,
    minLength: 8,
    maxLength: 256,
    allowed: '8 to 256 visible ASCII characters',
    refused: 'is not 8 to 256 visible ASCII characters',
    description:
      'Sent to the upstream in `X-Nameplate-Auth-Token`, so that it can tell who asks. 256 random bits unless given; null is the same as leaving it out.',
    read: (text: string): Reading<string> =>
      /^[\x21-\x7e]{8,256}$/.test(text) ? { ok: true, value: text } : { ok: false },
    option: {
      value: 'TOKEN',
      help: 'what it gets in X-Nameplate-Auth-Token, 8 to 256 visible characters',
      defaultHelp: '32 random bytes',
    },
  },
  maintenance: {
    type: 'boolean',
    default: false,
    description: 'Answer 503 in place of the upstream, for all hosts that are proxied to it.',
    option: { help: 'answer 503 in its place', off: { help: 'send requests to it' } },
  },
  host_header: {
    type: 'choice',
    choices: ['upstream', 'original'],
    default: 'upstream',
    description:
      '`Host` of proxied requests: `upstream` is `host`, `original` the host and port that the visitor asked for.',
    option: { value: 'MODE', help: 'Host that it gets: upstream (its own) or original (the visitor’s)' },
  },
  tls_server_name: {
    type: 'text',
    default: '',
    maxLength: 253,
    allowed: 'a DNS name, or empty for that of host',
    refused: 'is not a DNS name',
    description:
      'DNS name that the TLS handshake asks for and the certificate must be valid for, in place of `host`. Empty: `host`.',
    examples: ['app.example.net'],
    read: (text: string): Reading<string> => {
      if (text.trim() === '') return { ok: true, value: '' };
      const result = parseDnsName(text.trim());
      return result.ok ? { ok: true, value: result.host } : result;
    },
    option: { value: 'NAME', help: 'DNS name that its certificate must be valid for, if not its host' },
  },
  tls_ca: {
    type: 'text',
    default: '',
    unquoted: true,
    maxLength: 65_536,
    allowed: '1 to 20 certificates in PEM, at most 65536 characters, or empty for the system’s authorities',
    refused: 'is not 1 to 20 certificates in PEM',
    description:
      'Certificates in PEM that connections to the upstream trust instead of the system’s authorities: of its authority, or its own. At most 20, and nothing else. Empty: the system’s authorities.',
    read: (text: string): Reading<string> => readPemText(text),
    option: {
      value: 'FILE',
      help: 'certificates in PEM to trust for it instead of the system’s authorities; "-" for standard input',
      file: { offHelp: 'trust the system’s authorities' },
    },
  },
  tls_client_certificate: {
    type: 'text',
    default: '',
    unquoted: true,
    maxLength: 65_536,
    allowed:
      'a client certificate in PEM followed by its intermediates, 20 in all, at most 65536 characters, or empty for none',
    refused:
      'is not a client certificate in PEM that can be shown to upstreams: expired, not for clients, or with a key that is too weak',
    description:
      'Client certificate in PEM that the upstream is shown when it asks for one, with the intermediates after it. Its key is in `tls_client_key`; while there is a certificate, there is a key. Empty: none.',
    read: (text: string): Reading<string> => readPemText(text),
    option: {
      value: 'FILE',
      help: 'client certificate in PEM, its intermediates after it, to show it; "-" for standard input',
      file: { offHelp: 'show it no client certificate, and delete its key' },
    },
  },
  tls_client_key: {
    type: 'text',
    default: '',
    unquoted: true,
    writeOnly: true,
    secret: true,
    maxLength: 65_536,
    allowed: 'the private key of tls_client_certificate in PEM, RSA, EC or Ed25519, not encrypted',
    refused: 'is missing, not a PEM private key, encrypted, or not the key of `tls_client_certificate`',
    description:
      'Private key of `tls_client_certificate` in PEM (PKCS #8, PKCS #1 or SEC 1), not encrypted. Kept encrypted, and never returned. Left out or empty, the key there is stays, which must be that of the certificate.',
    read: (text: string): Reading<string> => readPemText(text),
    option: {
      value: 'FILE',
      help: 'private key of the client certificate in PEM, not encrypted; "-" for standard input',
      file: {},
    },
  },
  tls_client_certificate_expires_at: {
    type: 'computed',
    readOnly: true,
    description: 'When `tls_client_certificate` expires; null without one.',
  },
  compression: {
    type: 'boolean',
    default: false,
    description:
      'Compress answers that the upstream sends uncompressed, with br or gzip, for clients that take it. Not for answers with a secret beside something that the client chose (BREACH).',
    option: { help: 'compress its answers for clients that take that', off: { help: 'do not' } },
  },
  geo_fields: {
    type: 'boolean',
    default: false,
    description:
      'Send the visitor’s place in `X-Geo-Country`, `X-Geo-Region` and `X-Geo-City`, each where it is known.',
    option: { help: 'send it the visitor’s place in X-Geo-… fields', off: { help: 'do not' } },
  },
  metadata_fields: {
    type: 'boolean',
    default: false,
    description:
      'Send a custom domain’s `external_id` and `metadata` in `X-Nameplate-External-Id` and `X-Nameplate-Metadata`.',
    option: {
      help: 'send it external id and metadata of custom domains in X-Nameplate-… fields',
      off: { help: 'do not' },
    },
  },
  targets: {
    type: 'json',
    default: [] as readonly UpstreamTarget[],
    allowed: 'a list of at most 16 different places such as {"host": "b.example.net", "port": 443}',
    refused:
      'is not a list of at most 16 different targets with `host` and `port`, none of them the upstream’s own place, or one is where no upstream may be',
    description:
      'Further places where the same application is reached, in order of preference: a request goes to `host` or, while no connection can be made, to the first of these that takes one.',
    examples: [[{ host: 'b.example.net', port: 443 }]],
    schema: {
      type: 'array',
      maxItems: 16,
      items: {
        type: 'object',
        properties: {
          host: { type: 'string' },
          port: { type: 'integer', minimum: 1, maximum: 65_535, default: 443 },
        },
        required: ['host'],
        additionalProperties: false,
      },
    },
    read: (value: unknown): Reading<readonly UpstreamTarget[]> => readTargets(value),
    option: {
      value: 'JSON',
      help: 'further places, such as [{"host":"b.example.net","port":443}], tried in this order; replaces all',
    },
  },
  health_check: {
    type: 'json',
    default: null,
    allowed:
      'null, or an object such as {"path": "/health", "interval_seconds": 10, "timeout_seconds": 5, "status": [200, 399], "healthy_after": 2, "unhealthy_after": 3}',
    refused:
      'is neither null nor an object with a `path` and, within their limits, `interval_seconds`, `timeout_seconds`, `status`, `healthy_after` and `unhealthy_after`',
    description:
      'A request that each target of the upstream is sent at an interval. One that fails it gets no requests while another target does not; null: none is sent.',
    examples: [{ path: '/health' }],
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- declarations are made from this file alone
    schema: healthCheckSchema as Readonly<Record<string, unknown>>,
    read: (value: unknown): Reading<HealthCheck | null> => readHealthCheck(value),
    option: {
      value: 'JSON',
      help: 'check its targets, such as {"path":"/health"}; replaces all',
      defaultHelp: 'no checks',
      updateHelp: 'check its targets, such as {"path":"/health"}; replaces all; null stops them',
    },
  },
  created_at: { type: 'timestamp', readOnly: true, description: 'Creation time.' },
  updated_at: { type: 'timestamp', readOnly: true, description: 'Time of last update.' },
} as const;

type Definitions = typeof upstreamDefinitions;
export type Upstream = Entity<Definitions> & { readonly accountUuid: string };
/** What a caller may set; already validated, the host normalised. Without a `tlsClientKey`, or with '', the key there is stays. */
export type UpstreamAttributes = Omit<Values<Definitions>, 'tlsClientKey'> & {
  readonly tlsClientKey?: string;
};
/** The token is random when it is undefined. */
export type NewUpstream = NewValues<Definitions>;

export const upstreamResource: Resource<Definitions> = defineResource('Upstream', upstreamDefinitions);

export const upstreamSortFields = ['created_at', 'updated_at', 'host'] as const;

/** Checks that need more than the rules of `resources/`. */
export type UpstreamChecks = Checks<Definitions>;

/** Reads all attributes of a new upstream. Errors: the attribute's own code. */
export function readNewUpstream(body: RequestBody, more: UpstreamChecks): NewUpstream {
  return readNew(upstreamResource, withoutHiddenToken(body), { ...checks, ...more });
}

/** Reads what is given and keeps the rest of `current`. Errors: the attribute's own code. */
export function readChangedUpstream(
  body: RequestBody,
  current: UpstreamAttributes,
  more: UpstreamChecks,
): UpstreamAttributes {
  return readChanged(
    upstreamResource,
    withoutHiddenToken(body),
    { tlsClientKey: '', ...current },
    { ...checks, ...more },
  );
}

/** Whoever may not see the token has null for it, and may send back what they have. */
function withoutHiddenToken(body: RequestBody): RequestBody {
  if (body.attributes.get('auth_token') !== null) return body;
  const attributes = new Map([...body.attributes].filter(([name]) => name !== 'auth_token'));
  return { ...body, attributes };
}

const checks: Checks<Definitions> = {
  targets: ({ host, port, targets }) => {
    const own = targets.findIndex((target) => isSameTarget(target, { host, port }));
    if (own === -1) return;
    const reason = `its target ${own + 1} is the upstream's own place`;
    throw attributeInvalid(upstreamResource.attributes.targets, targets, reason);
  },
};

/**
 * Refuses places that upstreams must not be at: of a new upstream, or those that change. They are judged before the other
 * attributes are read. Errors: `host_invalid`, `port_invalid`, `targets_invalid`.
 */
export async function refuseForbiddenPlaces(
  body: RequestBody,
  check: UpstreamCheck,
  accountUuid: string,
  current?: UpstreamAttributes,
): Promise<void> {
  const { host: hostAttribute, port: portAttribute, targets: targetsAttribute } = upstreamResource.attributes;
  const host = current
    ? (readOptional(body, hostAttribute) ?? current.host)
    : readRequired(body, hostAttribute);
  const port = readOptional(body, portAttribute) ?? current?.port ?? upstreamResource.defaults.port;
  const isMoved = host !== current?.host || port !== current.port;
  const reason = isMoved ? await check.refusal(accountUuid, host, port) : undefined;
  if (reason !== undefined) throw attributeInvalid(hostAttribute, host, reason);
  const targets = readOptional(body, targetsAttribute) ?? [];
  const reasons = await Promise.all(
    targets.map(async (target) => {
      const isKept = current?.targets.some((each) => isSameTarget(each, target)) === true;
      return isKept ? undefined : check.refusal(accountUuid, target.host, target.port);
    }),
  );
  const first = reasons.findIndex((each) => each !== undefined);
  if (first !== -1)
    throw attributeInvalid(targetsAttribute, targets, `its target ${first + 1}: ${reasons[first]}`);
}

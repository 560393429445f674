/** Upstreams on the wire. Source: docs/reference/domains.md ("Upstreams"). */
import { type TObject, Type } from '@sinclair/typebox';
import {
  type NewUpstream,
  type Upstream,
  type UpstreamAttributes,
  upstreamSortFields,
} from '../../control/upstreams.ts';
import { formatTimestamp } from '../../core/clock.ts';
import type { UpstreamCheck } from '../../core/custom-domain.ts';
import { parseUpstreamHost } from '../../core/upstream-host.ts';
import {
  type Attribute,
  attributeInvalid,
  attributeSchemas,
  bodySchemas,
  booleanAttribute,
  integerAttribute,
  readOptional,
  readRequired,
  textAttribute,
} from '../attributes.ts';
import type { RequestBody } from '../body/request-body.ts';
import { pageQuery, sortQuery, timestampSchema, uuidSchema } from './common.ts';

export const upstreamHostAttribute: Attribute<string> = textAttribute({
  name: 'host',
  code: 'host_invalid',
  allowed: 'a DNS name or an IP address, without scheme, port or path',
  schema: Type.String({
    description:
      'Where requests are sent, and what `Host` names there: a DNS name, also of one label, or an IP address (IPv6 without brackets). It must not lead to loopback, link-local, private or other special addresses unless the operator allows them.',
    examples: ['app.example.net'],
  }),
  read(text) {
    const result = parseUpstreamHost(text);
    return result.ok ? { ok: true, value: result.host } : result;
  },
});

const portAttribute: Attribute<number> = integerAttribute('port', 'port_invalid', {
  ...Type.Integer({ default: 443, description: 'TCP port of the upstream.' }),
  minimum: 1,
  maximum: 65_535,
});

const tlsAttribute: Attribute<boolean> = booleanAttribute(
  'tls',
  'tls_invalid',
  Type.Boolean({
    default: true,
    description: 'Connect with TLS; the certificate must be valid for `host`. When false, in clear text.',
  }),
);

const authTokenAttribute: Attribute<string> = textAttribute({
  name: 'auth_token',
  code: 'auth_token_invalid',
  allowed: '8 to 256 visible ASCII characters',
  schema: Type.String({
    minLength: 8,
    maxLength: 256,
    description:
      'Sent to the upstream in `X-Nameplate-Auth-Token`, so that it can tell who asks. 256 random bits unless given.',
  }),
  read: (text) => (/^[\x21-\x7e]{8,256}$/.test(text) ? { ok: true, value: text } : { ok: false }),
});

/** In the order of docs/reference/domains.md ("Errors"), which is the order of the checks. */
const writable: readonly Attribute<unknown>[] = [
  upstreamHostAttribute,
  portAttribute,
  tlsAttribute,
  authTokenAttribute,
];
const readOnly = ['uuid', 'created_at', 'updated_at'];

/** Every attribute that a body may have; the read-only ones are ignored. */
export const upstreamAttributeNames: readonly string[] = [...writable.map(({ name }) => name), ...readOnly];

export const upstreamSchema: TObject = Type.Object(
  {
    uuid: uuidSchema,
    ...attributeSchemas(writable),
    created_at: timestampSchema('Creation time.'),
    updated_at: timestampSchema('Time of last update.'),
  },
  { $id: 'Upstream' },
);

export const upstreamBodySchemas: { readonly create: TObject; readonly update: TObject } = bodySchemas(
  'Upstream',
  writable,
  [upstreamHostAttribute],
);

export const upstreamQuerySchema: TObject = Type.Object({
  ...pageQuery,
  sort: sortQuery(upstreamSortFields),
});

type Place = Pick<UpstreamAttributes, 'host' | 'port'>;

/** Reads the place of a new upstream. Errors: `host_invalid`, `port_invalid`. */
export function readNewPlace(body: RequestBody): Place {
  return { host: readRequired(body, upstreamHostAttribute), port: readOptional(body, portAttribute) ?? 443 };
}

/** Reads the place of an upstream, of which what is left out stays. Errors: `host_invalid`, `port_invalid`. */
export function readChangedPlace(body: RequestBody, current: Place): Place {
  return {
    host: readOptional(body, upstreamHostAttribute) ?? current.host,
    port: readOptional(body, portAttribute) ?? current.port,
  };
}

/** Refuses a place that upstreams must not be at. Errors: `host_invalid`. */
export async function refuseForbiddenPlace({ host, port }: Place, check: UpstreamCheck): Promise<void> {
  const reason = await check.refusal(host, port);
  if (reason !== undefined) throw attributeInvalid(upstreamHostAttribute, host, reason);
}

/** Reads all attributes of a new upstream. Errors: the attribute's own code. */
export function readNewUpstream(body: RequestBody): NewUpstream {
  return {
    ...readNewPlace(body),
    tls: readOptional(body, tlsAttribute) ?? true,
    authToken: readOptional(body, authTokenAttribute),
  };
}

/** Reads what is given and keeps the rest of `current`. Errors: the attribute's own code. */
export function readChangedUpstream(body: RequestBody, current: UpstreamAttributes): UpstreamAttributes {
  return {
    ...readChangedPlace(body, current),
    tls: readOptional(body, tlsAttribute) ?? current.tls,
    authToken: readOptional(body, authTokenAttribute) ?? current.authToken,
  };
}

export function upstreamToWire(upstream: Upstream): Record<string, unknown> {
  return {
    uuid: upstream.uuid,
    host: upstream.host,
    port: upstream.port,
    tls: upstream.tls,
    auth_token: upstream.authToken,
    created_at: formatTimestamp(upstream.createdAt),
    updated_at: formatTimestamp(upstream.updatedAt),
  };
}

export function deletedUpstreamMessage(upstream: Upstream, domainsDeleted: number): string {
  const domains = domainsDeleted === 1 ? '1 custom domain' : `${domainsDeleted} custom domains`;
  return `Upstream ${upstream.uuid} of ${upstream.host} was deleted, and ${domains} with it.`;
}

/**
 * Versions of upstreams, without secrets: the present ones stay, and a client certificate goes with its key. Source:
 * docs/reference/versions.md ("Secrets").
 */
import type { ApiParts } from '../../api/parts.ts';
import { haveSameKey } from '../../certificates/upstream-tls.ts';
import { versionedOf } from '../../control/audited.ts';
import { type Upstream, upstreamResource } from '../../resources/upstream.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { upstreamActs, upstreamWords } from '../upstreams/feature.ts';
import { auditedUpstream, versionedUpstream } from '../upstreams/upstream-store.ts';
import { upstreamSchemas } from '../upstreams/wire.ts';
import { type Attributes, bodyOf, namesOf, type VersionedKind } from './versioned-kind.ts';

export function upstreamVersions(parts: ApiParts): VersionedKind {
  const acts = upstreamActs(parts);
  return {
    kind: 'upstream',
    ...namesOf(upstreamWords, upstreamSchemas.answer),
    names: versionedUpstream,
    summed: ['tls_ca', 'tls_client_certificate'],
    async find(accountUuid, uuid) {
      const upstream = await acts.find(accountUuid, uuid);
      return (
        upstream && {
          uuid,
          updatedAt: upstream.updatedAt,
          attributes: versionedOf(upstreamResource, versionedUpstream, upstream),
          audited: auditedUpstream.attributesOf({ ...upstream, sealedClientKey: '' }),
          async use() {
            const only = { accountUuid, upstreamUuid: uuid, sort: newestFirst, limit: 1, offset: 0 };
            const { count } = await new CustomDomains(parts.store).list(only);
            return count === 0 ? undefined : 'it has custom domains now';
          },
          async write(attributes, expect, request) {
            const change = { uuid, body: bodyOf(withKey(attributes, upstream)), found: upstream, expect };
            const updated = await acts.update?.(accountUuid, change, request);
            return updated && (await acts.toWire([updated], request))[0];
          },
          delete: async (request) => acts.delete?.(accountUuid, uuid, request),
        }
      );
    },
    async create(accountUuid, uuid, attributes, request) {
      await acts.create?.(accountUuid, bodyOf(withKey(attributes)), request, uuid);
    },
  };
}

const newestFirst = { field: 'created_at', direction: 'desc' } as const;

/** Without a client certificate whose key is gone. */
function withKey(attributes: Attributes, current?: Upstream): Attributes {
  const { tls_client_certificate: certificate, ...others } = attributes;
  if (typeof certificate !== 'string') return others;
  const present = current?.tlsClientCertificate ?? '';
  const hasKey = certificate === '' || (present !== '' && haveSameKey(certificate, present));
  return hasKey ? attributes : others;
}

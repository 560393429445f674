/** Versions of custom domains, which may have been on other upstreams. Source: docs/reference/versions.md. */
import type { ApiParts } from '../../api/parts.ts';
import { auditedCustomDomain, versionedCustomDomain, versionedOf } from '../../control/audited.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { customDomainResource } from '../../resources/custom-domain.ts';
import { customDomainAnswers } from '../custom-domains/answers.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { customDomainActs, ofAccount, updateCustomDomain } from '../custom-domains/feature.ts';
import { customDomainSchemas } from '../custom-domains/wire.ts';
import { Upstreams } from '../upstreams/upstream-store.ts';
import { type Attributes, bodyOf, namesOf, type VersionedKind } from './versioned-kind.ts';

export function customDomainVersions(parts: ApiParts): VersionedKind {
  const { store, dns } = parts;
  const answers = customDomainAnswers(store, dns.records);
  const acts = customDomainActs(parts, answers);
  const stored = new CustomDomains(store);
  /** Errors: `upstream_uuid_invalid`. */
  const upstreamOf = async (accountUuid: string, { upstream_uuid: uuid }: Attributes): Promise<string> => {
    if (typeof uuid === 'string' && (await new Upstreams(store).find(accountUuid, uuid))) return uuid;
    const problem = `upstream_uuid ${quoteValue(uuid)} is invalid: the account has no such upstream any more`;
    throw new ServiceError('upstream_uuid_invalid', problem);
  };
  return {
    kind: 'custom_domain',
    ...namesOf(ofAccount, customDomainSchemas.answer),
    names: versionedCustomDomain,
    summed: ['tls_client_ca'],
    async find(accountUuid, uuid) {
      const domain = await stored.findInAccount(accountUuid, uuid);
      if (!domain) return undefined;
      const { upstreamUuid, updatedAt } = domain;
      const place = { accountUuid, upstreamUuid };
      return {
        uuid,
        updatedAt,
        attributes: versionedOf(customDomainResource, versionedCustomDomain, domain),
        audited: auditedCustomDomain.attributesOf(domain),
        async write(attributes, expect, request) {
          const { upstream_uuid: wanted = upstreamUuid } = attributes;
          const movesTo = wanted === upstreamUuid ? upstreamUuid : await upstreamOf(accountUuid, attributes);
          const change = { uuid, body: bodyOf(attributes), expect };
          const updated = await updateCustomDomain(parts, place, change, request, movesTo);
          return updated && (await answers.one(updated));
        },
        delete: async (request) => acts.delete?.(place, uuid, request),
      };
    },
    async create(accountUuid, uuid, attributes, request) {
      const upstreamUuid = await upstreamOf(accountUuid, attributes);
      await acts.create?.({ accountUuid, upstreamUuid }, bodyOf(attributes), request, uuid);
    },
  };
}

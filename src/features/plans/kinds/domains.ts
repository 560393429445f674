/** Custom domains of a document, by their `host`. Their `upstream` is the name of one in the document. */

import { versionedNames, versionedOf } from '../../../control/audited.ts';
import { type CustomDomain, toCustomDomain } from '../../../control/custom-domain-row.ts';
import type { ServiceError } from '../../../core/errors.ts';
import { mapInTurns } from '../../../core/loop-turns.ts';
import type { RouteParts } from '../../../kernel/feature.ts';
import { customDomainResource } from '../../../resources/custom-domain.ts';
import { readRequired } from '../../../resources/read-attributes.ts';
import { readChangedCustomDomain, readNewCustomDomain } from '../../../resources/read-custom-domain.ts';
import { customDomainAnswers } from '../../custom-domains/answers.ts';
import { CustomDomains } from '../../custom-domains/custom-domain-store.ts';
import { customDomainActs, updateCustomDomain } from '../../custom-domains/feature.ts';
import { customDomainTlsChecks } from '../../custom-domains/tls-checks.ts';
import { bodyOf } from '../../versions/versioned-kind.ts';
import type { Kind, Planning } from '../kind.ts';
import { textsOf, valuesAfter } from '../operation.ts';
import { planInvalid } from '../problems.ts';
import { upstreamKeys } from './upstreams.ts';
import { inApply, partsOf, rowsOf } from './writing.ts';

const names: readonly string[] = versionedNames(customDomainResource);
const rowsAtOnce = 200;

export function domainKind({ dns, tlsMinVersion }: RouteParts): Kind<CustomDomain> {
  return {
    name: 'domains',
    names: ['upstream', ...names],
    deletesFirst: false,
    keyOf: ({ body }) => readRequired(body, customDomainResource.attributes.host),
    async find(scope, keys) {
      const rows = await rowsOf(scope, keys, (queries, part) => {
        const query = queries
          .selectFrom('custom_domains')
          .selectAll()
          .where('account_uuid', '=', scope.accountUuid);
        return part ? query.where('host', 'in', part) : query;
      });
      return rows.map((row) => {
        const entity = toCustomDomain(row);
        const { host: key, uuid, updatedAt } = entity;
        return { key, uuid, state: `${uuid} ${updatedAt}`, entity };
      });
    },
    async attributesOf({ entity }, scope) {
      const { upstreamUuid } = entity;
      const upstream = (await upstreamKeys(scope)).get(upstreamUuid);
      return textsOf({
        upstream_uuid: upstreamUuid,
        upstream,
        ...versionedOf(customDomainResource, names, entity),
      });
    },
    entryOf({ key, entity }, attributes, upstreams) {
      const { upstream_uuid: _uuid, upstream: _key, host: _host, ...others } = attributes;
      return { ...textsOf({ host: key, upstream: upstreams.get(entity.upstreamUuid) }), ...others };
    },
    async read(planning, { body, place }, found) {
      const upstream = upstreamOf(planning, body.attributes, place);
      const values = found
        ? readChangedCustomDomain(body, found.entity, dns, customDomainTlsChecks(tlsMinVersion, found.entity))
        : readNewCustomDomain(body, dns, customDomainTlsChecks(tlsMinVersion));
      if (!found && !upstream)
        throw planInvalid([
          `${place}.upstream: is missing; allowed: the name of an upstream of the document`,
        ]);
      const uuid = upstream?.uuid ?? found?.entity.upstreamUuid ?? '';
      const key = upstream?.key ?? (await upstreamKeys(planning)).get(uuid);
      return {
        attributes: textsOf({
          upstream_uuid: uuid,
          upstream: key,
          ...versionedOf(customDomainResource, names, values),
        }),
      };
    },
    async findRefused({ store, accountUuid }, keys) {
      const refused = new Map<string, ServiceError>();
      const list = keys.map((host) => ({ host, redirectToWww: false }));
      for (const { index, error } of await new CustomDomains(store).findTaken(accountUuid, list))
        refused.set(keys[index] ?? '', error);
      return refused;
    },
    async prepare(_applying, { creates, changes, deletes }) {
      const read = new Map<string, ReturnType<typeof readNewCustomDomain>[]>();
      await mapInTurns(creates, (operation) => {
        const { upstream_uuid: uuid, upstream: _, ...values } = valuesAfter('create', operation);
        const ofUpstream = read.get(String(uuid)) ?? [];
        read.set(String(uuid), ofUpstream);
        ofUpstream.push(readNewCustomDomain(bodyOf(values), dns));
      });
      return {
        async write(applying) {
          const { store, accountUuid, request } = applying;
          const parts = inApply(applying);
          const stored = new CustomDomains(store);
          for (const [upstreamUuid, values] of read)
            for (const part of partsOf(values, rowsAtOnce)) {
              const outcome = await stored.createMany(accountUuid, upstreamUuid, part);
              if (outcome && 'taken' in outcome) throw outcome.taken[0]?.error;
            }
          for (const operation of changes) {
            const found = await stored.findInAccount(accountUuid, operation.uuid ?? '');
            if (!found) continue;
            const { upstream_uuid: movesTo, upstream: _, ...values } = valuesAfter('change', operation);
            const change = { uuid: found.uuid, body: bodyOf(values), expect: () => {} };
            const target = typeof movesTo === 'string' ? movesTo : undefined;
            await updateCustomDomain(
              parts,
              { accountUuid, upstreamUuid: found.upstreamUuid },
              change,
              request,
              target,
            );
          }
        },
        async delete(applying) {
          const { store, accountUuid, request } = applying;
          const parts = inApply(applying);
          const acts = customDomainActs(parts, customDomainAnswers(store, dns.records));
          const stored = new CustomDomains(store);
          for (const { uuid } of deletes) {
            const found = await stored.findInAccount(accountUuid, uuid ?? '');
            if (found)
              await acts.delete?.({ accountUuid, upstreamUuid: found.upstreamUuid }, found.uuid, request);
          }
        },
      };
    },
  };
}

/** The upstream that an entry names, if it names one. Errors: `plan_invalid`. */
function upstreamOf(
  { upstreams }: Planning,
  attributes: ReadonlyMap<string, unknown>,
  place: string,
): { readonly uuid: string; readonly key: string } | undefined {
  if (!attributes.has('upstream')) return undefined;
  const name = attributes.get('upstream');
  const upstream = typeof name === 'string' ? upstreams.get(name) : undefined;
  if (upstream) return upstream;
  throw planInvalid([`${place}.upstream: ${JSON.stringify(name)} is no name of an upstream of the document`]);
}

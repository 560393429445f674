/**
 * `/api/v1/accounts/:account_uuid/upstreams/:upstream_uuid/custom_domains`, and the same of all upstreams, to be read.
 * Source: docs/reference/domains.md ("Custom domains").
 */

import { accountOf, idOf, notFound } from '../../api/guard.ts';
import type { ApiParts } from '../../api/parts.ts';
import { live, search } from '../../api/reference/descriptions.ts';
import { makeLive } from '../../api/routing-changes.ts';
import { auditedCustomDomain } from '../../control/audited.ts';
import type { Feature } from '../../kernel/feature.ts';
import { namedAccount, type Owner } from '../../kernel/owner.ts';
import { refusedFirst } from '../../kernel/refused-first.ts';
import {
  type Acts,
  addResourceRoutes,
  type Change,
  type ResourceRequest,
} from '../../kernel/resource-routes.ts';
import type { ResourceWords } from '../../kernel/resource-words.ts';
import { attributeErrorsOf } from '../../resources/attribute-errors.ts';
import {
  customDomainBatchResource,
  type customDomainDefinitions,
  customDomainResource,
  customDomainSortFields,
} from '../../resources/custom-domain.ts';
import { readOptional, readRequired } from '../../resources/read-attributes.ts';
import {
  readChangedCustomDomain,
  readNewCustomDomain,
  refuseHost,
} from '../../resources/read-custom-domain.ts';
import { Upstreams } from '../upstreams/upstream-store.ts';
import { type CustomDomainAnswers, customDomainAnswers } from './answers.ts';
import { addCustomDomainBatchRoute } from './batch.ts';
import { addChallengeTypesRoute, challengeTypesSchema } from './challenge-types.ts';
import { type CustomDomain, CustomDomains } from './custom-domain-store.ts';
import { CustomDomainLists } from './lists.ts';
import { addMoveCustomDomainRoute } from './move.ts';
import { customDomainTlsChecks } from './tls-checks.ts';
import { addCustomDomainTrafficRoute, domainTrafficSchema } from './traffic.ts';
import { addVerifyRoute } from './verify.ts';
import { customDomainSchemas, deletedCustomDomainMessage, dnsRecordSchema } from './wire.ts';

type Definitions = typeof customDomainDefinitions;
/** Where a custom domain is. */
export type Place = { readonly accountUuid: string; readonly upstreamUuid: string };

export const itsUpstream: Owner<Place> = {
  words: 'upstream',
  parameter: 'upstream_uuid',
  async find(request, access, store) {
    const accountUuid = accountOf(request, access);
    const { upstream_uuid: named } = request.params;
    const upstreamUuid = idOf('upstream', named);
    // In the path of a custom domain, it is the domain that isn't found.
    const isOfDomain = 'custom_domain_uuid' in request.params;
    if (!isOfDomain && !(await new Upstreams(store).find(accountUuid, upstreamUuid)))
      throw notFound('upstream', named);
    return { accountUuid, upstreamUuid };
  },
};

const common = {
  resource: customDomainResource,
  kind: 'custom_domain',
  item: 'custom_domain_uuid',
  sortFields: customDomainSortFields,
  tag: {
    name: 'Custom domains',
    description:
      'Your customers’ hosts: proxied to an upstream, with HTTPS, DNS checks and analytics. Those of one upstream are below its path; those of all upstreams below the account’s.',
  },
} as const;

export const ofAccount: ResourceWords<Definitions> = {
  ...common,
  owner: namedAccount,
  path: '/api/v1/accounts/:account_uuid/custom_domains',
  verbs: {
    list: {
      operationId: 'listAccountCustomDomains',
      summary: 'List an account’s custom domains',
      description: search,
    },
    get: {
      operationId: 'getAccountCustomDomain',
      summary: 'Retrieve an account’s custom domain',
      description: 'Answers one custom domain without naming its upstream in the path.',
    },
  },
};

export const ofUpstream: ResourceWords<Definitions, Place> = {
  ...common,
  owner: itsUpstream,
  path: '/api/v1/accounts/:account_uuid/upstreams/:upstream_uuid/custom_domains',
  takesIfMatch: true,
  verbs: {
    list: { summary: 'List an upstream’s custom domains' },
    create: {
      answer: 'The custom domain created, with the DNS records to create.',
      description: `The answer lists the DNS records that the owner of the domain has to create. A host that has a custom domain, or belongs to another account, answers 400 \`host_taken\`. ${live}`,
    },
    get: {
      description: 'Answers one custom domain, with the expected DNS records and what the last check found.',
    },
    update: {
      description: `\`hsts_max_age\` is in seconds; browsers cannot be told to forget it, so start with minutes. ${live}`,
    },
    delete: {
      answer: 'A confirmation that names the uuid and the host.',
      description: `Its goals and its automatic certificate are deleted too. What was counted can no longer be queried. ${live}`,
    },
  },
};

const { host: hostAttribute } = customDomainResource.attributes;

export const customDomains: Feature = {
  tags: [common.tag],
  schemas: [
    customDomainSchemas.answer,
    domainTrafficSchema,
    challengeTypesSchema,
    dnsRecordSchema,
    customDomainSchemas.bodies.create,
    customDomainSchemas.bodies.update,
  ],
  attributeErrors: [
    ...attributeErrorsOf(customDomainResource),
    ...attributeErrorsOf(customDomainBatchResource),
  ],
  tables: { custom_domains: auditedCustomDomain, deleted_custom_domains: null },
  addRoutes(app, parts) {
    const { store, dns } = parts;
    const answers = customDomainAnswers(store, dns.records);
    const lists = new CustomDomainLists(parts);
    addCustomDomainTrafficRoute(app, ofAccount, lists);
    addChallengeTypesRoute(app, ofAccount, dns);
    addResourceRoutes(app, store, ofAccount, customDomainSchemas, actsInAccount(parts, answers, lists));
    addResourceRoutes(app, store, ofUpstream, customDomainSchemas, {
      ...customDomainActs(parts, answers),
      // The upstream of the path stands, whatever the query says.
      list: (place, query) => lists.list({ ...query, ...place }),
    });
    addCustomDomainBatchRoute(app, parts, answers);
    addMoveCustomDomainRoute(app, parts, answers);
    addVerifyRoute(app, parts, answers);
  },
};

function actsInAccount(
  { store }: ApiParts,
  answers: CustomDomainAnswers,
  lists: CustomDomainLists,
): Acts<Definitions, CustomDomain> {
  const stored = new CustomDomains(store);
  return {
    toWire: answers.many,
    find: (accountUuid, uuid) => stored.findInAccount(accountUuid, uuid),
    list: (accountUuid, query) => lists.list({ ...query, accountUuid }),
  };
}

/** All but lists. */
export function customDomainActs(
  parts: ApiParts,
  answers: CustomDomainAnswers,
): Acts<Definitions, CustomDomain, Place> {
  const { store, dns: own, changes, tlsMinVersion } = parts;
  const stored = new CustomDomains(store);
  return {
    toWire: answers.many,
    find: ({ accountUuid, upstreamUuid }, uuid) => stored.find(accountUuid, upstreamUuid, uuid),
    async create({ accountUuid, upstreamUuid }, body, request, uuid) {
      const host = readRequired(body, hostAttribute);
      refuseHost(host, own.edgeHostname);
      const entity = await refusedFirst(
        async () => {
          const attributes = readNewCustomDomain(body, own, customDomainTlsChecks(tlsMinVersion));
          return await stored.create(accountUuid, upstreamUuid, attributes, uuid);
        },
        () => stored.refuseTaken(accountUuid, host),
      );
      if (!entity) return undefined;
      await makeLive(changes, request);
      return { entity };
    },
    update: (place, change, request) => updateCustomDomain(parts, place, change, request),
    async delete({ accountUuid, upstreamUuid }, uuid, request) {
      const deleted = await stored.delete(accountUuid, upstreamUuid, uuid);
      if (!deleted) return undefined;
      await makeLive(changes, request);
      return deletedCustomDomainMessage(deleted);
    },
  };
}

/** `movesTo`: an upstream that it is put on as well. */
export async function updateCustomDomain(
  { store, dns: own, changes, tlsMinVersion }: ApiParts,
  { accountUuid, upstreamUuid }: Place,
  { uuid, body, expect }: Omit<Change<CustomDomain>, 'found'>,
  request: ResourceRequest,
  movesTo?: string,
): Promise<CustomDomain | undefined> {
  const stored = new CustomDomains(store);
  const host = readOptional(body, hostAttribute);
  if (host !== undefined) refuseHost(host, own.edgeHostname);
  const change = (current: CustomDomain) => {
    expect(current);
    return readChangedCustomDomain(body, current, own, customDomainTlsChecks(tlsMinVersion, current));
  };
  const updated = await refusedFirst(
    () => stored.update(accountUuid, upstreamUuid, uuid, change, movesTo),
    async () => host !== undefined && stored.refuseTaken(accountUuid, host, uuid),
  );
  if (updated) await makeLive(changes, request);
  return updated;
}

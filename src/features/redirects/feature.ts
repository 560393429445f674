/** `/api/v1/accounts/:account_uuid/redirects`. Source: docs/reference/redirects.md. */

import type { ApiParts } from '../../api/parts.ts';
import { live, search } from '../../api/reference/descriptions.ts';
import { makeLive } from '../../api/routing-changes.ts';
import { auditedRedirect } from '../../control/audited.ts';
import type { Feature } from '../../kernel/feature.ts';
import { namedAccount } from '../../kernel/owner.ts';
import { refusedFirst } from '../../kernel/refused-first.ts';
import { type Acts, addResourceRoutes } from '../../kernel/resource-routes.ts';
import type { ResourceWords } from '../../kernel/resource-words.ts';
import { attributeErrorsOf } from '../../resources/attribute-errors.ts';
import { batchResource } from '../../resources/batch.ts';
import { attributeInvalid, readOptional, readRequired } from '../../resources/read-attributes.ts';
import {
  type Redirect,
  readChangedRedirect,
  readNewRedirect,
  type redirectDefinitions,
  redirectResource,
  redirectSortFields,
} from '../../resources/redirect.ts';
import { addRedirectBatchRoute } from './batch.ts';
import { Redirects } from './redirect-store.ts';
import { redirectSchemas, redirectsToWire, writtenRedirectsToWire } from './wire.ts';

type Definitions = typeof redirectDefinitions;

export const redirectWords: ResourceWords<Definitions> = {
  resource: redirectResource,
  kind: 'redirect',
  owner: namedAccount,
  path: '/api/v1/accounts/:account_uuid/redirects',
  item: 'redirect_uuid',
  sortFields: redirectSortFields,
  takesIfMatch: true,
  tag: {
    name: 'Redirects',
    description: 'Send the requests of a host to another URL, with 301 or 302.',
  },
  verbs: {
    list: { description: `Newest first unless \`sort\` says otherwise. ${search}` },
    create: {
      description: `A host has at most one redirect: a second one answers 400 \`source_host_taken\`, and so does a host of another account. A redirect that would lead back to itself answers 400 \`destination_url_invalid\`; one that leads in a circle over other hosts of the account is created, with \`warnings\`. ${live}`,
    },
    get: {},
    update: {
      description: `Set \`active\` to false to pause the redirect. The answer has \`warnings\` as that to a creation does. ${live}`,
    },
    delete: {
      answer: 'A confirmation that names the uuid and the host.',
      description: `Another account can have the host 30 days later, or with a proof, unless something else of the account uses it. ${live}`,
    },
  },
};

const { source_host: sourceHostAttribute } = redirectResource.attributes;

export const redirects: Feature = {
  tags: [redirectWords.tag],
  schemas: [redirectSchemas.answer, redirectSchemas.bodies.create, redirectSchemas.bodies.update],
  tables: { redirects: auditedRedirect },
  attributeErrors: [...attributeErrorsOf(redirectResource), ...attributeErrorsOf(batchResource)],
  addRoutes(app, parts) {
    addResourceRoutes(app, parts.store, redirectWords, redirectSchemas, redirectActs(parts));
    addRedirectBatchRoute(app, redirectWords, parts, ownNameRefusal(parts));
  },
};

/** Only the operator may put a redirect at the service's own name. */
export function ownNameRefusal({
  isForOperator,
  dns,
}: Pick<ApiParts, 'isForOperator' | 'dns'>): (host: string) => void {
  return (host) => {
    if (host === dns.edgeHostname && !isForOperator)
      throw attributeInvalid(sourceHostAttribute, host, "it is this service's own name");
  };
}

export function redirectActs(parts: ApiParts): Acts<Definitions, Redirect> {
  const { store, changes } = parts;
  const refuseOwnName = ownNameRefusal(parts);
  const stored = new Redirects(store);
  return {
    toWire: (all, { method }) =>
      method === 'POST' || method === 'PUT'
        ? writtenRedirectsToWire(store, all)
        : redirectsToWire(store, all),
    find: (accountUuid, uuid) => stored.find(accountUuid, uuid),
    async list(accountUuid, query) {
      const { redirects: entities, count } = await stored.list({ accountUuid, ...query });
      return { entities, count };
    },
    async create(accountUuid, body, request, uuid) {
      const sourceHost = readRequired(body, sourceHostAttribute);
      refuseOwnName(sourceHost);
      const entity = await refusedFirst(
        async () => await stored.create(accountUuid, readNewRedirect(body), uuid),
        () => stored.refuseTaken(accountUuid, sourceHost),
      );
      await makeLive(changes, request);
      return { entity };
    },
    async update(accountUuid, { uuid, body, found, expect }, request) {
      const sourceHost = readOptional(body, sourceHostAttribute);
      if (sourceHost !== undefined && sourceHost !== found.sourceHost) refuseOwnName(sourceHost);
      const updated = await refusedFirst(
        // What is left out is only known under the lock.
        () =>
          stored.update(accountUuid, uuid, (current) => {
            expect(current);
            return readChangedRedirect(body, current);
          }),
        async () => sourceHost !== undefined && stored.refuseTaken(accountUuid, sourceHost, uuid),
      );
      if (updated) await makeLive(changes, request);
      return updated;
    },
    async delete(accountUuid, uuid, request) {
      const deleted = await stored.delete(accountUuid, uuid);
      if (!deleted) return undefined;
      await makeLive(changes, request);
      return `Redirect ${deleted.uuid} of ${deleted.sourceHost} was deleted.`;
    },
  };
}

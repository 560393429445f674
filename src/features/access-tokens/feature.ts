/** Access tokens over the API. Source: docs/reference/access-tokens.md. */

import { Type } from '@sinclair/typebox';
import { callerOf } from '../../api/guard.ts';
import type { ApiParts } from '../../api/parts.ts';
import { makeLive } from '../../api/routing-changes.ts';
import type { Feature } from '../../kernel/feature.ts';
import { namedAccount } from '../../kernel/owner.ts';
import { type Acts, addResourceRoutes } from '../../kernel/resource-routes.ts';
import {
  type ResourceSchemas,
  type ResourceWords,
  schemasOf,
  withShownOnce,
} from '../../kernel/resource-words.ts';
import {
  type AccessToken,
  type accessTokenDefinitions,
  accessTokenResource,
  readNewAccessToken,
  tokenSortFields,
} from '../../resources/access-token.ts';
import { attributeErrorsOf } from '../../resources/attribute-errors.ts';
import { toWire } from '../../resources/resource.ts';
import { AccessTokens, auditedAccessToken, tokenLimit } from './access-token-store.ts';

type Definitions = typeof accessTokenDefinitions;

const words: ResourceWords<Definitions> = {
  resource: accessTokenResource,
  kind: 'access_token',
  owner: namedAccount,
  path: '/api/v1/accounts/:account_uuid/access_tokens',
  item: 'access_token_uuid',
  sortFields: tokenSortFields,
  tag: {
    name: 'Access tokens',
    description: 'Create and revoke the tokens that requests carry in `Authorization: Bearer np_…`.',
  },
  verbs: {
    list: { description: 'Tokens themselves are not part of the answer: only their hashes are stored.' },
    create: {
      answer: 'The access token created, with the token itself.',
      description:
        'This answer is the only one that contains the token. `expires_at` null means that it never expires. Needs a token with scope `write`.',
    },
    get: {
      description:
        'Answers one access token: its name, its scope and when it expires, without the token itself.',
    },
    delete: {
      operationId: 'revokeAccessToken',
      summary: 'Revoke an access token',
      answer: 'A confirmation that names the uuid and the name.',
      description:
        'The token stops working on every machine within a second. Sessions that began with it end too.',
    },
  },
};

export const accessTokenSchemas: ResourceSchemas = withShownOnce(
  schemasOf(accessTokenResource),
  'CreatedAccessToken',
  {
    token: Type.String({
      description: 'The access token itself. It is not stored and cannot be shown again.',
      examples: ['np_…'],
    }),
  },
);

export const accessTokens: Feature = {
  tags: [words.tag],
  schemas: [accessTokenSchemas.answer, accessTokenSchemas.created, accessTokenSchemas.bodies.create],
  attributeErrors: attributeErrorsOf(accessTokenResource),
  tables: { access_tokens: auditedAccessToken },
  limits: [tokenLimit],
  addRoutes: (app, parts) => addResourceRoutes(app, parts.store, words, accessTokenSchemas, actsOf(parts)),
};

function actsOf({ store, authenticator, changes, clock }: ApiParts): Acts<Definitions, AccessToken> {
  const tokens = new AccessTokens(store);
  return {
    toWire: (all) =>
      all.map((token) =>
        toWire(accessTokenResource, { ...token, lastUsedAt: authenticator.lastUsedAt(token) }),
      ),
    find: (accountUuid, uuid) => tokens.find(accountUuid, uuid),
    list: (accountUuid, query) => tokens.page(accountUuid, query),
    async create(accountUuid, body) {
      const wanted = readNewAccessToken(body, clock.now());
      const { token, secret } = await tokens.create({ accountUuid, ...wanted });
      return { entity: token, shownOnce: { token: secret } };
    },
    async delete(accountUuid, uuid, request) {
      const revoked = await tokens.revoke(uuid, accountUuid);
      if (!revoked) return undefined;
      // At once in this process, whether or not the store can be read now; in the others with the revision.
      authenticator.forget();
      await makeLive(changes, request);
      const caller = callerOf(request);
      const isOwn = caller.kind === 'token' && caller.token.uuid === uuid;
      const consequence = isOwn ? ' It was the token of this request: what uses it is signed out.' : '';
      return `Access token ${uuid} (${JSON.stringify(revoked.name)}) was revoked.${consequence}`;
    },
  };
}

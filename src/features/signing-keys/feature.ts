/** Keys that the operator's own server signs tokens with. Source: docs/reference/signed-tokens.md. */
import { Type } from '@sinclair/typebox';
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
import { attributeErrorsOf } from '../../resources/attribute-errors.ts';
import { readNew } from '../../resources/read-attributes.ts';
import { toWire } from '../../resources/resource.ts';
import { type SigningKey, type SigningKeyDefinitions, signingKeyResource } from './signing-key.ts';
import { auditedSigningKey, SigningKeys } from './signing-key-store.ts';

const words: ResourceWords<SigningKeyDefinitions> = {
  resource: signingKeyResource,
  kind: 'signing_key',
  owner: namedAccount,
  path: '/api/v1/accounts/:account_uuid/signing_keys',
  item: 'signing_key_uuid',
  sortFields: ['created_at', 'name'],
  tag: {
    name: 'Signing keys',
    description:
      'Keys with which your own server signs tokens that read the analytics of one customer’s domains.',
  },
  verbs: {
    list: { description: 'Secrets are not part of an answer.' },
    create: {
      answer: 'The signing key created, with its secret.',
      description:
        'Only this answer has the `secret`. It signs JSON Web Tokens with HS256 whose `iss` is the key’s uuid. The 21st key of an account answers 400 `limit_reached`.',
    },
    get: { description: 'Answers one signing key, without its secret.' },
    delete: {
      answer: 'A confirmation that names the uuid and the name.',
      description: 'Every token that was signed with the key ends on every machine within a second.',
    },
  },
};

const schemas: ResourceSchemas = withShownOnce(schemasOf(signingKeyResource), 'CreatedSigningKey', {
  secret: Type.String({
    description: 'What tokens are signed with: the bytes of this text in UTF-8. Only this answer has it.',
    examples: ['npsk_…'],
  }),
});

export const signingKeys: Feature = {
  tags: [words.tag],
  schemas: [schemas.answer, schemas.created, schemas.bodies.create],
  attributeErrors: attributeErrorsOf(signingKeyResource),
  tables: { signing_keys: auditedSigningKey },
  addRoutes: (app, parts) => addResourceRoutes(app, parts.store, words, schemas, actsOf(parts)),
};

function actsOf({ store, authenticator, changes }: ApiParts): Acts<SigningKeyDefinitions, SigningKey> {
  const keys = new SigningKeys(store);
  return {
    toWire: (all) => all.map((key) => toWire(signingKeyResource, key)),
    find: (accountUuid, uuid) => keys.find(accountUuid, uuid),
    list: (accountUuid, query) => keys.list(accountUuid, query),
    async create(accountUuid, body) {
      const { name } = readNew(signingKeyResource, body);
      const { key, secret } = await keys.createWithSecret(accountUuid, name);
      return { entity: key, shownOnce: { secret } };
    },
    async delete(accountUuid, uuid, request) {
      const deleted = await keys.delete(accountUuid, uuid);
      if (!deleted) return undefined;
      // At once in this process; in the others with the revision.
      authenticator.forget();
      await makeLive(changes, request);
      return `Signing key ${uuid} (${JSON.stringify(deleted.name)}) was deleted. Its tokens have ended.`;
    },
  };
}

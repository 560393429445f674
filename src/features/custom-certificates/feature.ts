/** `/api/v1/accounts/:account_uuid/custom_certificates`. Source: docs/reference/certificates.md ("Routes"). */
import type { ApiParts } from '../../api/parts.ts';
import { live } from '../../api/reference/descriptions.ts';
import { makeLive } from '../../api/routing-changes.ts';
import type { Feature } from '../../kernel/feature.ts';
import { namedAccount } from '../../kernel/owner.ts';
import { type Acts, addResourceRoutes } from '../../kernel/resource-routes.ts';
import type { ResourceWords } from '../../kernel/resource-words.ts';
import { attributeErrorsOf } from '../../resources/attribute-errors.ts';
import {
  type customCertificateDefinitions,
  customCertificateResource,
} from '../../resources/custom-certificate.ts';
import {
  auditedCertificate,
  type CustomCertificate,
  CustomCertificates,
} from './custom-certificate-store.ts';
import { addUploadRoute } from './upload.ts';
import {
  customCertificateSchemas,
  customCertificateToWire,
  deletedCustomCertificateMessage,
} from './wire.ts';

type Definitions = typeof customCertificateDefinitions;

const words: ResourceWords<Definitions> = {
  resource: customCertificateResource,
  kind: 'custom_certificate',
  owner: namedAccount,
  path: '/api/v1/accounts/:account_uuid/custom_certificates',
  item: 'certificate_uuid',
  sortFields: [],
  tag: {
    name: 'Custom certificates',
    description: 'Certificates that you upload. They take precedence over automatic ones.',
  },
  verbs: {
    list: { description: 'Newest first. Private keys are never part of an answer.' },
    get: { description: 'Answers one certificate: its names, its issuer and when it expires.' },
    delete: {
      description: `Hosts that it covered use another certificate of the account, or order an automatic one. ${live}`,
    },
  },
};

export const customCertificates: Feature = {
  tags: [words.tag],
  schemas: [customCertificateSchemas.answer, customCertificateSchemas.bodies.create],
  attributeErrors: attributeErrorsOf(customCertificateResource),
  tables: { custom_certificates: auditedCertificate, certificate_keys: null, certificate_names: null },
  addRoutes(app, parts) {
    addResourceRoutes(app, parts.store, words, customCertificateSchemas, customCertificateActs(parts));
    addUploadRoute(app, words, parts);
  },
};

export function customCertificateActs({
  store,
  changes,
}: Pick<ApiParts, 'store' | 'changes'>): Acts<Definitions, CustomCertificate> {
  const stored = new CustomCertificates(store);
  return {
    toWire: (all) => all.map(customCertificateToWire),
    find: (accountUuid, uuid) => stored.find(accountUuid, uuid),
    async list(accountUuid, page) {
      const { certificates: entities, count } = await stored.list(accountUuid, page);
      return { entities, count };
    },
    async delete(accountUuid, uuid, request) {
      const deleted = await stored.delete(accountUuid, uuid);
      if (!deleted) return undefined;
      await makeLive(changes, request);
      return deletedCustomCertificateMessage(deleted);
    },
  };
}

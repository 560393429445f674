/** What happened to a custom domain, for charts of its traffic. Source: docs/reference/annotations.md. */
import { tokenDomainsOf } from '../../api/caller.ts';
import { callerOf } from '../../api/guard.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { hourMs } from '../../core/time.ts';
import type { Feature } from '../../kernel/feature.ts';
import { addResourceRoutes } from '../../kernel/resource-routes.ts';
import { type ResourceWords, schemasOf } from '../../kernel/resource-words.ts';
import { attributeErrorsOf } from '../../resources/attribute-errors.ts';
import { readNew } from '../../resources/read-attributes.ts';
import { toWire } from '../../resources/resource.ts';
import { accountDomain } from '../custom-domains/owner.ts';
import { type AnnotationDefinitions, annotationResource, computedSchemas } from './annotation.ts';
import {
  type Annotation,
  Annotations,
  auditedAnnotation,
  type DomainOfAccount,
  maxNotes,
} from './annotation-store.ts';

const words: ResourceWords<AnnotationDefinitions, DomainOfAccount> = {
  resource: annotationResource,
  kind: 'annotation',
  owner: accountDomain,
  path: '/api/v1/accounts/:account_uuid/custom_domains/:uuid/annotations',
  item: 'annotation_uuid',
  sortFields: ['at'],
  tag: {
    name: 'Annotations',
    description:
      'What happened to a custom domain: notes, and changes that visitors can notice. Charts show them.',
  },
  verbs: {
    list: { description: 'Latest first.' },
    create: {
      description: `Writes a note. More than ${maxNotes} notes of a custom domain answer 400 \`too_many_annotations\`.`,
    },
    get: {},
    delete: { description: 'A change of an upstream is deleted for all of its custom domains.' },
  },
};

const schemas = schemasOf(annotationResource, computedSchemas);

/** Without who did it, and without the names of the account's servers. */
function forCustomer(shown: Record<string, unknown>): Record<string, unknown> {
  const wire = Object.fromEntries(Object.entries(shown).filter(([name]) => name !== 'actor'));
  const isOfUpstream = wire['kind'] === 'change' && String(wire['text']).startsWith('Upstream: Host ');
  return isOfUpstream ? { ...wire, text: 'Upstream: Changed host' } : wire;
}

export const annotations: Feature = {
  tags: [words.tag],
  schemas: [schemas.answer, schemas.bodies.create],
  attributeErrors: attributeErrorsOf(annotationResource),
  tables: { annotations: auditedAnnotation },
  addRoutes(app, { store, clock }) {
    const rows = new Annotations(store);
    addResourceRoutes<AnnotationDefinitions, Annotation, DomainOfAccount>(app, store, words, schemas, {
      toWire: (entities, request) =>
        entities.map((each) => {
          const wire = toWire(annotationResource, each, { kind: each.kind, actor: each.actor });
          return tokenDomainsOf(callerOf(request)) ? forCustomer(wire) : wire;
        }),
      find: (domain, uuid) => rows.find(domain, uuid),
      list: (domain, { sort, ...range }) =>
        rows.list(domain, {
          sort: { field: 'at', direction: sort.field === 'at' ? sort.direction : 'desc' },
          ...range,
        }),
      async create(domain, body) {
        const { at, text } = readNew(annotationResource, body);
        const entity = await rows.create(domain, { at: at ?? clock.now(), text });
        return entity && { entity };
      },
      async delete(domain, uuid) {
        const deleted = await rows.delete(domain, uuid);
        return deleted && `Annotation ${uuid} of ${formatTimestamp(deleted.at)} was deleted.`;
      },
    });
  },
  startWork(work, { store }) {
    const rows = new Annotations(store);
    work.every(hourMs, () => rows.deleteOld());
  },
};

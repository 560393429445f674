/** Saved funnels: the resource, and `POST …/funnels/:funnel_uuid`, which asks one. Source: docs/reference/funnels.md ("Saved funnels"). */
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { readSteps } from '../../analytics/query/funnel.ts';
import { questionMembers, readFunnelQuestion } from '../../analytics/query/funnel-question.ts';
import { runFunnelQuestion } from '../../analytics/query/run-funnel.ts';
import { idOf, notFound } from '../../api/guard.ts';
import type { ControlStore } from '../../control/store.ts';
import { ServiceError } from '../../core/errors.ts';
import { CollectionStore } from '../../kernel/collection-store.ts';
import type { RouteParts } from '../../kernel/feature.ts';
import { type Acts, addResourceRoutes } from '../../kernel/resource-routes.ts';
import { type ResourceSchemas, schemasOf, wordsOf } from '../../kernel/resource-words.ts';
import type { Entity } from '../../resources/definition.ts';
import { type Checks, readChanged, readNew } from '../../resources/read-attributes.ts';
import { toWire } from '../../resources/resource.ts';
import { domainGoals } from '../goals/domain-goals.ts';
import { addDomainQuestion } from '../reports/domain-question.ts';
import { type SavedFunnelDefinitions, savedFunnels } from './saved-funnel.ts';
import { funnelQuestionAnswerSchema, funnelQuestionSchema } from './schemas.ts';

type SavedFunnel = Entity<SavedFunnelDefinitions>;

const { resource, item, kind } = savedFunnels;
const words = wordsOf(kind);
export const savedFunnelSchemas: ResourceSchemas = schemasOf(resource);

export function savedFunnelActs(store: ControlStore): Acts<SavedFunnelDefinitions, SavedFunnel> {
  const rows = new CollectionStore(savedFunnels, store);
  const goals = domainGoals(store);

  /** Refuses what a funnel of the domain would. */
  const checksOf = async (domain: string): Promise<Checks<SavedFunnelDefinitions>> => {
    const known = await goals.ofDomain(domain);
    return {
      steps({ steps }) {
        try {
          readSteps(steps, known);
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          // Its message says what is allowed there.
          throw new ServiceError({ attribute: 'steps' }, `steps are invalid: ${error.message}`);
        }
      },
    };
  };

  return {
    toWire: (entities) => entities.map((entity) => toWire(resource, entity)),
    find: (domain, uuid) => rows.find(domain, uuid),
    list: (domain, query) => rows.list(domain, query),
    async create(domain, body, _request, uuid) {
      const values = readNew(resource, body, await checksOf(domain));
      const entity = await rows.create(domain, values, undefined, uuid);
      return entity && { entity };
    },
    async update(domain, { uuid, body }) {
      const { steps: check } = body.attributes.has('steps') ? await checksOf(domain) : {};
      return rows.update(domain, uuid, (current) =>
        readChanged(resource, body, current, {
          // Those that stay may name a goal that is gone.
          steps(values) {
            if (!isDeepStrictEqual(values.steps, current.steps)) check?.(values);
          },
        }),
      );
    },
    async delete(domain, uuid) {
      const deleted = await rows.delete(domain, uuid);
      return deleted && `Saved funnel ${uuid} (${JSON.stringify(deleted.name)}) was deleted.`;
    },
  };
}

export function addSavedFunnelRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { store } = parts;
  const rows = new CollectionStore(savedFunnels, store);
  addResourceRoutes(app, store, savedFunnels, savedFunnelSchemas, savedFunnelActs(store));

  addDomainQuestion(app, parts, {
    name: 'funnels',
    item,
    operationId: 'querySavedFunnel',
    summary: 'Query a saved funnel',
    description:
      'Counts the visitors who take its steps in order, in all and, with `dimension`, by its value at the first step.',
    body: funnelQuestionSchema,
    answer: funnelQuestionAnswerSchema,
    members: questionMembers,
    async readerOf(domain, named) {
      const saved = await rows.find(domain, idOf(words, named));
      if (!saved) throw notFound(words, named);
      return (members, known, nowMs) => readFunnelQuestion(members, saved, known, nowMs);
    },
    run: runFunnelQuestion,
  });
}

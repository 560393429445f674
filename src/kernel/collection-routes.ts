/** The routes of a collection, one for each of its verbs. Source: docs/reference/api.md. */
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, HTTPMethods } from 'fastify';
import { bodyMediaTypes } from '../api/body/parsers.ts';
import { idOf, notFound } from '../api/guard.ts';
import { paginate } from '../api/page-answer.ts';
import { type Query, readPage, readSort } from '../api/query.ts';
import { page as aboutPages, partial } from '../api/reference/descriptions.ts';
import { errorResponses, messageSchema, pageSchema, refTo, uuidSchema } from '../api/schemas/common.ts';
import {
  type BodySchemas,
  listQuerySchema,
  resourceBodySchemas,
  resourceSchema,
} from '../api/schemas/resource.ts';
import type { ControlStore } from '../control/store.ts';
import { pageOffset } from '../core/page.ts';
import type { Definitions, Entity, NewValues, Values } from '../resources/definition.ts';
import { readChanged, readNew, refuseUnknownAttributes } from '../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../resources/request-body.ts';
import { toWire } from '../resources/resource.ts';
import { type Collection, type Verb, withArticle, wordsOf } from './collection.ts';
import { CollectionStore } from './collection-store.ts';
import type { OwnerRequest } from './owner.ts';

export type CollectionSchemas = { readonly answer: TObject; readonly bodies: BodySchemas };

export function collectionSchemas<D extends Definitions>({ resource }: Collection<D>): CollectionSchemas {
  return { answer: resourceSchema(resource), bodies: resourceBodySchemas(resource) };
}

type Request = OwnerRequest & {
  readonly query: Query;
  readonly params: Readonly<Record<string, string>>;
  readonly body: RequestBody | null;
};

export function addCollectionRoutes<D extends Definitions>(
  app: FastifyInstance,
  collection: Collection<D>,
  { answer, bodies }: CollectionSchemas,
  store: ControlStore,
): void {
  const { resource, kind, owner, verbs, sortFields } = collection;
  const rows = new CollectionStore(collection, store);
  const words = wordsOf(kind);
  const item = `${kind}_uuid`;
  const label = wordsOf(collection.label);
  const ownerParams = owner.parameter ? { [owner.parameter]: uuidSchema } : {};
  /** Where the owner may be missing. */
  const noOwner = owner.parameter ? [404] : [];

  /** Of every collection. */
  const said: Partial<Record<Verb, string>> = {
    list: aboutPages,
    get: `Answers one ${words}.`,
    update: partial,
  };
  const add = (
    verb: Verb,
    method: HTTPMethods,
    summary: string,
    schema: { readonly querystring?: TSchema; readonly body?: TSchema; readonly response: object },
    handler: (request: Request, reply: FastifyReply) => Promise<object>,
  ): void => {
    if (!verbs.includes(verb)) return;
    const isOfAll = verb === 'list' || verb === 'create';
    const params = isOfAll ? ownerParams : { ...ownerParams, [item]: uuidSchema };
    app.route<{
      Params: Request['params'] & { readonly uuid: string };
      Querystring: Query;
      Body: Request['body'];
    }>({
      method,
      url: isOfAll ? collection.path : `${collection.path}/:${item}`,
      schema: {
        operationId: `${verb}${resource.name}${verb === 'list' ? 's' : ''}`,
        summary,
        description: [said[verb], collection.descriptions[verb]].filter(Boolean).join(' '),
        tags: [collection.tag.name],
        ...(schema.body && { consumes: [...bodyMediaTypes] }),
        ...(Object.keys(params).length > 0 && { params: Type.Object(params) }),
        ...schema,
      },
      handler,
    });
  };
  /** Of the item that the path names. */
  const uuidOf = ({ params }: Request): string => idOf(words, params[item] ?? '');
  const noItem = ({ params }: Request) => notFound(words, params[item] ?? '');
  const wire = (entity: Entity<D>) => toWire(resource, entity);

  add(
    'list',
    'GET',
    `List ${words}s`,
    {
      querystring: listQuerySchema(resource, sortFields),
      response: { 200: pageSchema(answer, `A page of ${words}s.`), ...errorResponses(400, ...noOwner) },
    },
    async (request, reply) => {
      const ownerUuid = await owner.find(request, 'read', store);
      const page = readPage(request.query);
      const sort = readSort<string>(request.query, sortFields, { field: 'created_at', direction: 'desc' });
      const range = { limit: page.perPage, offset: pageOffset(page) };
      const { entities, count } = await rows.list(ownerUuid, { sort, ...range });
      return { data: entities.map(wire), pagination: paginate(request, reply, page, count) };
    },
  );

  add(
    'create',
    'POST',
    `Create ${withArticle(words)}`,
    {
      body: refTo(bodies.create),
      response: {
        201: refTo(answer, `The ${words} created.`),
        ...errorResponses(400, 403, ...noOwner, 413, 415),
      },
    },
    async (request, reply) => {
      const ownerUuid = await owner.find(request, 'write', store);
      const created = await rows.create(ownerUuid, readCreated(collection, request.body ?? emptyBody));
      // The owner was deleted since it was found above.
      if (!created) throw notFound(owner.words, request.params[owner.parameter ?? ''] ?? ownerUuid);
      const answered = wire(created);
      const path = collection.path.replace(`:${owner.parameter}`, ownerUuid);
      reply.code(201).header('location', `${path}/${String(answered['uuid'])}`);
      return answered;
    },
  );

  add(
    'get',
    'GET',
    `Retrieve ${withArticle(words)}`,
    { response: { 200: refTo(answer, `The ${words}.`), ...errorResponses(404) } },
    async (request) => {
      const found = await rows.find(await owner.find(request, 'read', store), uuidOf(request));
      if (!found) throw noItem(request);
      return wire(found);
    },
  );

  add(
    'update',
    'PUT',
    `Update ${withArticle(words)}`,
    {
      body: refTo(bodies.update),
      response: {
        200: refTo(answer, `The ${words} as it is now.`),
        ...errorResponses(400, 403, 404, 413, 415),
      },
    },
    async (request) => {
      const ownerUuid = await owner.find(request, 'write', store);
      const uuid = uuidOf(request);
      // Nothing in the body can make one that isn't there a bad request.
      if (!(await rows.find(ownerUuid, uuid))) throw noItem(request);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, resource.names);
      const updated = await rows.update(ownerUuid, uuid, (current) =>
        // All that callers may set is stored.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        readChanged(resource, body, current as unknown as Values<D>),
      );
      // Deleted since it was found above.
      if (!updated) throw noItem(request);
      return wire(updated);
    },
  );

  add(
    'delete',
    'DELETE',
    `Delete ${withArticle(words)}`,
    {
      response: {
        200: refTo(messageSchema, `A confirmation that names the uuid and the ${label}.`),
        ...errorResponses(403, 404),
      },
    },
    async (request) => {
      const deleted = await rows.delete(await owner.find(request, 'write', store), uuidOf(request));
      if (!deleted) throw noItem(request);
      const { uuid, [collection.label]: name } = wire(deleted);
      const noun = words.charAt(0).toUpperCase() + words.slice(1);
      return { message: `${noun} ${String(uuid)} (${JSON.stringify(name)}) was deleted.` };
    },
  );
}

/** Reads all attributes of a new one. Errors: the attributes' own codes. */
function readCreated<D extends Definitions>(
  { resource, complete }: Collection<D>,
  body: RequestBody,
): Values<D> {
  refuseUnknownAttributes(body, resource.names);
  const given: NewValues<D> = readNew(resource, body);
  // Without `complete` each attribute is required or has a default.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return complete ? complete(given) : (given as unknown as Values<D>);
}

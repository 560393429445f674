/**
 * The routes of a resource with up to five verbs. Access, pages, filters, order, bodies, `If-Match`, what isn't found and the API
 * reference are the same for all of them; a resource says what it is called, and how it does each verb.
 * Source: docs/reference/api.md.
 */
import { type TSchema, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, HTTPMethods } from 'fastify';
import { bodyMediaTypes } from '../api/body/parsers.ts';
import { expectationOf, ifMatchSchema } from '../api/entity-tags.ts';
import { callerOf, idOf, notFound } from '../api/guard.ts';
import { paginate } from '../api/page-answer.ts';
import { type Query, readFilters, readPage, readSearch, readSort } from '../api/query.ts';
import { page as aboutPages, partial } from '../api/reference/descriptions.ts';
import {
  createdSchema,
  errorResponses,
  messageSchema,
  pageQuery,
  pageSchema,
  refTo,
  uuidSchema,
} from '../api/schemas/common.ts';
import { listQuerySchema } from '../api/schemas/resource.ts';
import type { FilteredQuery } from '../control/page-filter.ts';
import type { ControlStore } from '../control/store.ts';
import { parseUuid } from '../core/ids.ts';
import { type PageRequest, rangeOf } from '../core/page.ts';
import type { Definitions, SortName } from '../resources/definition.ts';
import { refuseUnknownAttributes } from '../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../resources/request-body.ts';
import type { OwnerRequest } from './owner.ts';
import {
  type ResourceSchemas,
  type ResourceWords,
  type Verb,
  withArticle,
  wordsOf,
} from './resource-words.ts';

const parameterInPath = /:(\w+)/g;

export type ResourceRequest = OwnerRequest & {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: RequestBody | null;
};

export type Created<E> = {
  readonly entity: E;
  /** Secrets, which no other answer has. */
  readonly shownOnce?: Readonly<Record<string, string>>;
};

export type Change<E> = {
  readonly uuid: string;
  readonly body: RequestBody;
  /** As it was before the body was read. */
  readonly found: E;
  /** To be called with what is stored before it is changed. Errors: `precondition_failed`. */
  readonly expect: (current: { readonly updatedAt: number }) => void;
};

/** By filters and text, in order. */
export type ListQuery<D extends Definitions> = FilteredQuery<D, SortName<D>>;

/** How each verb is done. They answer undefined when the owner or the item is gone. */
export type Acts<D extends Definitions, E, O = string> = {
  readonly find: (owner: O, uuid: string) => Promise<E | undefined>;
  readonly list?: (
    owner: O,
    query: ListQuery<D>,
  ) => Promise<{ entities: readonly E[]; count: number } | undefined>;
  readonly create?: (
    owner: O,
    body: RequestBody,
    request: ResourceRequest,
    /** Of what was deleted and is created again. */
    uuid?: string,
  ) => Promise<Created<E> | undefined>;
  readonly update?: (owner: O, change: Change<E>, request: ResourceRequest) => Promise<E | undefined>;
  /** Answers the message for people. */
  readonly delete?: (owner: O, uuid: string, request: ResourceRequest) => Promise<string | undefined>;
  /** All that one answer has, as its caller may see it. */
  readonly toWire: (entities: readonly E[], request: ResourceRequest) => Wire[] | Promise<Wire[]>;
};

type Wire = Record<string, unknown>;

export function addResourceRoutes<D extends Definitions, E, O>(
  app: FastifyInstance,
  store: ControlStore,
  named: ResourceWords<D, O>,
  { answer, created, bodies }: ResourceSchemas,
  acts: Acts<D, E, O>,
): void {
  const { resource, kind, owner, path, item, sortFields, takesIfMatch = false } = named;
  const words = wordsOf(kind);
  /** Answers can be sent back. */
  const known = [...new Set([...resource.names, ...Object.keys(answer.properties)])];
  const inPath = Array.from(path.matchAll(parameterInPath), ([, name = '']) => name);
  const ownerParams = Object.fromEntries(inPath.map((name) => [name, uuidSchema]));
  /** Where the owner may be missing. */
  const noOwner = owner.parameter ? [404] : [];
  const uuidOf = ({ params }: ResourceRequest): string => idOf(words, params[item] ?? '');
  const noItem = ({ params }: ResourceRequest) => notFound(words, params[item] ?? '');
  /** Deleted since it was found. */
  const ownerGone = (request: ResourceRequest) => {
    const uuid = owner.parameter ? request.params[owner.parameter] : callerOf(request).accountUuid;
    return notFound(owner.words, uuid ?? '');
  };
  const answerOf = async (entity: E, request: ResourceRequest): Promise<Wire> =>
    (await acts.toWire([entity], request))[0] ?? {};

  const add = (
    method: HTTPMethods,
    verb: Verb,
    [summary, answered, statuses]: readonly [summary: string, answered: TSchema, statuses: readonly number[]],
    asked: { readonly querystring?: TSchema; readonly headers?: TSchema; readonly body?: TSchema },
    handler: (request: ResourceRequest, reply: FastifyReply) => Promise<object>,
  ): void => {
    const own = named.verbs[verb];
    if (!own) return;
    const isOfAll = verb === 'list' || verb === 'create';
    const params = isOfAll ? ownerParams : { ...ownerParams, [item]: uuidSchema };
    const description = own.answer ?? answered.description ?? '';
    app.route<{
      Params: ResourceRequest['params'] & OwnerRequest['params'];
      Querystring: Query;
      Body: RequestBody | null;
    }>({
      method,
      url: isOfAll ? path : `${path}/:${item}`,
      schema: {
        operationId: own.operationId ?? `${verb}${resource.name}${verb === 'list' ? 's' : ''}`,
        summary: own.summary ?? summary,
        description: descriptionOf(verb, words, own.description),
        tags: [named.tag.name],
        ...(asked.body && { consumes: [...bodyMediaTypes] }),
        ...(Object.keys(params).length > 0 && { params: Type.Object(params) }),
        ...asked,
        response: {
          [verb === 'create' ? 201 : 200]: { ...answered, description },
          ...errorResponses(...statuses),
        },
      },
      handler,
    });
  };

  const { list, create, find, update, delete: remove } = acts;
  if (list)
    add(
      'GET',
      'list',
      [`List ${words}s`, pageSchema(answer, `A page of ${words}s.`), [400, ...noOwner]],
      {
        querystring:
          sortFields.length > 0 ? listQuerySchema(resource, sortFields) : Type.Object({ ...pageQuery }),
      },
      async (request, reply) => {
        const found = await owner.find(request, 'read', store);
        const { page, query } = readListQuery(named, request.query);
        const listed = await list(found, query);
        if (!listed) throw ownerGone(request);
        const data = await acts.toWire(listed.entities, request);
        return { data, pagination: paginate(request, reply, page, listed.count) };
      },
    );

  if (create)
    add(
      'POST',
      'create',
      [
        `Create ${withArticle(words)}`,
        createdSchema(created, `The ${words} created.`),
        [400, 403, ...noOwner, 413, 415],
      ],
      { body: refTo(bodies.create) },
      async (request, reply) => {
        const found = await owner.find(request, 'write', store);
        const body = request.body ?? emptyBody;
        refuseUnknownAttributes(body, known);
        const done = await create(found, body, request);
        if (!done) throw ownerGone(request);
        const wire = await answerOf(done.entity, request);
        const ownPath = path.replace(
          parameterInPath,
          (_, name) => parseUuid(request.params[name] ?? '') ?? '',
        );
        reply.code(201).header('location', `${ownPath}/${String(wire['uuid'])}`);
        if (done.shownOnce) reply.header('cache-control', 'no-store');
        return { ...wire, ...done.shownOnce };
      },
    );

  add(
    'GET',
    'get',
    [`Retrieve ${withArticle(words)}`, refTo(answer, `The ${words}.`), [404]],
    {},
    async (request) => {
      const found = await find(await owner.find(request, 'read', store), uuidOf(request));
      if (!found) throw noItem(request);
      return answerOf(found, request);
    },
  );

  if (update)
    add(
      'PUT',
      'update',
      [
        `Update ${withArticle(words)}`,
        refTo(answer, `The ${words} as it is now.`),
        [400, 403, 404, ...(takesIfMatch ? [412] : []), 413, 415],
      ],
      { ...(takesIfMatch && { headers: ifMatchSchema }), body: refTo(bodies.update) },
      async (request) => {
        const itsOwner = await owner.find(request, 'write', store);
        const uuid = uuidOf(request);
        // Nothing in the body can make one that isn't there a bad request.
        const found = await find(itsOwner, uuid);
        if (!found) throw noItem(request);
        const body = request.body ?? emptyBody;
        refuseUnknownAttributes(body, known);
        const expect = takesIfMatch ? expectationOf(request) : () => {};
        const updated = await update(itsOwner, { uuid, body, found, expect }, request);
        // Deleted since it was found above.
        if (!updated) throw noItem(request);
        return answerOf(updated, request);
      },
    );

  if (remove)
    add(
      'DELETE',
      'delete',
      [
        `Delete ${withArticle(words)}`,
        refTo(messageSchema, 'A confirmation that names the uuid.'),
        [403, 404],
      ],
      {},
      async (request) => {
        const message = await remove(await owner.find(request, 'write', store), uuidOf(request), request);
        if (message === undefined) throw noItem(request);
        return { message };
      },
    );
}

/** Reads what a list is asked for. Errors: those of its filters, `query_invalid`, `page_invalid`, `per_page_invalid`, `cursor_invalid`, `sort_invalid`. */
export function readListQuery<D extends Definitions>(
  { resource, sortFields }: Pick<ResourceWords<D>, 'resource' | 'sortFields'>,
  query: Query,
): { readonly page: PageRequest; readonly query: ListQuery<D> } {
  const filters = readFilters(query, resource);
  const isSearched = Object.values(resource.definitions).some(({ searched }) => searched);
  const search = isSearched ? readSearch(query) : undefined;
  const page = readPage(query);
  // What is listed has a time of its creation.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const newest = { field: 'created_at' as SortName<D>, direction: 'desc' } as const;
  const sort = sortFields.length > 0 ? readSort(query, sortFields, newest) : newest;
  return { page, query: { ...filters, search, sort, ...rangeOf(page) } };
}

function descriptionOf(verb: Verb, words: string, own?: string): string {
  if (verb === 'get') return own ?? `Answers one ${words}.`;
  const ofAll = verb === 'list' ? [aboutPages] : verb === 'update' ? [partial] : [];
  return [...ofAll, own ?? ''].join(' ').trim();
}

/** `…/versions` of redirects, custom domains and upstreams. Source: docs/reference/versions.md. */
import { type TInteger, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { expectationOf, ifMatchSchema } from '../../api/entity-tags.ts';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import { paginate } from '../../api/page-answer.ts';
import { type Query, readPage } from '../../api/query.ts';
import { page as aboutPages, live } from '../../api/reference/descriptions.ts';
import { errorResponses, pageQuery, pageSchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { ServiceError } from '../../core/errors.ts';
import { rangeOf } from '../../core/page.ts';
import type { OwnerRequest } from '../../kernel/owner.ts';
import type { ResourceRequest } from '../../kernel/resource-routes.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import type { Versions } from './version-store.ts';
import type { Attributes, VersionedKind } from './versioned-kind.ts';
import { versionSchema, versionToWire } from './wire.ts';

type VersionRequest = {
  Params: ResourceRequest['params'] & OwnerRequest['params'] & { n: string };
  Querystring: Query;
  Body: RequestBody | null;
};

export function addVersionRoutes(app: FastifyInstance, versions: Versions, of: VersionedKind): void {
  const { kind, words, name, path, item, tag, answer } = of;
  const params = { account_uuid: uuidSchema, [item]: uuidSchema };
  const findOf = async (request: ResourceRequest, access: 'read' | 'write') => {
    const accountUuid = accountOf(request, access);
    const named = request.params[item] ?? '';
    const found = await of.find(accountUuid, idOf(words, named));
    if (!found) throw notFound(words, named);
    return { found, owner: { accountUuid, kind, key: found.uuid } };
  };

  app.get<VersionRequest>(
    `${path}/:${item}/versions`,
    {
      schema: {
        operationId: `list${name}Versions`,
        summary: `List versions of ${words}s`,
        description: `${aboutPages} Newest first: the first one is what the ${words} is now. At most 50 are kept.`,
        tags: [tag],
        params: Type.Object(params),
        querystring: Type.Object({ ...pageQuery }),
        response: { 200: pageSchema(versionSchema, 'A page of versions.'), ...errorResponses(400, 404) },
      },
    },
    async (request, reply) => {
      const { found, owner } = await findOf(request, 'read');
      const page = readPage(request.query);
      const { versions: items, count } = await versions.list(owner, rangeOf(page), found.updatedAt);
      const before = items.flatMap(({ n, sizeBytes }) => (sizeBytes === undefined ? [] : [n]));
      const attributes = await versions.attributes(owner, before);
      return {
        data: items.map((version) => {
          const json = attributes.get(version.n);
          return versionToWire(version, json ? attributesIn(json) : found.attributes);
        }),
        pagination: paginate(request, reply, page, count),
      };
    },
  );

  app.post<VersionRequest>(
    `${path}/:${item}/versions/:n/restore`,
    {
      schema: {
        operationId: `restore${name}Version`,
        summary: `Restore a version of ${words}s`,
        description: `Writes the version’s attributes as an update does, with the same checks. Secrets stay as they are. ${live}`,
        tags: [tag],
        consumes: [...bodyMediaTypes],
        params: Type.Object({ ...params, n: versionNumberSchema }),
        headers: ifMatchSchema,
        response: {
          200: refTo(answer, `The ${words} as it is now.`),
          ...errorResponses(400, 403, 404, 412, 413, 415),
        },
      },
    },
    async (request) => {
      const { found, owner } = await findOf(request, 'write');
      refuseUnknownAttributes(request.body ?? emptyBody, []);
      const json = await versions.find(owner, readVersionNumber(request.params.n));
      if (!json) throw noVersion(request.params.n);
      const wanted = json === 'present' ? found.attributes : attributesIn(json);
      const written = await found.write(wanted, expectationOf(request), request);
      // Deleted since it was found above.
      if (!written) throw notFound(words, found.uuid);
      return written;
    },
  );
}

export const versionNumberSchema: TInteger = Type.Integer({
  minimum: 1,
  description: 'The number of the version.',
});

/** Errors: `not_found`. */
export function readVersionNumber(text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw noVersion(text);
  return Number(text);
}

export function noVersion(n: string): ServiceError {
  return notFound('version', n);
}

export function attributesIn(json: Uint8Array): Attributes {
  const attributes: Attributes = JSON.parse(Buffer.from(json).toString());
  return attributes;
}

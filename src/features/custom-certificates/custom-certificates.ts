/** `/api/v1/accounts/:account_uuid/custom_certificates`. Source: docs/reference/certificates.md ("Routes"). */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import { paginate } from '../../api/page-answer.ts';
import { type Query, readPage } from '../../api/query.ts';
import { makeLive, type RoutingChanges } from '../../api/routing-changes.ts';
import { errorResponses, messageSchema, pageSchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { CheckedCertificate } from '../../certificates/check-upload.ts';
import type { CustomCertificates } from '../../control/custom-certificates.ts';
import type { Clock } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { pageOffset } from '../../core/page.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { SecretKeyError } from '../../secrets/secret-key-error.ts';
import { readCertificateUpload } from './read-upload.ts';
import {
  customCertificateBodySchema,
  customCertificateQuerySchema,
  customCertificateSchema,
  customCertificateToWire,
  deletedCustomCertificateMessage,
} from './wire.ts';

type CollectionParams = { account_uuid: string };
type ListRequest = { Params: CollectionParams; Querystring: Query; Body: RequestBody | null };
type ItemRequest = { Params: CollectionParams & { certificate_uuid: string } };

const kind = 'custom certificate';
const collection = '/api/v1/accounts/:account_uuid/custom_certificates';
const item = `${collection}/:certificate_uuid`;
const tags = ['Custom certificates'];
const collectionParams = Type.Object({ account_uuid: uuidSchema });
const itemParams = Type.Object({ account_uuid: uuidSchema, certificate_uuid: uuidSchema });

export function addCustomCertificateRoutes(
  app: FastifyInstance,
  certificates: CustomCertificates,
  changes: RoutingChanges,
  clock: Clock,
): void {
  app.get<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'listCustomCertificates',
        summary: 'List custom certificates',
        tags,
        params: collectionParams,
        querystring: customCertificateQuerySchema,
        response: {
          200: pageSchema(customCertificateSchema, 'A page of custom certificates.'),
          ...errorResponses(400, 404),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const page = readPage(request.query);
      const range = { limit: page.perPage, offset: pageOffset(page) };
      const { certificates: found, count } = await certificates.list(accountUuid, range);
      return { data: found.map(customCertificateToWire), pagination: paginate(request, reply, page, count) };
    },
  );

  app.post<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'createCustomCertificate',
        summary: 'Upload a custom certificate',
        tags,
        consumes: [...bodyMediaTypes],
        params: collectionParams,
        body: refTo(customCertificateBodySchema),
        response: {
          201: refTo(customCertificateSchema, 'The custom certificate, without its private key.'),
          ...errorResponses(400, 403, 404, 413, 415, 503),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'write');
      const upload = readCertificateUpload(request.body ?? emptyBody, clock.now());
      const certificate = await store(request, () => certificates.create(accountUuid, upload));
      logMissingIssuer(request, upload, certificate.uuid);
      await makeLive(changes, request);
      const path = `/api/v1/accounts/${accountUuid}/custom_certificates/${certificate.uuid}`;
      reply.code(201).header('location', path);
      return customCertificateToWire(certificate);
    },
  );

  app.get<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'getCustomCertificate',
        summary: 'Retrieve a custom certificate',
        tags,
        params: itemParams,
        response: { 200: refTo(customCertificateSchema, 'The custom certificate.'), ...errorResponses(404) },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      const { certificate_uuid: named } = request.params;
      const certificate = await certificates.find(accountUuid, idOf(kind, named));
      if (!certificate) throw notFound(kind, named);
      return customCertificateToWire(certificate);
    },
  );

  app.delete<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'deleteCustomCertificate',
        summary: 'Delete a custom certificate',
        tags,
        params: itemParams,
        response: {
          200: refTo(messageSchema, 'A confirmation that names the uuid.'),
          ...errorResponses(403, 404),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const { certificate_uuid: named } = request.params;
      const deleted = await certificates.delete(accountUuid, idOf(kind, named));
      if (!deleted) throw notFound(kind, named);
      await makeLive(changes, request);
      return { message: deletedCustomCertificateMessage(deleted) };
    },
  );
}

/** Without the store's secret key nothing can be stored; that is the operator's to fix. */
async function store<T>(request: FastifyRequest, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof SecretKeyError)) throw error;
    request.log.error({ err: error }, 'storing a certificate failed');
    throw new ServiceError(
      'unavailable',
      `private keys cannot be stored on this machine now; the log says why under request id ${request.id}`,
    );
  }
}

function logMissingIssuer(
  request: FastifyRequest,
  { missingIssuer, sans }: CheckedCertificate,
  uuid: string,
): void {
  if (missingIssuer === null) return;
  request.log.warn(
    { certificate_uuid: uuid, issuer: missingIssuer, sans },
    'a custom certificate’s chain ends at an issuer that clients may not trust',
  );
}

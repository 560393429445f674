/**
 * `POST /api/v1/accounts/:account_uuid/custom_certificates`. Its body is read before anything else, as no message may quote a
 * private key. Source: docs/reference/certificates.md ("Routes").
 */

import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { accountOf } from '../../api/guard.ts';
import type { ApiParts } from '../../api/parts.ts';
import { makeLive } from '../../api/routing-changes.ts';
import { createdSchema, errorResponses, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { CheckedCertificate } from '../../certificates/check-upload.ts';
import { ServiceError } from '../../core/errors.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { SecretKeyError } from '../../secrets/secret-key-error.ts';
import { CustomCertificates } from './custom-certificate-store.ts';
import { readCertificateUpload } from './read-upload.ts';
import { customCertificateSchemas, customCertificateToWire } from './wire.ts';

export function addUploadRoute(
  app: FastifyInstance,
  { path, tag }: { readonly path: string; readonly tag: { readonly name: string } },
  { store, changes, clock }: ApiParts,
): void {
  const customCertificates = new CustomCertificates(store);
  app.post<{ Params: { account_uuid: string }; Body: RequestBody | null }>(
    path,
    {
      schema: {
        operationId: 'createCustomCertificate',
        summary: 'Upload a custom certificate',
        description:
          'Takes the certificate, followed by its intermediates, and the private key, both PEM. The key is stored encrypted. A certificate that is expired, weak or without a DNS name answers 400 `certificate_invalid`; the same certificate again answers 400 `certificate_taken`.',
        tags: [tag.name],
        consumes: [...bodyMediaTypes],
        params: Type.Object({ account_uuid: uuidSchema }),
        body: refTo(customCertificateSchemas.bodies.create),
        response: {
          201: createdSchema(
            customCertificateSchemas.answer,
            'The custom certificate, without its private key.',
          ),
          ...errorResponses(400, 403, 404, 413, 415, 503),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'write');
      const upload = readCertificateUpload(request.body ?? emptyBody, clock.now());
      const certificate = await unlessKeyless(request, () => customCertificates.create(accountUuid, upload));
      logMissingIssuer(request, upload, certificate.uuid);
      await makeLive(changes, request);
      reply
        .code(201)
        .header('location', `/api/v1/accounts/${accountUuid}/custom_certificates/${certificate.uuid}`);
      return customCertificateToWire(certificate);
    },
  );
}

/** Without the store's secret key nothing can be stored; that is the operator's to fix. */
async function unlessKeyless<T>(request: FastifyRequest, write: () => Promise<T>): Promise<T> {
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

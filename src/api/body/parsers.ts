/** Registers the body parsers of the API; everything else is refused by Fastify with 415. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../core/errors.ts';
import { parseFormBody } from './form-body.ts';
import { parseJsonBody } from './json-body.ts';
import { parseMultipartBody } from './multipart-body.ts';

/** 1 MiB. Source: docs/reference/api.md ("Bodies"). */
export const maxBodyBytes: number = 1024 * 1024;

/** The media types that carry attributes, as they stand in the API reference. */
export const bodyMediaTypes: readonly string[] = [
  'application/x-www-form-urlencoded',
  'application/json',
  'multipart/form-data',
];

export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: maxBodyBytes } as const;
  app.addContentTypeParser('application/json', options, (request, bytes: Buffer, done) => {
    refuseEncodings(request);
    done(null, parseJsonBody(bytes));
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', options, (request, bytes: Buffer, done) => {
    refuseEncodings(request);
    done(null, parseFormBody(bytes));
  });
  app.addContentTypeParser('multipart/form-data', options, async (request: FastifyRequest, bytes: Buffer) => {
    refuseEncodings(request);
    return parseMultipartBody(bytes, request.headers['content-type'] ?? '', maxBodyBytes);
  });
}

/** Makes the routes of a scope take bytes of these media types, and nothing else; `give` makes the body of them. */
export function addBytesParsers(
  scope: FastifyInstance,
  mediaTypes: readonly string[],
  bodyLimit: number,
  give: (bytes: Buffer, mediaType: string) => unknown = (bytes) => bytes,
): void {
  scope.removeAllContentTypeParsers();
  for (const mediaType of mediaTypes)
    scope.addContentTypeParser(
      mediaType,
      { parseAs: 'buffer', bodyLimit },
      (request, bytes: Buffer, done) => {
        refuseEncodings(request);
        done(null, give(bytes, mediaType));
      },
    );
  scope.addContentTypeParser('*', (_request, _payload, done) => {
    const message = `the Content-Type is not supported; allowed: ${mediaTypes.join(', ')}`;
    done(new ServiceError('unsupported_media_type', message));
  });
}

/** Refuses what {@link addBodyParsers} refuses, for routes with parsers of their own. */
export function refuseEncodings(request: FastifyRequest): void {
  const coding = request.headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw new ServiceError(
      'unsupported_media_type',
      `Content-Encoding ${JSON.stringify(coding)} is not supported; send the body as it is`,
    );
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    throw new ServiceError(
      'unsupported_media_type',
      `charset ${JSON.stringify(charset)} is not supported; send UTF-8`,
    );
  }
}

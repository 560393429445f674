/** Bodies with lists of rules, which may be long. Source: docs/reference/rules.md ("Reading and replacing"). */
import type { FastifyInstance } from 'fastify';
import { maxRulesBytes } from '../../control/host-rules.ts';
import { ServiceError } from '../../core/errors.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import { parseJsonBody } from './json-body.ts';
import { refuseEncodings } from './parsers.ts';

/** A body of 32 MiB takes a few hundred more once it is read: such bodies take turns. */
export const largeRulesBytes: number = 1024 * 1024;

/** Makes the routes of a scope take JSON of up to 32 MiB, as bytes. */
export function addRulesBodyParser(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: maxRulesBytes },
    (request, bytes: Buffer, done) => {
      refuseEncodings(request);
      done(null, bytes);
    },
  );
  scope.addContentTypeParser('*', (_request, _payload, done) => {
    const message = 'the Content-Type is not supported; allowed: application/json';
    done(new ServiceError('unsupported_media_type', message));
  });
}

/** Errors: `body_invalid`, `parameter_unknown`. */
export function readRulesBody(bytes: Buffer, names: readonly string[]): RequestBody {
  const body = parseJsonBody(bytes);
  refuseUnknownAttributes(body, names);
  return body;
}

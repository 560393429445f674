/** Bodies with lists of rules, which may be long. Source: docs/reference/rules.md ("Reading and replacing"). */
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../core/errors.ts';
import { maxRulesBytes } from '../../features/rules/host-rules-store.ts';
import { refuseEncodings } from './parsers.ts';

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

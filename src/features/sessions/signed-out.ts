/**
 * What routes for browsers without a session have in common: no answer is stored, guessing and pages of other origins
 * are refused before the body is read. Source: docs/reference/sessions.md ("Guessing").
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallerLimit } from '../../api/caller-limit.ts';
import type { ForwardingPeers } from '../../api/client.ts';
import { refuseOtherOrigins } from '../../api/sessions/csrf.ts';
import { ServiceError } from '../../core/errors.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export async function noStore(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store').header('cross-origin-resource-policy', 'same-origin');
}

/** Refuses clients that guessed too often, pages of other sites, and what is not JSON. */
export function refuseStrangers(limit: CallerLimit, peers: ForwardingPeers): Hook {
  return async (request, reply) => {
    limit.refuseGuessing(request, reply);
    refuseOtherOrigins(request, peers);
    requireJson(request);
  };
}

/** A form of another site can be sent without asking this one; JSON cannot. Errors: `unsupported_media_type`. */
function requireJson(request: FastifyRequest): void {
  const mediaType = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === undefined || mediaType === 'application/json') return;
  throw new ServiceError(
    'unsupported_media_type',
    'the Content-Type is not supported; allowed: application/json',
  );
}

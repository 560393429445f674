/** `Vary` of answers that depend on several fields. Source: RFC 9110 section 12.5.5. */
import type { FastifyReply } from 'fastify';

/** Tells caches that an answer depends on this field, beside what it depends on otherwise. */
export function addVary(reply: FastifyReply, field: string): void {
  const others = reply.getHeader('vary');
  reply.header('vary', others === undefined ? field : `${String(others)}, ${field}`);
}

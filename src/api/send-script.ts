/** Sends a script for pages of any origin. Source: docs/reference/tracker.md ("How it gets into a page"). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServedScript } from '../core/served-script.ts';

export function sendScript(script: ServedScript, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = request.headers;
  const query = request.url.split('?')[1] ?? '';
  const { status, form } = script.answer(acceptEncoding?.toString(), ifNoneMatch, query);
  reply.code(status).headers(form.fields);
  if (status === 200) return reply.send(form.body);
  return reply.removeHeader('content-type').removeHeader('content-encoding').send();
}

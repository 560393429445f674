/** Answers a page of a list. Source: docs/reference/api.md ("Lists"). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type PageRequest, pageLinks } from '../core/page.ts';

/** Sets the Link field of a page, and answers its `pagination`. */
export function paginate(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageRequest,
  count: number,
): { page: number; count: number } {
  const { pathname, searchParams } = new URL(request.url, 'http://api.invalid');
  reply.header('link', pageLinks(page, count, pathname, searchParams));
  return { page: page.page, count };
}

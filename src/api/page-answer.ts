/** Answers a page of a list. Source: docs/reference/api.md ("Lists"). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cursorLinks, type PageRequest, pageLinks } from '../core/page.ts';

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

/** Sets the Link field of a page of a list that is read by `cursor` only; `next` is undefined on the last one. */
export function linkNext(
  request: FastifyRequest,
  reply: FastifyReply,
  next: string | undefined,
  perPage: number,
): void {
  const { pathname, searchParams } = new URL(request.url, 'http://api.invalid');
  reply.header('link', cursorLinks(next, perPage, pathname, searchParams));
}

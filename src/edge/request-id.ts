/**
 * What names a request in logs and at upstreams. Source: docs/reference/proxy.md ("Request ids and traces"); W3C Trace
 * Context section 3.2.
 */
import { readTraceParent } from '../core/trace.ts';
import type { RequestHead } from './http1/request-head.ts';

/** It stands in logs and on pages, so it has no character that could end a word there. */
const id = /^[\w.:/+=@-]{1,128}$/;

/** The id that a trusted proxy gave the request; '' when there is none that can be kept. */
export function requestIdOf(head: RequestHead, isTrusted: boolean): string {
  const given = isTrusted ? head.field('x-request-id') : undefined;
  return given !== undefined && id.test(given) ? given : '';
}

/** The trace that the request belongs to; '' when there is none. */
export function traceIdOf(head: RequestHead): string {
  return readTraceParent(head.field('traceparent'))?.traceId ?? '';
}

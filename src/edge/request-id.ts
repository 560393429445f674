/**
 * What names a request in logs, at upstreams and in its answer. Source: docs/reference/proxy.md ("Request ids and traces");
 * W3C Trace Context section 3.2; RFC 9562 section 5.7.
 */
import { randomBytes } from 'node:crypto';
import { readTraceParent } from '../core/trace.ts';
import type { RequestHead } from './http1/request-head.ts';

/** It stands in logs and on pages, so it has no character that could end a word there. */
const id = /^[\w.:/+=@-]{1,128}$/;

/** The id that a trusted proxy gave the request; '' when there is none that can be kept. */
export function requestIdOf(head: RequestHead, isTrusted: boolean): string {
  const given = isTrusted ? head.field('x-request-id') : undefined;
  return given !== undefined && id.test(given) ? given : '';
}

/** Ids that one batch of random bytes is enough for: asking for a few at a time would cost more than the rest of an id. */
const batchIds = 512;
/** Of 74 random bits and the two of the variant. */
const idDigits = 19;
const idBytes = idDigits / 2;
let random = '';
let randomAt = 0;
const lowBits = 2 ** 24;
let time = -1;
let timeText = '';

/** A UUID version 7 that begins with the time of the request, in milliseconds since the Unix epoch. */
export function newAnswerId(epochMs: number): string {
  if (epochMs !== time) {
    time = epochMs;
    timeText = timeOf(epochMs);
  }
  if (randomAt === random.length) {
    random = randomBytes(batchIds * idBytes).toString('hex');
    randomAt = 0;
  }
  const at = randomAt;
  randomAt += idDigits;
  const variant = '89ab'[random.charCodeAt(at + 3) & 3];
  return `${timeText}-7${random.slice(at, at + 3)}-${variant}${random.slice(at + 4, at + 7)}-${random.slice(at + 7, at + idDigits)}`;
}

/** 48 bits; in two halves, as writing a number beyond 31 bits takes several times as long. */
function timeOf(epochMs: number): string {
  const whole = Math.max(0, Math.floor(epochMs));
  const digits = hexOf(Math.floor(whole / lowBits) % lowBits) + hexOf(whole % lowBits);
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

function hexOf(value: number): string {
  return value.toString(16).padStart(6, '0');
}

/** The field that names the request in its answer. An upstream's own id stays, and ours then stands beside it. */
export function answerIdLine(answerId: string, hasUpstreamsOwn: boolean = false): string {
  return `${hasUpstreamsOwn ? 'X-Nameplate-Request-Id' : 'X-Request-Id'}: ${answerId}\r\n`;
}

/** The trace that the request belongs to; '' when there is none. */
export function traceIdOf(head: RequestHead): string {
  return readTraceParent(head.field('traceparent'))?.traceId ?? '';
}

/**
 * What a visitor gets when the upstream gives no answer that can be passed on.
 * Source: contract section 4; RFC 9110 sections 15.6.3 and 15.6.5.
 */
import type { Answer } from '../http1/answer.ts';
import type { DialFailure } from './dial.ts';
import type { UpstreamProblem } from './upstream-connection.ts';

export type GatewayFailure =
  | Exclude<DialFailure['kind'], 'timeout'>
  | UpstreamProblem
  | 'connect_timeout'
  | 'response_timeout';

/** A plain page. It says neither the upstream's name nor what went wrong in detail: visitors are not its operators. */
export function gatewayAnswer(failure: GatewayFailure, requestId: string): Answer {
  const isTimeout = failure === 'connect_timeout' || failure === 'response_timeout';
  const sentence = isTimeout
    ? 'The server behind this address did not answer in time.'
    : 'The server behind this address could not be reached, or gave no valid answer.';
  return {
    status: isTimeout ? 504 : 502,
    fields: `Content-Type: text/plain; charset=utf-8\r\nCache-Control: no-store\r\nX-Request-Id: ${requestId}\r\n`,
    body: `${sentence}\nRequest id: ${requestId}\n`,
  };
}

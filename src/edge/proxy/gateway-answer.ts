/**
 * The response to a visitor when there is no upstream response to pass on.
 * Source: docs/reference/proxy.md ("When the upstream fails"); RFC 9110 sections 15.6.3 to 15.6.5, RFC 6585 section 4.
 */
import type { Answer } from '../http1/answer.ts';
import type { UpstreamProblem } from './upstream-connection.ts';
import type { PoolFailure } from './upstream-pool.ts';

export type GatewayFailure =
  | Exclude<PoolFailure['kind'], 'timeout'>
  | UpstreamProblem
  | 'client_limit'
  | 'connect_timeout'
  | 'response_timeout'
  /** This machine doesn't have the secret key that the upstream's token is encrypted with. */
  | 'token_unreadable';

type Told = { readonly status: 429 | 502 | 503 | 504; readonly sentence: string; readonly fields: string };

const unreachable: Told = {
  status: 502,
  sentence: 'The server behind this address could not be reached, or gave no valid answer.',
  fields: '',
};
const late: Told = {
  status: 504,
  sentence: 'The server behind this address did not answer in time.',
  fields: '',
};
const told: Partial<Record<GatewayFailure, Told>> = {
  connect_timeout: late,
  response_timeout: late,
  client_limit: {
    status: 429,
    sentence: 'There are too many requests from your address under way just now.',
    fields: 'Retry-After: 1\r\n',
  },
  busy: {
    status: 503,
    sentence: 'The server behind this address has more requests than it can take just now.',
    fields: 'Retry-After: 1\r\n',
  },
};

/** A plain page. It names neither the upstream nor the details of the failure, which are only for operators. */
export function gatewayAnswer(failure: GatewayFailure, answerId: string): Answer {
  const { status, sentence, fields } = told[failure] ?? unreachable;
  return {
    status,
    fields: `Content-Type: text/plain; charset=utf-8\r\nCache-Control: no-store\r\n${fields}`,
    body: `${sentence}\nRequest id: ${answerId}\n`,
  };
}

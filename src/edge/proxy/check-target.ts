/** One health check of an upstream's target, on a connection of its own. Source: docs/reference/proxy.md ("Health checks"). */
import type { HealthCheck, UpstreamRoute } from '../../core/route.ts';
import { type Dialling, dial } from './dial.ts';
import type { DialFailure } from './dial-failure.ts';
import { hostFieldOf } from './request-fields.ts';
import { UpstreamConnection, type UpstreamProblem } from './upstream-connection.ts';

export type CheckFailure =
  | Exclude<DialFailure['kind'], 'timeout'>
  | UpstreamProblem
  | 'connect_timeout'
  | 'response_timeout'
  /** An answer with another status than the check allows. */
  | 'status_refused';

export type CheckOutcome = {
  /** Null: there was no answer. */
  readonly status: number | null;
  /** Null: the target is well. */
  readonly failure: CheckFailure | null;
  /** More about the failure, for the upstream's owner; may be empty. */
  readonly detail: string;
};

/** What of a check one request needs. */
export type CheckRequest = Pick<HealthCheck, 'path' | 'timeout_seconds' | 'status'>;

/**
 * Checks a target of `upstream` once, and calls `onOutcome` once, later; the answer function gives up when it is called before
 * that. Reads nothing of the answer but its head.
 */
export function checkTarget(
  upstream: UpstreamRoute,
  target: UpstreamRoute,
  check: CheckRequest,
  dialling: Dialling,
  onOutcome: (outcome: CheckOutcome) => void,
): () => void {
  const timeoutMs = check.timeout_seconds * 1_000;
  let connection: UpstreamConnection | undefined;
  let isDone = false;
  const giveUp = (): void => {
    isDone = true;
    clearTimeout(timer);
    cancelDial();
    connection?.destroy();
  };
  const finish = (failure: CheckFailure | null, detail = '', status: number | null = null): void => {
    if (isDone) return;
    giveUp();
    onOutcome({ status, failure, detail });
  };
  const timer = setTimeout(() => {
    const seconds = `within ${check.timeout_seconds} s`;
    if (connection) finish('response_timeout', `no answer ${seconds}`);
    else finish('connect_timeout', `no connection ${seconds}`);
  }, timeoutMs);
  // One timer covers connecting and the answer, so the time-out for connecting alone must not come first.
  const cancelDial = dial(target, { ...dialling, timeoutMs: 2 * timeoutMs }, undefined, (result) => {
    if ('kind' in result) {
      finish(result.kind === 'timeout' ? 'connect_timeout' : result.kind, result.detail);
      return;
    }
    connection = new UpstreamConnection(result, () => {});
    const { outbox } = connection;
    connection.begin({
      method: 'GET',
      accepts: () => false,
      interim: () => {},
      answered: ({ status }) => {
        const [from, to] = check.status;
        if (status >= from && status <= to) finish(null, '', status);
        else finish('status_refused', `status ${status} is not one from ${from} to ${to}`, status);
      },
      switched: () => {},
      answerContent: () => {},
      answerPause: () => {},
      answerEnd: () => {},
      failed: (problem, detail) => finish(problem, detail),
      canSend: () => outbox.flush(),
    });
    outbox.text(
      `GET ${check.path} HTTP/1.1\r\nHost: ${hostFieldOf(upstream)}\r\nUser-Agent: Nameplate-Health-Check\r\n` +
        `Accept: */*\r\nX-Nameplate-Auth-Token: ${upstream.authToken}\r\nConnection: close\r\n\r\n`,
    );
    outbox.flush();
  });
  return giveUp;
}

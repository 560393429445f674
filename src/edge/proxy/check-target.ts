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
  /** Where the answer redirects to; '' for none. */
  readonly location?: string;
};

/** What of a check one request needs. */
export type CheckRequest = Pick<HealthCheck, 'path' | 'timeout_seconds' | 'status'> & {
  /** Asks as a visitor of this host would be proxied, and reads what follows the answer's head. */
  readonly visitedHost?: string;
};

/** Of an answer's content that is read. */
const maxContentBytes = 65_536;

/**
 * Checks a target of `upstream` once, and calls `onOutcome` once, later; the answer function gives up when it is called before
 * that. Reads nothing of the answer but its head, unless it asks as a visitor.
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
  const { visitedHost } = check;
  let answered: { readonly status: number; readonly location: string } | undefined;
  let contentBytes = 0;
  const finish = (failure: CheckFailure | null, detail = '', status: number | null = null): void => {
    if (isDone) return;
    giveUp();
    onOutcome({ status, failure, detail, ...(answered?.location && { location: answered.location }) });
  };
  const finishWhole = (): void => finish(null, '', answered?.status ?? null);
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
      answered: ({ status, fields }) => {
        const [from, to] = check.status;
        answered = { status, location: /^location:[ \t]*(.*?)[ \t]*\r$/im.exec(fields)?.[1] ?? '' };
        if (status >= from && status <= to) {
          if (visitedHost === undefined) finishWhole();
        } else finish('status_refused', `status ${status} is not one from ${from} to ${to}`, status);
      },
      switched: () => {},
      answerContent: (_chunk, start, end) => {
        contentBytes += end - start;
        if (contentBytes > maxContentBytes) finishWhole();
      },
      answerPause: () => {},
      answerEnd: finishWhole,
      failed: (problem, detail) => finish(problem, detail),
      canSend: () => outbox.flush(),
    });
    outbox.text(
      `GET ${check.path} HTTP/1.1\r\nHost: ${hostFor(upstream, visitedHost)}\r\nUser-Agent: Nameplate-Health-Check\r\n` +
        `Accept: */*\r\n${visitedFields(visitedHost)}X-Nameplate-Auth-Token: ${upstream.authToken}\r\nConnection: close\r\n\r\n`,
    );
    outbox.flush();
  });
  return giveUp;
}

function hostFor(upstream: UpstreamRoute, visitedHost: string | undefined): string {
  return upstream.keepsHost && visitedHost !== undefined ? visitedHost : hostFieldOf(upstream);
}

/** Such as tell the application which site is asked for. */
function visitedFields(visitedHost: string | undefined): string {
  if (visitedHost === undefined) return '';
  return `X-Served-For: ${visitedHost}\r\nX-Forwarded-Host: ${visitedHost}\r\nX-Forwarded-Proto: https\r\n`;
}

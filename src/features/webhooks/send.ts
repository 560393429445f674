/**
 * Sends one message and reads what the receiver answers, as little of it as the log shows. Receivers are hostile: they
 * redirect into private networks, resolve to other addresses the second time, and answer without end.
 * Source: docs/reference/webhooks.md ("Attempts", "Where endpoints may be"); OWASP "Server-Side Request Forgery Prevention".
 */
import type { AddressPolicy } from '../../core/address-policy.ts';
import { addressRefusedCode } from '../../core/allowed-lookup.ts';
import { errorField, errorMessage } from '../../core/error-field.ts';
import type { HostNames } from '../../core/host-names.ts';
import { type OutgoingAnswer, sendRequest, switchedCode, timedOutCode } from '../../core/outgoing-request.ts';

export type SendOptions = {
  readonly policy: AddressPolicy;
  readonly userAgent: string;
  /** Of the whole exchange: look-up, connection, request and answer. 15 s unless given. */
  readonly timeoutMs?: number;
  readonly names: Pick<HostNames, 'lookup'>;
  /** Of the authorities that certificates are accepted from; Node's own unless a test has its own. */
  readonly ca?: string;
};

/** `status` is null where there was no answer; `error` says what went wrong, as a sentence without its end. */
export type SendResult = {
  readonly status: number | null;
  readonly error: string | null;
  /** The beginning of the body. */
  readonly response: string;
  /** The `Retry-After` field of the answer. */
  readonly retryAfter: string | undefined;
};

const standardTimeoutMs = 15_000;
const maxResponseBytes = 2_048;
const maxResponseLength = 500;

/** Never rejects. `signal` cuts it off. */
export async function send(
  url: string,
  body: string,
  fields: Readonly<Record<string, string>>,
  accountUuid: string,
  options: SendOptions,
  signal: AbortSignal,
): Promise<SendResult> {
  const { policy, names, userAgent, timeoutMs = standardTimeoutMs, ca } = options;
  const received: Buffer[] = [];
  let status: number | null = null;
  let retryAfter: string | undefined;
  let error: string | null = null;
  let answer: OutgoingAnswer | undefined;
  try {
    answer = await sendRequest(new URL(url), {
      names,
      chosenBy: { accountUuid, policy },
      method: 'POST',
      headers: { ...fields, 'content-type': 'application/json', 'user-agent': userAgent },
      body,
      timeoutMs,
      signal,
      ...(ca !== undefined && { ca }),
    });
    status = answer.status;
    retryAfter = answer.fields['retry-after'];
    let bytes = 0;
    for await (const chunk of answer.body) {
      const read: Buffer = chunk;
      received.push(read.subarray(0, maxResponseBytes - bytes));
      bytes += read.length;
      if (bytes >= maxResponseBytes) break;
    }
  } catch (thrown) {
    // A receiver that has said what it thinks of the message may be slow to say more, or not say it at all.
    error = signal.aborted ? 'The service stopped' : sentenceOf(thrown);
  } finally {
    answer?.close();
  }
  const isAccepted = status !== null && status >= 200 && status < 300;
  return {
    status,
    error: isAccepted ? null : status === null ? error : statusSentence(status),
    response: readable(Buffer.concat(received)),
    retryAfter,
  };
}

function statusSentence(status: number): string {
  return status >= 300 && status < 400
    ? `It answered ${status}; redirects are not followed`
    : `It answered ${status}`;
}

/** Of errors that are sentences. */
const ownCodes: ReadonlySet<string> = new Set([addressRefusedCode, timedOutCode, switchedCode]);

function sentenceOf(error: unknown): string {
  // Several addresses failed; report the last one.
  const cause: unknown = error instanceof AggregateError ? (error.errors.at(-1) ?? error) : error;
  const code = errorField(cause, 'code');
  const message = errorMessage(cause);
  return code === undefined || message.includes(code) || ownCodes.has(code)
    ? message
    : `${message} (${code})`;
}

/** Text that can stand in a log: on one line, without control characters. */
function readable(bytes: Buffer): string {
  const text = bytes.toString('utf8').replaceAll(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffd]+/g, ' ');
  return text.trim().slice(0, maxResponseLength).toWellFormed();
}

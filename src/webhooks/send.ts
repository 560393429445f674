/**
 * Sends one message and reads what the receiver answers, as little of it as the log shows. Receivers are hostile: they
 * redirect into private networks, resolve to other addresses the second time, and answer without end.
 * Source: docs/reference/webhooks.md ("Attempts", "Where endpoints may be"); OWASP "Server-Side Request Forgery Prevention".
 */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { AddressPolicy } from '../core/address-policy.ts';
import { allowedLookup } from '../core/allowed-lookup.ts';
import { errorField, errorMessage } from '../core/error-field.ts';
import type { HostNames } from '../core/host-names.ts';
import { peerAddressOf } from '../core/ip-address.ts';

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
const maxHeadBytes = 16_384;
const maxResponseLength = 500;

/** Never rejects. `signal` cuts it off. */
export function send(
  url: string,
  body: string,
  fields: Readonly<Record<string, string>>,
  accountUuid: string,
  options: SendOptions,
  signal: AbortSignal,
): Promise<SendResult> {
  return new Promise((resolve) => {
    const exchange = new Exchange(new URL(url), accountUuid, options, resolve);
    const abort = (): void => exchange.fail('The service stopped');
    signal.addEventListener('abort', abort, { once: true });
    exchange.onEnd(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
    else exchange.begin(body, fields);
  });
}

/** States: begun → answered (the status is known) → over. Whatever ends it first decides. */
class Exchange {
  readonly #url: URL;
  readonly #accountUuid: string;
  readonly #options: SendOptions;
  readonly #resolve: (result: SendResult) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #timeoutMs: number;
  readonly #ends: (() => void)[] = [];
  #request: ClientRequest | undefined;
  #status: number | null = null;
  #retryAfter: string | undefined;
  #received: Buffer[] = [];
  #isOver = false;

  constructor(url: URL, accountUuid: string, options: SendOptions, resolve: (result: SendResult) => void) {
    this.#url = url;
    this.#accountUuid = accountUuid;
    this.#options = options;
    this.#resolve = resolve;
    this.#timeoutMs = options.timeoutMs ?? standardTimeoutMs;
    this.#timer = setTimeout(() => this.#outOfTime(), this.#timeoutMs);
  }

  onEnd(end: () => void): void {
    this.#ends.push(end);
  }

  begin(body: string, fields: Readonly<Record<string, string>>): void {
    const { policy, names, userAgent, ca } = this.#options;
    const isTls = this.#url.protocol === 'https:';
    const host = this.#url.hostname.replace(/^\[(.*)\]$/, '$1');
    const port = this.#url.port === '' ? (isTls ? 443 : 80) : Number(this.#url.port);
    // Clear text is for addresses that the operator allows by name.
    const refusal = (address: string) => policy.refusalOf(host, address, port, isTls ? 'any' : 'listed');
    const literal = isIP(host) === 0 ? undefined : refusal(host);
    if (literal !== undefined) {
      this.fail(literal);
      return;
    }
    const request = (isTls ? httpsRequest : httpRequest)(this.#url, {
      method: 'POST',
      agent: false,
      maxHeaderSize: maxHeadBytes,
      lookup: allowedLookup(refusal, names.lookup(this.#accountUuid, isTls)),
      headers: {
        ...fields,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': userAgent,
        accept: '*/*',
        connection: 'close',
      },
      ...(ca !== undefined && { ca }),
      ...(isTls && { minVersion: 'TLSv1.2' as const }),
    });
    this.#request = request;
    request.on('error', (error) => this.fail(sentenceOf(error)));
    request.on('upgrade', () => this.fail('The answer switches protocols'));
    request.on('response', (response) => this.#read(response));
    request.on('socket', (socket) => {
      socket.once('connect', () => {
        // Whatever the look-up returned, the message would go to this address.
        const connected = refusal(peerAddressOf(socket));
        if (connected !== undefined) this.fail(connected);
      });
    });
    request.end(body);
  }

  fail(error: string): void {
    this.#over(error);
  }

  #outOfTime(): void {
    // A receiver that has said what it thinks of the message may be slow to say more.
    if (this.#status === null) this.fail(`No answer within ${this.#timeoutMs / 1000} s`);
    else this.#over(null);
  }

  #read(response: IncomingMessage): void {
    this.#status = response.statusCode ?? 0;
    this.#retryAfter = response.headers['retry-after'];
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      this.#received.push(chunk.subarray(0, maxResponseBytes - bytes));
      bytes += chunk.length;
      if (bytes >= maxResponseBytes) this.#over(null);
    });
    response.on('error', () => this.#over(null));
    response.on('end', () => this.#over(null));
    response.on('close', () => this.#over(null));
  }

  #over(error: string | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    for (const end of this.#ends) end();
    this.#request?.on('error', () => {});
    this.#request?.destroy();
    const status = this.#status;
    const isAccepted = status !== null && status >= 200 && status < 300;
    this.#resolve({
      status,
      error: isAccepted ? null : status === null ? error : statusSentence(status),
      response: readable(Buffer.concat(this.#received)),
      retryAfter: this.#retryAfter,
    });
  }
}

function statusSentence(status: number): string {
  return status >= 300 && status < 400
    ? `It answered ${status}; redirects are not followed`
    : `It answered ${status}`;
}

function sentenceOf(error: unknown): string {
  // Several addresses failed; report the last one.
  const cause: unknown = error instanceof AggregateError ? (error.errors.at(-1) ?? error) : error;
  const code = errorField(cause, 'code');
  const message = errorMessage(cause);
  return code === undefined || message.includes(code) || code.startsWith('ERR_ADDRESS')
    ? message
    : `${message} (${code})`;
}

/** Text that can stand in a log: on one line, without control characters. */
function readable(bytes: Buffer): string {
  const text = bytes.toString('utf8').replaceAll(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffd]+/g, ' ');
  return text.trim().slice(0, maxResponseLength).toWellFormed();
}

/**
 * Requests to one authority: signed, each with a nonce and a deadline.
 * Source: RFC 8555 sections 6.1 to 6.6 and 7.2.
 *
 * A nonce is good for one request and comes with the answer to the one before. An authority may refuse one at any
 * time, for instance because another of its servers issued it. The request is then repeated with the nonce that came
 * with the refusal.
 */
import type { AccountKey } from '../../certificates/account-key.ts';
import { systemClock } from '../../core/clock.ts';
import { errorField, errorMessage } from '../../core/error-field.ts';
import { HostNames } from '../../core/host-names.ts';
import { sendRequest, timedOutCode, tooLongCode, toResponse } from '../../core/outgoing-request.ts';
import { parseRetryAfter } from '../../core/retry-after.ts';
import { dayMs, hourMs } from '../../core/time.ts';
import { parseUrl } from '../../core/url.ts';
import { AcmeError, problemOf } from './acme-error.ts';
import { JsonView } from './json-view.ts';
import { signRequest } from './json-web-signature.ts';

export type AcmeAnswer = {
  readonly status: number;
  readonly text: string;
  readonly json: JsonView;
  readonly location: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** The authority's clock, milliseconds since the epoch; undefined if it doesn't say. */
  readonly sentAt: number | undefined;
};

/** The signer: a key, with its account's URL once it has one. */
export type Signer = { readonly key: AccountKey; readonly accountUrl: string | undefined };

export type TransportOptions = {
  readonly directoryUrl: string;
  readonly userAgent: string;
  /** Of one request, its answer included. */
  readonly deadlineMs?: number;
};

const defaultDeadlineMs = 30_000;
const maxAnswerBytes = 1024 * 1024;
const maxNonces = 32;
const maxNonceTries = 12;
const directoryKnownForMs = hourMs;
/** Longer than any authority intends: a broken clock on its side must not stop us for good. */
const maxRetryAfterMs = 14 * dayMs;

export class AcmeTransport {
  readonly #options: Required<TransportOptions>;
  readonly #names = new HostNames();
  readonly #nonces: string[] = [];
  #directory: { readonly view: JsonView; readonly untilMs: number } | undefined;

  constructor(options: TransportOptions) {
    this.#options = { deadlineMs: defaultDeadlineMs, ...options };
  }

  /** The directory, asked for once an hour at most. Throws {@link AcmeError}. */
  async directory(signal: AbortSignal): Promise<JsonView> {
    const known = this.#directory;
    if (known && performance.now() < known.untilMs) return known.view;
    const { json } = await this.#send(this.#options.directoryUrl, 'GET', undefined, signal);
    if (json.text('newOrder') === undefined)
      throw new AcmeError('unexpected', `there is no ACME directory at ${this.#options.directoryUrl}`);
    this.#directory = { view: json, untilMs: performance.now() + directoryKnownForMs };
    return json;
  }

  /** Has the directory asked for again: it isn't what it was. */
  forgetDirectory(): void {
    this.#directory = undefined;
  }

  /** The URL of a resource of the directory. Throws {@link AcmeError}. */
  async urlOf(resource: string, signal: AbortSignal): Promise<string> {
    const url = (await this.directory(signal)).text(resource);
    if (url === undefined)
      throw new AcmeError('unexpected', `the certificate authority has no ${resource} in its directory`);
    return url;
  }

  /** Reads what needs no signature. Throws like {@link post}. */
  get(url: string, signal: AbortSignal): Promise<AcmeAnswer> {
    return this.#send(url, 'GET', undefined, signal);
  }

  /**
   * Sends a signed request; `payload` undefined reads the resource. Throws {@link AcmeError}, or another error when the
   * signal cut it off.
   */
  async post(
    url: string,
    { key, accountUrl }: Signer,
    payload: unknown,
    signal: AbortSignal,
  ): Promise<AcmeAnswer> {
    for (let tries = 1; ; tries++) {
      const nonce = this.#nonces.pop() ?? (await this.#newNonce(signal));
      const body = await signRequest(key, { url, nonce, accountUrl }, payload);
      try {
        return await this.#send(url, 'POST', body, signal);
      } catch (error) {
        if (!(error instanceof AcmeError) || error.type !== 'badNonce' || tries === maxNonceTries)
          throw error;
      }
    }
  }

  async #newNonce(signal: AbortSignal): Promise<string> {
    await this.#send(await this.urlOf('newNonce', signal), 'HEAD', undefined, signal);
    const nonce = this.#nonces.pop();
    if (nonce === undefined) throw new AcmeError('unexpected', 'the certificate authority gives no nonces');
    return nonce;
  }

  async #send(
    url: string,
    method: string,
    body: string | undefined,
    signal: AbortSignal,
  ): Promise<AcmeAnswer> {
    const { userAgent, deadlineMs } = this.#options;
    try {
      const answer = await sendRequest(new URL(url), {
        names: this.#names,
        method,
        headers: {
          'user-agent': userAgent,
          ...(body === undefined ? {} : { 'content-type': 'application/jose+json' }),
        },
        ...(body !== undefined && { body }),
        timeoutMs: deadlineMs,
        maxBytes: maxAnswerBytes,
        signal,
      });
      const response = toResponse(answer);
      const text = await response.text();
      if (response.status >= 300 && response.status < 400) throw new Error('it redirects');
      this.#keepNonce(response.headers.get('replay-nonce'));
      return judge(response, text);
    } catch (error) {
      if (error instanceof AcmeError || signal.aborted) throw error;
      throw noAnswer(error, url);
    }
  }

  #keepNonce(nonce: string | null): void {
    if (nonce !== null && /^[A-Za-z0-9_-]{1,512}$/.test(nonce)) this.#nonces.push(nonce);
    if (this.#nonces.length > maxNonces) this.#nonces.shift();
  }
}

/** Throws the problem when it is one. */
function judge(answer: Response, text: string): AcmeAnswer {
  const { status, headers } = answer;
  const retryAfterMs = retryAfterOf(headers.get('retry-after'));
  const document = parse(text);
  if (status >= 200 && status < 300) {
    const location = headers.get('location') ?? undefined;
    const sentAt = Date.parse(headers.get('date') ?? '');
    return {
      status,
      text,
      json: new JsonView(document),
      location,
      retryAfterMs,
      sentAt: Number.isNaN(sentAt) ? undefined : sentAt,
    };
  }
  const fallback = `the certificate authority answered ${status}`;
  const problem = problemOf(document, fallback, retryAfterMs);
  if (problem.type !== 'unexpected') throw problem;
  if (status === 429) throw new AcmeError('rateLimited', problem.message, retryAfterMs);
  if (status >= 500) throw new AcmeError('unavailable', problem.message, retryAfterMs);
  throw problem;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function retryAfterOf(value: string | null): number | undefined {
  const ms = parseRetryAfter(value, systemClock.now());
  return ms === undefined ? undefined : Math.min(ms, maxRetryAfterMs);
}

function noAnswer(error: unknown, url: string): AcmeError {
  const host = parseUrl(url)?.host ?? url;
  const code = errorField(error, 'code');
  if (code === timedOutCode) return new AcmeError('timeout', `${host} did not answer in time`);
  if (code === tooLongCode)
    return new AcmeError('unexpected', 'an answer of the certificate authority is too long');
  const reason = code ?? errorMessage(error);
  return new AcmeError('unreachable', `${host} cannot be reached (${reason})`);
}

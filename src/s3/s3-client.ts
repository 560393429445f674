/**
 * Signed requests to one bucket, tried again when that can help. Source: docs/reference/backups.md ("In S3"), S3 API reference,
 * AWS Signature Version 4.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { addressRefusedCode } from '../core/allowed-lookup.ts';
import { errorField, errorMessage } from '../core/error-field.ts';
import { HostNames } from '../core/host-names.ts';
import { type OutgoingRequest, sendRequest, toResponse } from '../core/outgoing-request.ts';
import { minuteMs } from '../core/time.ts';
import { S3Error } from './s3-error.ts';
import { textOf } from './xml.ts';

export type S3Settings = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
  readonly region: string;
  /** Of a service other than Amazon's; undefined: Amazon's. */
  readonly endpoint: string | undefined;
  /** The account that chose the bucket, and where it may be; undefined: the operator, and anywhere. */
  readonly chosenBy?: OutgoingRequest['chosenBy'];
  readonly names?: OutgoingRequest['names'];
  /** Ends requests that are under way, and lets none be tried again. */
  readonly signal?: AbortSignal | undefined;
};

export type S3Request = {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Undefined: the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
};

const attempts = 5;
/** A list has 1,000 keys of 1,024 bytes, each six times as long at most as an entity. */
const maxAnswerBytes = 8 * 1024 * 1024;
/** Characters of what a service says of an error. */
const maxWords = 300;
/** An object may take as long as it needs, as long as some of it arrives. */
const idleMs = 5 * minuteMs;
/** For an answer's head where nothing has to be sent first. */
const defaultAnswerTimeoutMs = 10_000;
/** Answers without a body tell the status only. */
const reasons: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket',
  NoSuchKey: 'there is no such object',
  AccessDenied: 'access is denied: check the credentials and what they may do',
  InvalidAccessKeyId: 'AWS_ACCESS_KEY_ID is not known there',
  SignatureDoesNotMatch: 'the signature is wrong: check AWS_SECRET_ACCESS_KEY',
};
const statusCodes: Readonly<Record<number, string>> = { 403: 'AccessDenied', 404: 'NoSuchKey' };

export class S3Client {
  readonly bucket: string;
  readonly #settings: S3Settings;
  readonly #names: OutgoingRequest['names'];
  readonly #base: string;
  readonly #firstPauseMs: number;
  readonly #answerTimeoutMs: number;

  /** `firstPauseMs`: before the second attempt; each further pause is twice as long. */
  constructor(
    settings: S3Settings,
    bucket: string,
    firstPauseMs = 200,
    answerTimeoutMs: number = defaultAnswerTimeoutMs,
  ) {
    this.#answerTimeoutMs = answerTimeoutMs;
    this.bucket = bucket;
    this.#firstPauseMs = firstPauseMs;
    this.#settings = settings;
    this.#names = settings.names ?? new HostNames();
    const { endpoint, region } = settings;
    // Certificates don't cover a bucket's name with dots, and not every service has a name for each bucket.
    if (endpoint !== undefined) this.#base = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
    else if (bucket.includes('.')) this.#base = `https://s3.${region}.amazonaws.com/${bucket}`;
    else this.#base = `https://${bucket}.s3.${region}.amazonaws.com`;
  }

  /** Answers a response that says success; its body is the caller's. Throws {@link S3Error}. */
  async send(request: S3Request): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#sendOnce(request);
      } catch (error) {
        const isOver = attempt === attempts || this.#settings.signal?.aborted === true;
        if (isOver || !(error instanceof S3Error) || !mayPass(error)) throw error;
        await pause(this.#firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
      }
    }
  }

  async #sendOnce({ method, key, query = {}, headers = {}, body }: S3Request): Promise<Response> {
    const { accessKeyId, secretAccessKey, sessionToken, region, chosenBy, signal } = this.#settings;
    const url = new URL(key === undefined ? `${this.#base}/` : `${this.#base}/${encodeKey(key)}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const hash = createHash('sha256').update(body ?? '');
    const signed = await new AwsV4Signer({
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      region,
      service: 's3',
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': hash.digest('hex') },
    }).sign();
    let response: Response;
    const silent = new AbortController();
    const overdue = body ? undefined : setTimeout(() => silent.abort(timedOut()), this.#answerTimeoutMs);
    try {
      const answer = await sendRequest(new URL(signed.url), {
        names: this.#names,
        ...(chosenBy && { chosenBy }),
        method,
        headers: Object.fromEntries(signed.headers),
        ...(body && { body }),
        timeoutMs: Number.POSITIVE_INFINITY,
        idleMs,
        maxBytes: Number.POSITIVE_INFINITY,
        signal: signal ? AbortSignal.any([signal, silent.signal]) : silent.signal,
      });
      response = toResponse(answer);
    } catch (error) {
      throw noAnswer(silent.signal.aborted ? silent.signal.reason : error, url);
    } finally {
      clearTimeout(overdue);
    }
    if (response.ok) return response;
    throw await refusalOf(response, this.bucket);
  }
}

function timedOut(): DOMException {
  return new DOMException('no answer', 'TimeoutError');
}

/** No answer, one of a server in trouble, or too many requests: another attempt may do. */
function mayPass({ code }: S3Error): boolean {
  return code === 'Away' || code === 'Busy';
}

/** Also for a body that ends early. */
export function noAnswer(error: unknown, url: URL): S3Error {
  if (errorField(error, 'code') === addressRefusedCode)
    return new S3Error('Refused', `${url.origin} is not allowed: ${errorMessage(error)}`, { cause: error });
  const cause = error instanceof Error ? error.cause : undefined;
  const code = errorField(cause, 'code') ?? errorField(error, 'code') ?? errorField(error, 'name') ?? 'Error';
  return new S3Error('Away', `${url.origin} does not answer (${code})`, { cause: error });
}

async function refusalOf(response: Response, bucket: string): Promise<S3Error> {
  const text = await readAnswer(response).catch(() => '');
  const code = wordsOf(text, 'Code') ?? statusCodes[response.status] ?? `status ${response.status}`;
  const isRedirect = response.status >= 300 && response.status < 400;
  const reason = isRedirect
    ? 'it answers with a redirect, which is not followed: check endpoint and region'
    : (reasons[code] ?? wordsOf(text, 'Message') ?? 'it did not say why');
  const message = `bucket "${bucket}": ${reason} (${code})`;
  const isBusy = response.status >= 500 || response.status === 429;
  return new S3Error(isBusy ? 'Busy' : code, message);
}

/** Of an error, which is stored and shown: a service may send anything. */
function wordsOf(text: string, name: string): string | undefined {
  return textOf(text, name)
    ?.slice(0, maxWords)
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** The text of an answer that isn't an object. Throws {@link S3Error} when it is larger than any that S3 gives. */
export async function readAnswer(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes)
      throw new S3Error('AnswerTooLarge', `it answers with more than ${maxAnswerBytes / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function encodeKey(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/');
}

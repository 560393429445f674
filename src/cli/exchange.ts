/** One HTTP exchange of a command, on a connection of its own. */
import { once } from 'node:events';
import http, { type IncomingHttpHeaders, IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Longer than the service takes to give up two queries, one after the other. */
const exchangeMs = 90_000;

export type Sent = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Takes what a success answers, instead of `body`, however long that takes. */
  readonly into?: (content: Readable) => Promise<void>;
};
export type Received = {
  readonly status: number;
  readonly headers: Pick<IncomingHttpHeaders, 'etag' | 'retry-after'> & {
    readonly link?: string | readonly string[] | undefined;
  };
  readonly body: string;
};

/** Where to connect to. */
export type Target = Pick<RequestOptions, 'host' | 'port' | 'socketPath'> & {
  readonly protocol: 'http:' | 'https:';
  readonly servername?: string;
};

/** Rejects with what went wrong with the connection, or after `maxMs`. */
export async function exchange(
  { protocol, ...target }: Target,
  { method, path, headers, body, into }: Sent,
  maxMs: number = exchangeMs,
): Promise<Received> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const { request } = protocol === 'https:' ? https : http;
  // Not fetch: of a connection closed at once it never answers, and nothing keeps the program waiting for it.
  const outgoing = request({ ...target, method, path, headers: { ...headers, ...length }, agent: false });
  const overdue = setTimeout(() => outgoing.destroy(new Error('it takes too long')), maxMs);
  try {
    outgoing.end(body);
    const [answer] = await once(outgoing, 'response');
    if (!(answer instanceof IncomingMessage)) throw new Error('no response');
    const { statusCode: status = 0, headers: fields } = answer;
    if (into && status === 200) {
      clearTimeout(overdue);
      await into(answer);
      return { status, headers: fields, body: '' };
    }
    return { status, headers: fields, body: await text(answer) };
  } finally {
    clearTimeout(overdue);
    outgoing.on('error', () => {}).destroy();
  }
}

/** The API's refusal in an answer; undefined: it is none. */
export function refusalIn(answer: unknown): { readonly error: string; readonly code: string } | undefined {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined;
  const { error } = answer;
  const code = 'error_code' in answer ? answer.error_code : '';
  return typeof error === 'string' ? { error, code: typeof code === 'string' ? code : '' } : undefined;
}

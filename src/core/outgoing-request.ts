/**
 * The one way to fetch something over HTTP from elsewhere. Of targets that an account, a visitor or a DNS record chose, every
 * address is judged when it is connected to: they redirect into private networks, resolve to other addresses the second time, and
 * answer without end. So redirects are not followed, and time and size are bounded unless the caller says otherwise. What the operator
 * configured may be at any address. (Health checks are made as requests to upstreams are: edge/proxy/dial.ts.)
 * Source: docs/reference/dns.md ("Where upstreams may be"), OWASP "Server-Side Request Forgery Prevention".
 */
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { AddressPolicy } from './address-policy.ts';
import { addressRefusedCode, allowedLookup } from './allowed-lookup.ts';
import type { HostNames } from './host-names.ts';
import { peerAddressOf } from './ip-address.ts';
import { secondMs } from './time.ts';

export type OutgoingRequest = {
  readonly names: Pick<HostNames, 'lookup'>;
  /** Whose target it is, and where it may be: in clear text only at addresses that the operator lists. */
  readonly chosenBy?: { readonly accountUuid: string; readonly policy: Pick<AddressPolicy, 'refusalOf'> };
  /** GET by default. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Of the whole exchange, the answer's body included; 5 s unless given. Infinity: as long as bytes move. */
  readonly timeoutMs?: number;
  /** For how long no byte may move. */
  readonly idleMs?: number;
  /** Of the answer's body; 64 KiB unless given. Infinity: not bounded here. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  /** Of the authorities that certificates are accepted from; Node's own unless a test has its own. */
  readonly ca?: string;
  /** Whether the certificate is of no concern, as to authorities that validate a host. */
  readonly anyCertificate?: boolean;
};

export type OutgoingAnswer = {
  readonly status: number;
  readonly fields: IncomingHttpHeaders;
  readonly body: Readable;
  /** For an answer that isn't read to its end. */
  readonly close: () => void;
};

const defaultTimeoutMs = 5 * secondMs;
const defaultMaxBytes = 64 * 1024;
const maxHeadBytes = 16_384;
/** Codes of errors whose messages are sentences. */
export const timedOutCode = 'ERR_TIMED_OUT';
export const tooLongCode = 'ERR_ANSWER_TOO_LONG';
export const switchedCode = 'ERR_SWITCHES_PROTOCOLS';

/**
 * Resolves when the answer's head is there. Rejects, and the body fails, with the system's error, `timedOutCode` when it is not over in
 * time, `tooLongCode`, or `addressRefusedCode`.
 */
export function sendRequest(url: URL, options: OutgoingRequest): Promise<OutgoingAnswer> {
  const { names, chosenBy, method = 'GET', headers, body, signal, ca, anyCertificate = false } = options;
  const { timeoutMs = defaultTimeoutMs, idleMs, maxBytes = defaultMaxBytes } = options;
  return new Promise((resolve, reject) => {
    const isTls = url.protocol === 'https:';
    if (!isTls && url.protocol !== 'http:') {
      reject(coded('ERR_INVALID_PROTOCOL', `${url.protocol} is neither https nor http`));
      return;
    }
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
    const refusal = (address: string): string | undefined =>
      chosenBy?.policy.refusalOf(host, address, port, isTls ? 'any' : 'listed');
    const literal = isIP(host) === 0 ? undefined : refusal(host);
    if (literal !== undefined) {
      reject(coded(addressRefusedCode, literal));
      return;
    }
    const request = (isTls ? httpsRequest : httpRequest)(url, {
      method,
      agent: false,
      maxHeaderSize: maxHeadBytes,
      lookup: allowedLookup(refusal, names.lookup(chosenBy?.accountUuid ?? '', isTls)),
      headers: { accept: '*/*', ...headers, connection: 'close' },
      ...(signal && { signal }),
      ...(ca !== undefined && { ca }),
      ...(anyCertificate && { rejectUnauthorized: false }),
      ...(isTls && { minVersion: 'TLSv1.2' as const }),
    });
    let answer: IncomingMessage | undefined;
    const fail = (error: Error): void => {
      // The stream's reader learns why.
      answer?.destroy(error);
      request.destroy(error);
      reject(error);
    };
    const timer = Number.isFinite(timeoutMs)
      ? setTimeout(() => fail(coded(timedOutCode, `No answer within ${timeoutMs / secondMs} s`)), timeoutMs)
      : undefined;
    if (idleMs !== undefined)
      request.setTimeout(idleMs, () => fail(coded(timedOutCode, `Nothing for ${idleMs / secondMs} s`)));
    request.on('error', reject);
    request.on('close', () => clearTimeout(timer));
    request.on('upgrade', (_message, socket) => {
      socket.destroy();
      reject(coded(switchedCode, 'The answer switches protocols'));
    });
    request.on('socket', (socket) => {
      socket.once('connect', () => {
        // Whatever the look-up returned, the request would go to this address.
        const connected = refusal(peerAddressOf(socket));
        if (connected !== undefined) fail(coded(addressRefusedCode, connected));
      });
    });
    request.on('response', (message) => {
      answer = message;
      const { statusCode: status = 0, headers: fields } = message;
      // Also while nobody reads it.
      message.on('error', () => {});
      const isBounded = Number.isFinite(maxBytes);
      const content = isBounded ? Readable.from(limited(message, maxBytes), { objectMode: false }) : message;
      resolve({ status, fields, body: content, close: () => void request.destroy() });
    });
    request.end(body);
  });
}

/** The answer as `fetch` has it. Throws for a status that no answer may have. */
export function toResponse({ status, fields, body }: OutgoingAnswer): Response {
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  const hasContent = ![204, 205, 304].includes(status);
  if (!hasContent) body.resume();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node's own type of the same thing
  return new Response(hasContent ? (Readable.toWeb(body) as ReadableStream) : null, { status, headers });
}

async function* limited(message: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of message) {
    const read: Buffer = chunk;
    bytes += read.length;
    if (bytes > maxBytes) throw coded(tooLongCode, `The answer has more than ${maxBytes} bytes`);
    yield read;
  }
}

function coded(code: string, message: string): NodeJS.ErrnoException {
  const error: NodeJS.ErrnoException = new Error(message);
  error.code = code;
  return error;
}

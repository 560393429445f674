/** Clients of HTTP/2 for tests of the edge: one of Node's, and one that speaks frame by frame. */
import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import http2, { type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2';
import type { ConnectionOptions } from 'node:tls';
import { expect, onTestFinished, vi } from 'vitest';
import type { UpstreamRoute } from '../../src/core/route.ts';
import type { ServedCertificate } from '../../src/core/served-certificate.ts';
import { frame, preface } from './http2-frames.ts';
import { domainAt } from './proxied-domain.ts';
import { openSecureEdge, type SecureEdge, shakeHands } from './secure-edge.ts';

export type Http2Answer = {
  status: number;
  headers: http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader;
  body: string;
  trailers: http2.IncomingHttpHeaders;
};

/** An edge that redirects, or leads to an upstream, on `d.example`. */
export async function openHttp2Edge(
  certificate: ServedCertificate,
  upstream?: RequestListener,
  route: Partial<UpstreamRoute> = {},
): Promise<SecureEdge> {
  const rules = { 'r.example': {} };
  const certificates = { 'd.example': [certificate], 'r.example': [certificate] };
  if (!upstream) return await openSecureEdge({ rules: { ...rules, 'd.example': {} }, certificates });
  const server = http.createServer(upstream);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return await openSecureEdge({
    rules,
    certificates,
    domains: { 'd.example': domainAt({ port: address.port, ...route }) },
  });
}

export async function connect(
  edge: SecureEdge,
  options: http2.SecureClientSessionOptions = {},
): Promise<ClientHttp2Session> {
  const session = http2.connect(`https://d.example:${edge.port}`, {
    host: '127.0.0.1',
    servername: 'd.example',
    rejectUnauthorized: false,
    maxSessionMemory: 100,
    ...options,
  });
  session.on('error', () => {});
  onTestFinished(() => session.destroy());
  await once(session, 'remoteSettings');
  return session;
}

export function ask(
  session: ClientHttp2Session,
  fields: OutgoingHttpHeaders,
  body?: string | Buffer,
): Promise<Http2Answer> {
  const stream = session.request(
    { ':path': '/', ':authority': 'd.example', ...fields },
    { endStream: body === undefined },
  );
  if (body !== undefined) stream.end(body);
  return answerOf(stream);
}

export function answerOf(stream: http2.ClientHttp2Stream): Promise<Http2Answer> {
  return new Promise((resolve, reject) => {
    const answer: Http2Answer = { status: 0, headers: {}, body: '', trailers: {} };
    stream.on('response', (headers) => {
      answer.headers = headers;
      answer.status = headers[':status'] ?? 0;
    });
    stream.on('trailers', (trailers) => {
      answer.trailers = trailers;
    });
    stream.setEncoding('latin1');
    stream.on('data', (text: string) => {
      answer.body += text;
    });
    stream.on('error', reject);
    stream.on('close', () =>
      answer.status === 0 ? reject(new Error(`reset ${stream.rstCode}`)) : resolve(answer),
    );
  });
}

/** An upstream that says what it was sent. */
export const echo: RequestListener = (request, answer) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    answer.setHeader('X-Seen', 'yes');
    answer.end(
      JSON.stringify({
        method: request.method,
        url: request.url,
        headers: request.headers,
        raw: request.rawHeaders,
        length: Buffer.concat(chunks).length,
        trailers: request.trailers,
      }),
    );
  });
};

/** A field of a header block, neither indexed nor compressed; hexadecimal. */
export function literal(name: string, value: string): Buffer {
  const [n, v] = [Buffer.from(name, 'hex'), Buffer.from(value, 'hex')];
  return Buffer.concat([Buffer.of(0, n.length), n, Buffer.of(v.length), v]);
}

export function requestBlock(method: 'GET' | 'POST' = 'GET'): Buffer {
  const host = Buffer.from('d.example');
  return Buffer.concat([Buffer.of(method === 'GET' ? 0x82 : 0x83, 0x84, 0x87, 0x41, host.length), host]);
}

type Frame = { type: number; flags: number; stream: number; code: number; payload: Buffer };

/** Speaks HTTP/2 frame by frame. */
export class RawHttp2 {
  readonly closed: Promise<void>;
  isClosed = false;
  goaway: number | undefined;
  readonly frames: Frame[] = [];
  readonly socket: Awaited<ReturnType<typeof shakeHands>>;

  private constructor(socket: Awaited<ReturnType<typeof shakeHands>>) {
    this.socket = socket;
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 9 && received.length >= 9 + received.readUIntBE(0, 3)) {
        const length = received.readUIntBE(0, 3);
        const type = received.readUInt8(3);
        const codeAt = type === 7 ? 13 : 9;
        const code = (type === 3 || type === 7) && length >= 4 ? received.readUInt32BE(codeAt) : 0;
        if (type === 7) this.goaway ??= code;
        const payload = received.subarray(9, 9 + length);
        this.frames.push({
          type,
          flags: received.readUInt8(4),
          stream: received.readUInt32BE(5),
          code,
          payload,
        });
        received = received.subarray(9 + length);
      }
    });
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.isClosed = true;
        resolve();
      });
    });
  }

  /** Sends the preface and SETTINGS, or another `opening` instead. */
  static async open(
    edge: SecureEdge,
    opening: Buffer | string = preface,
    options: ConnectionOptions = {},
  ): Promise<RawHttp2> {
    const socket = await shakeHands(edge.port, 'd.example', { ...options, ALPNProtocols: ['h2'] });
    const raw = new RawHttp2(socket);
    raw.write(opening);
    if (opening === preface) raw.frame(4, 0, 0, Buffer.alloc(0));
    return raw;
  }

  write(bytes: Buffer | string): void {
    if (!this.isClosed) this.socket.write(bytes);
  }

  frame(type: number, flags: number, stream: number, payload: Buffer): void {
    this.write(frame(type, flags, stream, payload));
  }

  /** The content received on a stream so far. */
  content(stream: number): string {
    const parts = this.frames.filter((one) => one.type === 0 && one.stream === stream);
    return parts.map(({ payload }) => payload.toString('latin1')).join('');
  }

  request(stream: number, further: Buffer = Buffer.alloc(0)): void {
    this.frame(1, 5, stream, Buffer.concat([requestBlock(), further]));
  }

  reset(stream: number): void {
    this.frame(3, 0, stream, Buffer.of(0, 0, 0, http2.constants.NGHTTP2_CANCEL));
  }

  /** Waits for a frame of a type. */
  async next(type: number): Promise<Frame | undefined> {
    await vi.waitFor(() => expect(this.frames.some((one) => one.type === type)).toBe(true));
    return this.frames.find((one) => one.type === type);
  }
}

/** A small HTTP client that tells which connection was used and how long the answer took. */
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

export type HttpRequest = {
  readonly port: number;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** By default a connection of its own. */
  readonly agent?: Agent;
};

export type HttpAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly elapsedMs: number;
  /** The client's port of the connection. */
  readonly clientPort: number;
  readonly isConnectionReused: boolean;
};

/** Sends one request to 127.0.0.1 and reads the whole answer. */
export function ask({
  port,
  path,
  method = 'GET',
  headers = {},
  json,
  agent,
}: HttpRequest): Promise<HttpAnswer> {
  const body = json === undefined ? undefined : JSON.stringify(json);
  const bodyHeaders =
    body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const startTick = performance.now();
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: { ...headers, ...bodyHeaders },
        agent: agent ?? false,
      },
      (incoming) => {
        const clientPort = incoming.socket.localPort ?? 0;
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('error', reject);
        incoming.once('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString(),
            elapsedMs: performance.now() - startTick,
            clientPort,
            isConnectionReused: outgoing.reusedSocket,
          }),
        );
      },
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

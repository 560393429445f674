/**
 * The child of clickhouse-front.ts: as much of ClickHouse's HTTP interface as its client uses, over a chDB directory.
 * Arguments: directory, port, user, password. Every request has a session of its own, so that settings end with it, as
 * they do on a server. Source: https://clickhouse.com/docs/interfaces/http.
 */
import { rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGunzip, gzipSync } from 'node:zlib';
import { Session } from 'chdb';

/** `lose_answers`: requests are carried out, but the connection is cut before the answer. */
export type FrontMode = 'answer' | 'lose_answers' | 'hang' | 'overloaded';

const [directory = '', port = '0', user = '', password = ''] = process.argv.slice(2);
const expectedAuthorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const nativeFormat = ' FORMAT Native';
let mode: FrontMode = 'answer';
let bodies = 0;

/** Of the HTTP interface itself, unknown to the engine below it. */
const interfaceParameters =
  /^(?:query|query_id|database|session_id|default_format|wait_end_of_query|enable_http_compression|send_progress_in_http_headers|http_.*|param_.*)$/;
const statusOfCode: Readonly<Record<string, number>> = {
  60: 404,
  62: 400,
  81: 404,
  202: 503,
  241: 500,
  516: 403,
};

/** What the server's administrator has set: whatever our answers depend on is other than the engine has it. */
const profile = {
  output_format_json_quote_64bit_integers: '1',
  output_format_json_quote_denormals: '1',
  join_use_nulls: '1',
  max_query_size: '1024',
} as const;

const anchor = new Session(directory);

// ClickHouse reads request targets up to 1 MiB.
const server = createServer({ maxHeaderSize: 1024 * 1024 }, (request, response) => {
  handle(request, response).catch((error: unknown) => sendError(response, error));
});
server.keepAliveTimeout = 30_000;

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (mode === 'hang') return;
  const url = new URL(request.url ?? '/', 'http://front');
  if (url.pathname === '/ping') {
    response.end('Ok.\n');
    return;
  }
  const body = await readBody(request);
  if (mode === 'overloaded')
    throw exception(202, 'Too many simultaneous queries', 'TOO_MANY_SIMULTANEOUS_QUERIES');
  if (request.headers.authorization !== expectedAuthorization)
    throw exception(516, `${user}: Authentication failed`, 'AUTHENTICATION_FAILED');
  const inUrl = url.searchParams.get('query');
  const answer = await answerTo(inUrl, body, url.searchParams);
  if (mode === 'lose_answers') {
    request.socket.destroy();
    return;
  }
  response.setHeader('X-ClickHouse-Summary', '{"read_rows":"0","written_rows":"0"}');
  if (url.searchParams.get('enable_http_compression') !== '1') {
    response.end(answer);
    return;
  }
  response.setHeader('Content-Encoding', 'gzip');
  response.end(gzipSync(answer));
}

async function answerTo(
  inUrl: string | null,
  body: Buffer,
  parameters: URLSearchParams,
): Promise<Uint8Array> {
  if (inUrl === null) return await run(body.toString(), parameters);
  if (!inUrl.endsWith(nativeFormat)) return await run(`${inUrl}\n${body.toString()}`, parameters);
  // The library takes bytes that are no text from files only.
  const path = join(directory, `body-${++bodies}.native`);
  await writeFile(path, body);
  try {
    return await run(inUrl.replace(' SETTINGS ', ` FROM INFILE '${path}' SETTINGS `), parameters);
  } finally {
    await rm(path);
  }
}

async function run(sql: string, parameters: URLSearchParams): Promise<Uint8Array> {
  const session = new Session(directory);
  try {
    const database = parameters.get('database');
    // At once: each of these would wait for a thread, longer than it takes.
    if (database !== null) session.query(`USE \`${database}\``);
    const bound: Record<string, string> = {};
    const settings = new Map<string, string>(Object.entries(profile));
    for (const [name, value] of parameters) {
      if (name.startsWith('param_')) bound[name.slice('param_'.length)] = unescape(value);
      else if (!interfaceParameters.test(name)) settings.set(name, value);
    }
    session.query(`SET ${[...settings].map(([name, value]) => `${name} = '${value}'`).join(', ')}`);
    const options = { format: 'TabSeparated' };
    const result =
      Object.keys(bound).length > 0
        ? await session.queryBindAsync(sql, bound, options)
        : await session.queryAsync(sql, options);
    return result.bytes();
  } finally {
    session.close();
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const isCompressed = request.headers['content-encoding'] === 'gzip';
  return await buffer(isCompressed ? request.pipe(createGunzip()) : request);
}

/** The client escapes parameters as the interface wants them; chdb would escape them again. */
function unescape(value: string): string {
  const characters: Readonly<Record<string, string>> = {
    n: '\n',
    t: '\t',
    r: '\r',
    b: '\b',
    f: '\f',
    0: '\0',
  };
  return value.replaceAll(/\\(.)/gs, (_, character: string) => characters[character] ?? character);
}

function exception(code: number, message: string, type: string): Error {
  return new Error(`Code: ${code}. DB::Exception: ${message}. (${type})`);
}

function sendError(response: ServerResponse, error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  const code = /^Code: ([0-9]+)/.exec(text)?.[1];
  if (code !== undefined) response.setHeader('X-ClickHouse-Exception-Code', code);
  response.statusCode = statusOfCode[code ?? ''] ?? 500;
  response.end(`${text} (version 26.7.2.1)\n`);
}

let listeningPort = Number(port);

function listen(): void {
  server.listen(listeningPort, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address !== null) listeningPort = address.port;
    process.send?.({ port: listeningPort });
  });
}

process.on('message', (message: { mode?: FrontMode; away?: boolean }) => {
  if (message.mode !== undefined) {
    mode = message.mode;
    process.send?.({ mode });
  } else if (message.away === true) {
    server.close(() => process.send?.({ away: true }));
    server.closeAllConnections();
  } else {
    listen();
  }
});

// The test process went away, in whatever way.
process.on('disconnect', () => {
  anchor.close();
  rmSync(directory, { recursive: true, force: true });
  process.exit(0);
});

listen();

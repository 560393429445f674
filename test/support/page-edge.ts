/** An edge that adds the script to pages of `d.example`, an upstream that sends what it is given, and whole answers. */
import zlib from 'node:zlib';
import type { DomainRoute } from '../../src/core/route.ts';
import { domainAt } from './proxied-domain.ts';
import { openRawEdge, type RawEdge, talk } from './raw-http.ts';
import { openRawUpstream, type RawUpstream, type RawUpstreamConnection, request } from './raw-upstream.ts';

export type PageEdge = {
  readonly edge: RawEdge;
  readonly upstream: RawUpstream;
  /** Asks once, with these fields, and answers all that came back. */
  readonly ask: (fields?: readonly string[], start?: string) => Promise<ReceivedPage>;
};

export type ReceivedPage = {
  readonly head: string;
  /** Field values by lower-case name, those of the same name joined. */
  readonly fields: ReadonlyMap<string, string>;
  /** Latin1, without chunks. */
  readonly body: string;
  /** As it came. */
  readonly received: string;
};

/** The upstream answers each request by `answer`, given the request's head. */
export async function openPageEdge(
  answer: string | ((head: string, connection: RawUpstreamConnection) => void),
  trustedProxies: readonly string[] = [],
  further: Partial<DomainRoute> = {},
): Promise<PageEdge> {
  const upstream = await openRawUpstream((connection) => {
    const goOn = async (): Promise<void> => {
      for (;;) {
        const head = await connection.head();
        if (typeof answer === 'string') connection.say(answer);
        else answer(head, connection);
      }
    };
    // Ends with the connection.
    goOn().catch(() => {});
  });
  const edge = await openRawEdge({ 'a.example': {} }, trustedProxies, undefined, {
    domains: { 'd.example': domainAt({ port: upstream.port }, { webAnalytics: 'inject', ...further }) },
  });
  const ask = async (fields: readonly string[] = [], start = 'GET /'): Promise<ReceivedPage> =>
    readAnswer(await talk(edge.port, request(start, [...fields, 'Connection: close'])));
  return { edge, upstream, ask };
}

/** An answer of HTML with a length; `fields` may name another type. */
export function page(body: string, fields: readonly string[] = [], status = '200 OK'): string {
  const hasType = fields.some((field) => field.toLowerCase().startsWith('content-type:'));
  const all = [...(hasType ? [] : ['Content-Type: text/html; charset=utf-8']), ...fields];
  return `HTTP/1.1 ${status}\r\n${all.map((field) => `${field}\r\n`).join('')}Content-Length: ${body.length}\r\n\r\n${body}`;
}

export function readAnswer(received: string): ReceivedPage {
  const headEnd = received.indexOf('\r\n\r\n') + 4;
  const head = received.slice(0, headEnd);
  const fields = new Map<string, string>();
  for (const [, name = '', value = ''] of head.matchAll(/^([^:\r\n ]+): (.*)\r$/gm)) {
    const key = name.toLowerCase();
    fields.set(key, fields.has(key) ? `${fields.get(key)}, ${value}` : value);
  }
  const rest = received.slice(headEnd);
  return { head, fields, body: fields.has('transfer-encoding') ? unchunked(rest) : rest, received };
}

/** Throws when the last chunk is missing. */
function unchunked(text: string): string {
  let body = '';
  for (let at = 0; ; ) {
    const lineEnd = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    if (lineEnd < 0 || Number.isNaN(size)) throw new Error('the answer is cut short');
    if (size === 0) return body;
    body += text.slice(lineEnd + 2, lineEnd + 2 + size);
    at = lineEnd + 2 + size + 2;
  }
}

export type Coding = 'gzip' | 'br' | 'deflate' | 'raw deflate';
export const codings: readonly Coding[] = ['gzip', 'br', 'deflate', 'raw deflate'];

/** Latin1 in, latin1 out. */
export function coded(text: string, coding: Coding): string {
  const bytes = Buffer.from(text, 'latin1');
  const coders = {
    gzip: zlib.gzipSync,
    br: (data: Buffer) =>
      zlib.brotliCompressSync(data, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
    deflate: zlib.deflateSync,
    'raw deflate': zlib.deflateRawSync,
  };
  return coders[coding](bytes).toString('latin1');
}

export function decoded(text: string, coding: Coding): string {
  const decoders = {
    gzip: zlib.gunzipSync,
    br: zlib.brotliDecompressSync,
    deflate: zlib.inflateSync,
    'raw deflate': zlib.inflateRawSync,
  };
  return decoders[coding](Buffer.from(text, 'latin1')).toString('latin1');
}

/**
 * Reads a DNS query, strictly: one question, and EDNS if the client has it. What isn't a query of that form is refused
 * with its header alone, or not answered at all.
 * Source: RFC 1035 section 4.1, RFC 6891 section 6.1 (OPT), RFC 7873 section 4 (COOKIE), RFC 9619 (one question).
 */

export const headerLength = 12;
/** A query has one name of at most 255 bytes and a few options. */
export const maxQueryLength = 4096;
const maxNameLength = 255;
const maxAdditional = 8;
const optType = 41;
const cookieOption = 10;
const clientCookieLength = 8;

export const responseCodes = {
  noError: 0,
  formatError: 1,
  serverFailure: 2,
  noName: 3,
  notImplemented: 4,
  refused: 5,
  badVersion: 16,
} as const;

export type ResponseCode = (typeof responseCodes)[keyof typeof responseCodes];

export type Cookie = {
  /** 8 bytes. */
  readonly client: Buffer;
  /** 8 to 32 bytes; undefined: the client has none yet. */
  readonly server: Buffer | undefined;
};

export type Edns = {
  readonly version: number;
  /** What the client takes over UDP; at least 512. */
  readonly udpSize: number;
  readonly cookie: Cookie | undefined;
};

export type QueryHeader = {
  readonly id: number;
  readonly opcode: number;
  readonly recursionDesired: boolean;
};

export type Query = QueryHeader & {
  /** The question as it was sent: clients compare it byte by byte, upper and lower case too. */
  readonly question: Buffer;
  /** Lower case, from the left, without the root's empty one. */
  readonly labels: readonly string[];
  readonly type: number;
  readonly recordClass: number;
  readonly edns: Edns | undefined;
};

export type QueryReading =
  | { readonly kind: 'query'; readonly query: Query }
  /** Answered with the header alone. */
  | { readonly kind: 'refused'; readonly header: QueryHeader; readonly code: ResponseCode }
  /** Too short to have an id, or a response: answering one could begin an endless exchange. */
  | { readonly kind: 'ignored' };

/** Ends the reading of a malformed message; never leaves this file. */
class FormatError extends Error {}

export function readQuery(message: Buffer): QueryReading {
  if (message.length < headerLength) return { kind: 'ignored' };
  const flags = message.readUInt16BE(2);
  if ((flags & 0x8000) !== 0) return { kind: 'ignored' };
  const header: QueryHeader = {
    id: message.readUInt16BE(0),
    opcode: (flags >> 11) & 0xf,
    recursionDesired: (flags & 0x0100) !== 0,
  };
  if (header.opcode !== 0) return { kind: 'refused', header, code: responseCodes.notImplemented };
  try {
    return { kind: 'query', query: { ...header, ...readBody(message) } };
  } catch (error) {
    if (!(error instanceof FormatError) && !(error instanceof RangeError)) throw error;
    return { kind: 'refused', header, code: responseCodes.formatError };
  }
}

/** Reading beyond the end throws a RangeError of the buffer. */
function readBody(message: Buffer): Omit<Query, keyof QueryHeader> {
  const [questions, answers, authorities, additional] = [4, 6, 8, 10].map((at) => message.readUInt16BE(at));
  if (message.length > maxQueryLength || questions !== 1 || answers !== 0) throw new FormatError();
  const { labels, end } = readQuestionName(message);
  const type = message.readUInt16BE(end);
  const recordClass = message.readUInt16BE(end + 2);
  const question = message.subarray(headerLength, end + 4);
  const asked = { question, labels, type, recordClass };
  // A transfer brings its last serial along. It is refused anyway.
  if (authorities !== 0) {
    if (type === 251) return { ...asked, edns: undefined };
    throw new FormatError();
  }
  return { ...asked, edns: readAdditional(message, end + 4, additional ?? 0) };
}

/** There is nothing before it that a pointer could lead to. */
function readQuestionName(message: Buffer): { labels: string[]; end: number } {
  const labels: string[] = [];
  let at = headerLength;
  for (;;) {
    const length = message.readUInt8(at);
    if (length > 63) throw new FormatError();
    const next = at + 1 + length;
    if (next - headerLength > maxNameLength || next > message.length) throw new FormatError();
    if (length === 0) return { labels, end: next };
    labels.push(message.toString('latin1', at + 1, next).toLowerCase());
    at = next;
  }
}

function readAdditional(message: Buffer, start: number, count: number): Edns | undefined {
  if (count > maxAdditional) throw new FormatError();
  let edns: Edns | undefined;
  let at = start;
  for (let index = 0; index < count; index++) {
    const isRoot = message.readUInt8(at) === 0;
    const fields = skipName(message, at);
    const type = message.readUInt16BE(fields);
    const data = fields + 10;
    at = data + message.readUInt16BE(fields + 8);
    if (at > message.length) throw new FormatError();
    // Others, such as signatures, are for servers that know their keys.
    if (type !== optType) continue;
    if (!isRoot || edns) throw new FormatError();
    edns = {
      version: message.readUInt8(fields + 5),
      udpSize: Math.max(message.readUInt16BE(fields + 2), 512),
      cookie: readCookie(message.subarray(data, at)),
    };
  }
  if (at !== message.length) throw new FormatError();
  return edns;
}

/** Pointers aren't followed, so none can lead in circles. */
function skipName(message: Buffer, start: number): number {
  for (let at = start; ; ) {
    const length = message.readUInt8(at);
    if (length === 0) return at + 1;
    if (length >= 0xc0) return at + 2;
    if (length > 63 || at - start > maxNameLength) throw new FormatError();
    at += 1 + length;
  }
}

/** The first cookie counts. */
function readCookie(options: Buffer): Cookie | undefined {
  let cookie: Cookie | undefined;
  for (let at = 0; at < options.length; ) {
    const code = options.readUInt16BE(at);
    const end = at + 4 + options.readUInt16BE(at + 2);
    if (end > options.length) throw new FormatError();
    const data = options.subarray(at + 4, end);
    at = end;
    if (code !== cookieOption || cookie) continue;
    const isWhole = data.length === clientCookieLength || (data.length >= 16 && data.length <= 40);
    if (!isWhole) throw new FormatError();
    const server = data.length === clientCookieLength ? undefined : data.subarray(clientCookieLength);
    cookie = { client: data.subarray(0, clientCookieLength), server };
  }
  return cookie;
}

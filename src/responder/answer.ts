/**
 * Writes answers to DNS queries: what the client asked comes back as it was sent, and names within the zone are pointers to it.
 * Source: RFC 1035 section 4.1, RFC 6891 section 6.1.3 (extended response codes), RFC 7873 section 5.2 (COOKIE).
 */
import { headerLength, type Query, type QueryHeader, type ResponseCode, responseCodes } from './query.ts';

export const recordTypes = {
  ns: 2,
  soa: 6,
  hinfo: 13,
  txt: 16,
  ixfr: 251,
  axfr: 252,
  any: 255,
} as const;

/** What this server takes over UDP, and the most that it sends there to anyone: fits every path unfragmented. */
export const ownUdpSize = 1232;

export type ResourceRecord = {
  readonly type: number;
  /** In front of the zone's name, or the name that was asked for. */
  readonly owner: 'asked' | 'zone';
  readonly ttl: number;
  readonly data: Buffer;
};

export type Answer = {
  readonly code: ResponseCode;
  readonly isAuthoritative: boolean;
  readonly answers: readonly ResourceRecord[];
  readonly authority: readonly ResourceRecord[];
};

const recordClassIn = 1;
const optLength = 11;

/** The header of an answer without anything else: an answer to what couldn't be read. */
export function writeHeader({ id, opcode, recursionDesired }: QueryHeader, code: ResponseCode): Buffer {
  const header = Buffer.alloc(headerLength);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(0x8000 | (opcode << 11) | (recursionDesired ? 0x0100 : 0) | (code & 0xf), 2);
  return header;
}

export type Writing = {
  /** Of the zone: how many of the labels asked for are in front of it. */
  readonly labelsBeforeZone: number;
  /** In bytes; a longer answer becomes one that says that it was cut off. */
  readonly limit: number;
  /** Goes back to clients that sent a cookie. */
  readonly serverCookie: Buffer | undefined;
};

export type WrittenAnswer = { readonly message: Buffer; readonly isTruncated: boolean };

export function writeAnswer(query: Query, answer: Answer, writing: Writing): WrittenAnswer {
  const zoneAt = zoneOffset(query, writing.labelsBeforeZone);
  const write = (records: readonly ResourceRecord[]): Buffer[] =>
    records.map((record) => writeRecord(record, zoneAt));
  const [answers, authority] = [write(answer.answers), write(answer.authority)];
  const whole = join(query, answer, writing, { answers, authority, isTruncated: false });
  if (whole.length <= writing.limit) return { message: whole, isTruncated: false };
  return { message: writeTruncated(query, answer, writing), isTruncated: true };
}

/** The question and "ask again over TCP". */
export function writeTruncated(query: Query, answer: Answer, writing: Writing): Buffer {
  return join(query, answer, writing, { answers: [], authority: [], isTruncated: true });
}

type Sections = {
  readonly answers: readonly Buffer[];
  readonly authority: readonly Buffer[];
  readonly isTruncated: boolean;
};

function join(
  query: Query,
  { code, isAuthoritative }: Answer,
  { serverCookie }: Writing,
  { answers, authority, isTruncated }: Sections,
): Buffer {
  const header = writeHeader(query, code);
  const flags = (isAuthoritative ? 0x0400 : 0) | (isTruncated ? 0x0200 : 0);
  header.writeUInt16BE(header.readUInt16BE(2) | flags, 2);
  const counts = [1, answers.length, authority.length, query.edns ? 1 : 0];
  for (const [index, count] of counts.entries()) header.writeUInt16BE(count, 4 + 2 * index);
  // Whoever asks for what isn't here needs no cookie, and a refusal is no longer than its query.
  const cookie =
    code === responseCodes.refused || code === responseCodes.badVersion ? undefined : serverCookie;
  const opt = query.edns ? [writeOpt(code, query.edns.cookie?.client, cookie)] : [];
  return Buffer.concat([header, query.question, ...answers, ...authority, ...opt]);
}

/** Where in the message the zone's name begins: it is the end of the name that was asked for. */
function zoneOffset({ labels }: Query, labelsBeforeZone: number): number {
  return labels.slice(0, labelsBeforeZone).reduce((at, label) => at + 1 + label.length, headerLength);
}

function writeRecord({ type, owner, ttl, data }: ResourceRecord, zoneAt: number): Buffer {
  const fields = Buffer.alloc(12);
  fields.writeUInt16BE(0xc000 | (owner === 'zone' ? zoneAt : headerLength), 0);
  fields.writeUInt16BE(type, 2);
  fields.writeUInt16BE(recordClassIn, 4);
  fields.writeUInt32BE(ttl, 6);
  fields.writeUInt16BE(data.length, 10);
  return Buffer.concat([fields, data]);
}

function writeOpt(
  code: ResponseCode,
  clientCookie: Buffer | undefined,
  serverCookie: Buffer | undefined,
): Buffer {
  const cookie = clientCookie && serverCookie ? Buffer.concat([clientCookie, serverCookie]) : undefined;
  const opt = Buffer.alloc(optLength);
  opt.writeUInt16BE(41, 1);
  opt.writeUInt16BE(ownUdpSize, 3);
  opt.writeUInt8(code >> 4, 5);
  if (!cookie) return opt;
  opt.writeUInt16BE(4 + cookie.length, 9);
  const option = Buffer.alloc(4);
  option.writeUInt16BE(10, 0);
  option.writeUInt16BE(cookie.length, 2);
  return Buffer.concat([opt, option, cookie]);
}

/** A name in full. */
export function writeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(label, 'latin1'));
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), label]),
    Buffer.from([0]),
  ]);
}

/** A text of at most 255 bytes. */
export function writeText(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

export const refusal: Answer = {
  code: responseCodes.refused,
  isAuthoritative: false,
  answers: [],
  authority: [],
};

/**
 * Decoders and encoders of the content codings, for streamed pages and for complete ones.
 * Source: RFC 9110 section 8.4.1; RFC 1950 to 1952; RFC 7932.
 *
 * As in browsers, truncated content is decoded as far as it goes, and bytes after its end are dropped. Node's gunzip
 * treats those as another member and fails, so gzip is read as raw deflate after a header. Encoders use about the same
 * effort as servers that compress on the fly.
 */
import type { Transform } from 'node:stream';
import zlib, { type BrotliOptions, type ZlibOptions } from 'node:zlib';
import type { AppliedCoding } from './content-coding.ts';

/** One of zlib's streams that can be flushed. */
export interface Encoder extends Transform {
  flush(kind: number, callback: () => void): void;
}

export type Codec = {
  /** Where the decoder has to begin; undefined when more bytes are needed to know, -1 when it is another coding. */
  contentStart(bytes: Buffer): number | undefined;
  createDecoder(): Transform;
  createEncoder(): Encoder;
  /** The flush mode that writes out everything and continues. */
  readonly flushKind: number;
  /** From where the decoder has to begin. Throws when it cannot, or the content would be longer than this. */
  decode(bytes: Buffer, maxBytes: number): Buffer;
  encode(bytes: Buffer): Buffer;
};

const { constants } = zlib;
const inflating: ZlibOptions = { finishFlush: constants.Z_SYNC_FLUSH };
const deflating: ZlibOptions = { level: 6 };
const unbrotli: BrotliOptions = { finishFlush: constants.BROTLI_OPERATION_PROCESS };
/** A window of 256 KiB: the usual 4 MiB would be allocated for each page under way. */
const brotli: BrotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 },
};

const gzip: Codec = {
  contentStart: gzipHeaderEnd,
  createDecoder: () => zlib.createInflateRaw(inflating),
  createEncoder: () => zlib.createGzip(deflating),
  flushKind: constants.Z_SYNC_FLUSH,
  decode: (bytes, maxBytes) => zlib.inflateRawSync(bytes, { ...inflating, maxOutputLength: maxBytes }),
  encode: (bytes) => zlib.gzipSync(bytes, deflating),
};

const deflate: Codec = {
  contentStart: () => 0,
  createDecoder: () => zlib.createInflate(inflating),
  createEncoder: () => zlib.createDeflate(deflating),
  flushKind: constants.Z_SYNC_FLUSH,
  decode: (bytes, maxBytes) => zlib.inflateSync(bytes, { ...inflating, maxOutputLength: maxBytes }),
  encode: (bytes) => zlib.deflateSync(bytes, deflating),
};

const deflateRaw: Codec = {
  contentStart: () => 0,
  createDecoder: () => zlib.createInflateRaw(inflating),
  createEncoder: () => zlib.createDeflateRaw(deflating),
  flushKind: constants.Z_SYNC_FLUSH,
  decode: (bytes, maxBytes) => zlib.inflateRawSync(bytes, { ...inflating, maxOutputLength: maxBytes }),
  encode: (bytes) => zlib.deflateRawSync(bytes, deflating),
};

const br: Codec = {
  contentStart: () => 0,
  createDecoder: () => zlib.createBrotliDecompress(unbrotli),
  createEncoder: () => zlib.createBrotliCompress(brotli),
  flushKind: constants.BROTLI_OPERATION_FLUSH,
  decode: (bytes, maxBytes) => zlib.brotliDecompressSync(bytes, { ...unbrotli, maxOutputLength: maxBytes }),
  encode: (bytes) => zlib.brotliCompressSync(bytes, brotli),
};

/** `first` is the first byte of the content: some servers mean deflate without zlib's frame, and browsers take it. */
export function codecOf(coding: AppliedCoding, first: number): Codec {
  if (coding === 'gzip') return gzip;
  if (coding === 'br') return br;
  return (first & 0x0f) === 8 ? deflate : deflateRaw;
}

/** RFC 1952 section 2.3: ten bytes, then what the flags announce. */
function gzipHeaderEnd(bytes: Buffer): number | undefined {
  const isOther = (index: number, value: number): boolean => index < bytes.length && bytes[index] !== value;
  if (isOther(0, 0x1f) || isOther(1, 0x8b) || isOther(2, 8)) return -1;
  const flags = bytes[3] ?? 0;
  let at: number | undefined = 10;
  if (flags & 4) at = bytes.length < 12 ? undefined : 12 + bytes.readUInt16LE(10);
  for (const flag of [8, 16]) {
    if (at === undefined || !(flags & flag)) continue;
    const end: number = bytes.indexOf(0, at);
    at = end < 0 ? undefined : end + 1;
  }
  if (at !== undefined && flags & 2) at += 2;
  return at === undefined || at > bytes.length ? undefined : at;
}

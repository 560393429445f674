/** HTTP/2 frames as bytes, for tests that send what no client library would. Source: RFC 9113 sections 4 and 6. */

export const type = {
  data: 0,
  headers: 1,
  priority: 2,
  rstStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const flag = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 0x20 } as const;

export const preface: Buffer = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** One frame; `length` replaces the true length of the payload. */
export function frame(
  frameType: number,
  flags: number,
  stream: number,
  payload: Buffer | string = '',
  length: number = payload.length,
): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(length, 0, 3);
  head.writeUInt8(frameType, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, Buffer.from(payload)]);
}

/** A field block of literals without indexing (RFC 7541 section 6.2.2). Names and values are latin1. */
export function fieldBlock(...fields: readonly (readonly [name: string, value: string])[]): Buffer {
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.of(0), string(name), string(value)]));
}

/** A string literal of less than 127 bytes, without Huffman coding (RFC 7541 section 5.2). */
function string(text: string): Buffer {
  if (text.length >= 127) throw new RangeError(`${text.length} bytes do not fit; at most 126 do`);
  return Buffer.concat([Buffer.of(text.length), Buffer.from(text, 'latin1')]);
}

/** The pseudo-fields of a request for `d.example`, in the order given. */
export function requestFields(method: string, path: string): [name: string, value: string][] {
  return [
    [':method', method],
    [':scheme', 'https'],
    [':authority', 'd.example'],
    [':path', path],
  ];
}

export function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, i * 4);
  return bytes;
}

/** One parameter of a SETTINGS frame. */
export function setting(identifier: number, value: number): Buffer {
  return Buffer.concat([Buffer.of(identifier >> 8, identifier & 255), uint32(value)]);
}

/** Of the codes in RFC 9113 section 7. */
export function errorName(code: number): string {
  return errorNames[code] ?? String(code);
}

const errorNames = (
  'NO_ERROR PROTOCOL_ERROR INTERNAL_ERROR FLOW_CONTROL_ERROR SETTINGS_TIMEOUT STREAM_CLOSED FRAME_SIZE_ERROR ' +
  'REFUSED_STREAM CANCEL COMPRESSION_ERROR CONNECT_ERROR ENHANCE_YOUR_CALM'
).split(' ');

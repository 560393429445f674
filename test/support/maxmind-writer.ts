/**
 * Writes databases in MaxMind's format for tests. Source: MaxMind DB File Format Specification 2.0.
 * Networks must not overlap.
 */
import ipaddr from 'ipaddr.js';

export type Plain = string | number | boolean | Plain[] | { [name: string]: Plain };
type Node = { children: [Node | Leaf | undefined, Node | Leaf | undefined]; number: number };
type Leaf = { place: number };
type Options = {
  readonly ipVersion?: 4 | 6;
  readonly recordBits?: 24 | 28 | 32;
  readonly databaseType?: string;
  readonly majorVersion?: number;
  /** Seconds; beyond 2^32 it is written in eight bytes. */
  readonly buildEpoch?: number;
};

export function maxmindFile(networks: Readonly<Record<string, Plain>>, options: Options = {}): Buffer {
  const {
    ipVersion = 6,
    recordBits = 24,
    databaseType = 'Test-City',
    majorVersion = 2,
    buildEpoch = 1,
  } = options;
  const nodes: Node[] = [];
  const newNode = (): Node => {
    const node: Node = { children: [undefined, undefined], number: nodes.length };
    nodes.push(node);
    return node;
  };
  const root = newNode();
  const data: Buffer[] = [];
  let dataBytes = 0;
  for (const [cidr, value] of Object.entries(networks)) {
    const [address, prefix] = ipaddr.parseCIDR(cidr);
    const isIpv4 = address instanceof ipaddr.IPv4;
    const offset = isIpv4 && ipVersion === 6 ? 96 : 0;
    const bytes = [...Array.from({ length: offset / 8 }, () => 0), ...address.toByteArray()];
    const bits = offset + prefix;
    let node = root;
    for (let bit = 0; bit < bits; bit++) {
      const side = ((bytes[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1;
      if (bit === bits - 1) {
        node.children[side] = { place: dataBytes };
      } else {
        const child = node.children[side];
        const next = child !== undefined && 'children' in child ? child : newNode();
        node.children[side] = next;
        node = next;
      }
    }
    const encoded = encode(value);
    data.push(encoded);
    dataBytes += encoded.length;
  }
  const recordOf = (child: Node | Leaf | undefined): number => {
    if (child === undefined) return nodes.length;
    return 'children' in child ? child.number : nodes.length + 16 + child.place;
  };
  const tree = nodes.map(({ children: [left, right] }) =>
    nodeBytes(recordOf(left), recordOf(right), recordBits),
  );
  const metadata = encode({
    binary_format_major_version: majorVersion,
    binary_format_minor_version: 0,
    build_epoch: buildEpoch,
    database_type: databaseType,
    description: { en: 'made by a test' },
    ip_version: ipVersion,
    languages: ['en'],
    node_count: nodes.length,
    record_size: recordBits,
  });
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([...tree, Buffer.alloc(16), ...data, marker, metadata]);
}

function nodeBytes(left: number, right: number, recordBits: number): Buffer {
  const bytes = Buffer.alloc(recordBits / 4);
  if (recordBits === 32) {
    bytes.writeUInt32BE(left, 0);
    bytes.writeUInt32BE(right, 4);
  } else if (recordBits === 24) {
    bytes.writeUIntBE(left, 0, 3);
    bytes.writeUIntBE(right, 3, 3);
  } else {
    bytes.writeUIntBE(left % 2 ** 24, 0, 3);
    bytes[3] = (Math.floor(left / 2 ** 24) << 4) | Math.floor(right / 2 ** 24);
    bytes.writeUIntBE(right % 2 ** 24, 4, 3);
  }
  return bytes;
}

function encode(value: Plain): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([control(2, bytes.length), bytes]);
  }
  if (typeof value === 'boolean') return control(14, value ? 1 : 0);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8);
    if (value > 2 ** 32) {
      bytes.writeBigUInt64BE(BigInt(value));
      return Buffer.concat([control(9, 8), bytes]);
    }
    if (Number.isInteger(value)) {
      bytes.writeUInt32BE(value);
      return Buffer.concat([control(6, 4), bytes.subarray(0, 4)]);
    }
    bytes.writeDoubleBE(value);
    return Buffer.concat([control(3, 8), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([
    control(7, entries.length),
    ...entries.flatMap(([name, one]) => [encode(name), encode(one)]),
  ]);
}

function control(type: number, size: number): Buffer {
  const first = type < 8 ? type << 5 : 0;
  const extended = type < 8 ? [] : [type - 7];
  if (size < 29) return Buffer.from([first | size, ...extended]);
  if (size < 285) return Buffer.from([first | 29, ...extended, size - 29]);
  const rest = size - 285;
  return Buffer.from([first | 30, ...extended, rest >>> 8, rest & 255]);
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sipHash24, sipKeyOf } from './siphash.ts';

const key = sipKeyOf(Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex'));
const counting = Uint8Array.from({ length: 64 }, (_, index) => index);

/** Source: the reference implementation's vectors for messages 00, 00 01, … of 0 to 15 bytes, little-endian. */
const vectors = [
  '310e0edd47db6f72',
  'fd67dc93c539f874',
  '5a4fa9d909806c0d',
  '2d7efbd796666785',
  'b7877127e09427cf',
  '8da699cd64557618',
  'cee3fe586e46c9cb',
  '37d1018bf50002ab',
  '6224939a79f5f593',
  'b0e4a90bdf82009e',
  'f3b9dd94c5bb5d7a',
  'a7ad6b22462fb3f4',
  'fbe50e86bc8f1e75',
  '903d84c02756ea14',
  'eef27a8e90ca23f7',
  'e545be4961ca29a1',
];

describe('sipHash24', () => {
  it.each(vectors.map((expected, length) => [length, expected] as const))(
    'hashes %i bytes as the reference does',
    (length, expected) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(sipHash24(key, counting, length));
      expect(bytes.toString('hex')).toBe(expected);
    },
  );

  it('agrees with the same written plainly in 64-bit words', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        fc.uint8Array({ maxLength: 300 }),
        (keyBytes, bytes) => {
          const keyBuffer = Buffer.from(keyBytes);
          expect(sipHash24(sipKeyOf(keyBuffer), bytes, bytes.length)).toBe(plainSipHash(keyBuffer, bytes));
        },
      ),
    );
  });
});

function plainSipHash(keyBuffer: Buffer, bytes: Uint8Array): bigint {
  const u64 = (value: bigint) => BigInt.asUintN(64, value);
  const rotate = (value: bigint, by: bigint) => u64(value << by) | (value >> (64n - by));
  const k0 = keyBuffer.readBigUInt64LE(0);
  const k1 = keyBuffer.readBigUInt64LE(8);
  let [v0, v1, v2, v3] = [
    k0 ^ 0x736f6d6570736575n,
    k1 ^ 0x646f72616e646f6dn,
    k0 ^ 0x6c7967656e657261n,
    k1 ^ 0x7465646279746573n,
  ];
  const round = () => {
    v0 = u64(v0 + v1);
    v1 = rotate(v1, 13n) ^ v0;
    v0 = rotate(v0, 32n);
    v2 = u64(v2 + v3);
    v3 = rotate(v3, 16n) ^ v2;
    v0 = u64(v0 + v3);
    v3 = rotate(v3, 21n) ^ v0;
    v2 = u64(v2 + v1);
    v1 = rotate(v1, 17n) ^ v2;
    v2 = rotate(v2, 32n);
  };
  const padded = Buffer.alloc(Math.floor(bytes.length / 8) * 8 + 8);
  padded.set(bytes);
  padded[padded.length - 1] = bytes.length & 0xff;
  for (let at = 0; at < padded.length; at += 8) {
    const word = padded.readBigUInt64LE(at);
    v3 ^= word;
    round();
    round();
    v0 ^= word;
  }
  v2 ^= 0xffn;
  for (let i = 0; i < 4; i++) round();
  return v0 ^ v1 ^ v2 ^ v3;
}

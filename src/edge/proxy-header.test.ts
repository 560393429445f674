import { describe, expect, test } from 'vitest';
import { readProxyHeader } from './proxy-header.ts';

const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');

/** A header of version 2. */
function binary(command: number, family: number, addresses: readonly number[]): Buffer {
  const length = addresses.length;
  return Buffer.concat([signature, Buffer.from([command, family, length >> 8, length & 255, ...addresses])]);
}

const ports = [0xdc, 0x04, 0x01, 0xbb];
const ipv4 = [192, 0, 2, 1, 198, 51, 100, 1, ...ports];
const ipv6 = [
  0x20,
  0x01,
  0x0d,
  0xb8,
  ...Array<number>(11).fill(0),
  1,
  ...Array<number>(16).fill(2),
  ...ports,
];
const mapped = [...Array<number>(10).fill(0), 255, 255, 192, 0, 2, 1];
const rest = 'GET / HTTP/1.1\r\n';

describe('the PROXY header', () => {
  test.each([
    ['PROXY TCP4 192.0.2.1 198.51.100.1 56324 443\r\n', '192.0.2.1'],
    ['PROXY TCP6 2001:db8::1 2001:db8::2 0 65535\r\n', '2001:db8::1'],
    ['PROXY UNKNOWN\r\n', null],
    ['PROXY UNKNOWN ffff:f...f:ffff ffff:f...f:ffff 65535 65535\r\n', null],
  ])('in text: %j', (header, clientAddress) => {
    const bytes = Buffer.from(header + rest, 'latin1');
    expect(readProxyHeader(bytes)).toEqual({ sizeBytes: header.length, clientAddress });
  });

  test.each([
    ['IPv4', binary(0x21, 0x11, ipv4), '192.0.2.1'],
    ['IPv4 and extensions', binary(0x21, 0x11, [...ipv4, 0x04, 0, 2, 0, 0]), '192.0.2.1'],
    ['IPv6', binary(0x21, 0x21, ipv6), '2001:db8::1'],
    ['IPv4 as IPv6', binary(0x21, 0x21, [...mapped, ...ipv6.slice(16)]), '192.0.2.1'],
    ['a health check of the proxy', binary(0x20, 0x00, []), null],
    ['a health check that names addresses', binary(0x20, 0x11, ipv4), null],
    ['an unspecified family', binary(0x21, 0x00, [1, 2, 3]), null],
    ['a Unix socket', binary(0x21, 0x31, Array<number>(216).fill(0)), null],
    ['a datagram', binary(0x21, 0x12, ipv4), null],
  ])('in binary: %s', (_, header, clientAddress) => {
    const bytes = Buffer.concat([header, Buffer.from(rest)]);
    expect(readProxyHeader(bytes)).toEqual({ sizeBytes: header.length, clientAddress });
  });

  test('is incomplete at every shorter length', () => {
    for (const header of [
      Buffer.from('PROXY TCP4 192.0.2.1 198.51.100.1 56324 443\r\n'),
      binary(0x21, 0x21, ipv6),
    ]) {
      for (let length = 1; length < header.length; length++)
        expect([length, readProxyHeader(header.subarray(0, length))]).toEqual([length, 'incomplete']);
    }
  });

  test.each([
    'PROXY TCP4 192.0.2.1 198.51.100.1 56324\r\n',
    'PROXY TCP4 192.0.2.1 198.51.100.1 56324 443 1\r\n',
    'PROXY TCP4 192.0.2.256 198.51.100.1 56324 443\r\n',
    'PROXY TCP4 2001:db8::1 2001:db8::2 1 2\r\n',
    'PROXY TCP6 fe80::1%eth0 2001:db8::2 1 2\r\n',
    'PROXY TCP4 192.0.2.1 198.51.100.1 0443 65536\r\n',
    'PROXY UDP4 192.0.2.1 198.51.100.1 56324 443\r\n',
    `PROXY UNKNOWN ${'x'.repeat(107)}\r\n`,
  ])('malformed text: %j', (header) => {
    expect(readProxyHeader(Buffer.from(header, 'latin1'))).toBe('malformed');
  });

  test.each([
    ['another version', binary(0x11, 0x11, ipv4)],
    ['an unknown command', binary(0x22, 0x11, ipv4)],
    ['IPv4 addresses cut short', binary(0x21, 0x11, ipv4.slice(1))],
    ['IPv6 addresses cut short', binary(0x21, 0x21, ipv6.slice(1))],
    ['more than any balancer sends', Buffer.concat([signature, Buffer.from([0x21, 0x11, 0xff, 0xff])])],
  ])('malformed binary: %s', (_, header) => {
    expect(readProxyHeader(header)).toBe('malformed');
  });

  test.each([rest, 'PROXIES', '\r\n\r\nGET', '\u0016\u0003\u0001', 'proxy TCP4 '])(
    'there is none in %j',
    (text) => {
      expect(readProxyHeader(Buffer.from(text, 'latin1'))).toBe('none');
    },
  );
});

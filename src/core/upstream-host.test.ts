import { isIP } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { parseHostname } from './hostname.ts';
import { parseUpstreamHost } from './upstream-host.ts';

describe('parseUpstreamHost accepts and normalises', () => {
  it.each([
    ['app.example.com', 'app.example.com'],
    [' App.Example.COM. ', 'app.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['localhost', 'localhost'],
    ['backend', 'backend'],
    ['web-1', 'web-1'],
    ['7up', '7up'],
    ['1.example', '1.example'],
    ['127.0.0.1', '127.0.0.1'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['::1', '::1'],
    ['[::1]', '::1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['[2001:db8::0.0.0.1]', '2001:db8::1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::127.0.0.1', '::7f00:1'],
    ['[::FFFF:7f00:1]', '127.0.0.1'],
  ])('%j as %s', (text, host) => {
    expect(parseUpstreamHost(text)).toEqual({ ok: true, host });
  });
});

describe('parseUpstreamHost refuses', () => {
  const number = 'it is a number, or an IPv4 address that is not written as four decimal numbers';
  it.each([
    ['', 'it is empty'],
    ['127.1', number],
    ['127.0.1', number],
    ['127.0.0.1.', number],
    ['0x7f000001', number],
    ['0X7F000001', number],
    ['0x7f.0.0.1', number],
    ['0x7f.1', number],
    ['2130706433', number],
    ['017700000001', number],
    ['010.0.0.1', number],
    ['0177.0.0.1', number],
    ['127.0.0.0x1', number],
    ['256.0.0.1', number],
    ['1.2.3.4.5', number],
    ['0', number],
    ['１２７.0.0.1', number],
    ['127。0。0。1', number],
    ['①②⑦.0.0.1', number],
    ['example.0x', number],
    ['fe80::1%eth0', 'it has a zone'],
    ['[fe80::1%25eth0]', 'it has a zone'],
    ['[127.0.0.1]', '"["'],
    ['[::1', '"["'],
    ['::1]', '":"'],
    ['[]', '"["'],
    ['[[::1]]', '"["'],
    [':::', '":"'],
    ['app.example.com:443', '":"'],
    ['[::1]:443', '"["'],
    ['127.0.0.1:80', '":"'],
    ['https://app.example.com', '":"'],
    ['app.example.com/path', '"/"'],
    ['127.0.0.1/8', '"/"'],
    ['user@app.example.com', '"@"'],
    ['app.example.com?a', '"?"'],
    ['app.example.com#a', '"#"'],
    ['app.example.com\\a', '"\\\\"'],
    ['%6cocalhost', '"%"'],
    ['127.0.0.1\0', String.raw`"\u0000"`],
    ['local host', '" "'],
    ['my_service', '"_"'],
    ['*.example.com', '"*"'],
    ['-a', 'hyphens'],
    ['a..b', 'empty label'],
    ['.', 'empty label'],
    ['a'.repeat(64), 'label longer than 63'],
  ])('%j: %s', (text, reason) => {
    const result = parseUpstreamHost(text);
    expect(result).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });
});

describe('parseUpstreamHost, whatever the text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.domain(),
    fc.ipV4Extended(),
    fc.ipV6(),
    fc.ipV6().map((address) => `[${address}]`),
    fc.stringMatching(/^[0-9a-fx:.%[\]]*$/),
  );

  it('is idempotent, and answers an address or a name that a URL reads the same', () => {
    fc.assert(
      fc.property(text, (value) => {
        const result = parseUpstreamHost(value);
        if (!result.ok) return;
        expect(parseUpstreamHost(result.host)).toEqual(result);
        const host = isIP(result.host) === 6 ? `[${result.host}]` : result.host;
        if (!host.includes('xn--')) expect(new URL(`http://${host}/`).hostname).toBe(host);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('accepts all that is a host name of two or more labels', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string()), (value) => {
        const name = parseHostname(value);
        if (name.ok) expect(parseUpstreamHost(value)).toEqual(name);
      }),
    );
  });
});

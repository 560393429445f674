import { describe, expect, test } from 'vitest';
import { TrustedProxies } from './trusted-proxies.ts';

const peer = '10.0.0.1';
const networks = ['10.0.0.0/8', '2001:db8:1::/48'];

function clientOf(proxies: TrustedProxies, fields: readonly string[], from: string = peer): string {
  const client = proxies.clientAddressOf({ fields }, from);
  return `${proxies.schemeOf({ fields }, from, 'http')} ${client}`;
}

describe('trusted proxies', () => {
  test('nobody else is believed', () => {
    const fields = ['X-Forwarded-For', '192.0.2.7', 'X-Forwarded-Proto', 'https'];
    expect(clientOf(new TrustedProxies(networks), fields, '192.0.2.1')).toBe('http 192.0.2.1');
    expect(clientOf(new TrustedProxies([]), fields)).toBe(`http ${peer}`);
    expect(
      clientOf(new TrustedProxies(networks, 'forwarded'), ['Forwarded', 'for=192.0.2.7'], '192.0.2.1'),
    ).toBe('http 192.0.2.1');
  });

  test.each<[string, string[], string]>([
    ['one address', ['X-Forwarded-For', '192.0.2.7', 'X-Forwarded-Proto', 'https'], 'https 192.0.2.7'],
    ['the last that is no proxy', ['X-Forwarded-For', '6.6.6.6, 192.0.2.7, 10.9.9.9'], 'http 192.0.2.7'],
    [
      'several fields',
      ['x-forwarded-for', '6.6.6.6', 'X-Forwarded-For', '192.0.2.7,10.2.2.2'],
      'http 192.0.2.7',
    ],
    ['a port', ['X-Forwarded-For', '192.0.2.7:4711'], 'http 192.0.2.7'],
    ['IPv6 in brackets', ['X-Forwarded-For', '[2001:db8::7]:4711'], 'http 2001:db8::7'],
    ['what comes before garbage', ['X-Forwarded-For', '192.0.2.7, garbage, 10.2.2.2'], 'http 10.2.2.2'],
    ['empty members', ['X-Forwarded-For', '6.6.6.6, , 192.0.2.7, 10.2.2.2, ,'], 'http 192.0.2.7'],
    ['an empty last member', ['X-Forwarded-For', '192.0.2.7, '], 'http 192.0.2.7'],
    ['an empty last field', ['X-Forwarded-For', '192.0.2.7', 'X-Forwarded-For', ''], 'http 192.0.2.7'],
    ['empty members alone', ['X-Forwarded-For', ' , ,'], `http ${peer}`],
    ['an empty first scheme', ['X-Forwarded-Proto', ', https'], `https ${peer}`],
    ['proxies only', ['X-Forwarded-For', '10.3.3.3, 10.2.2.2'], 'http 10.3.3.3'],
    ['nothing', [], `http ${peer}`],
    ['another field', ['CF-Connecting-IP', '192.0.2.7', 'Forwarded', 'for=192.0.2.8'], `http ${peer}`],
    ['an unknown scheme', ['X-Forwarded-Proto', 'ftp'], `http ${peer}`],
    [
      'schemes in one line, of which the client spoke the first',
      ['X-Forwarded-Proto', 'https, http'],
      `https ${peer}`,
    ],
    [
      'schemes in two lines, of which the client spoke the first',
      ['X-Forwarded-Proto', 'https', 'X-Forwarded-Proto', 'http'],
      `https ${peer}`,
    ],
  ])('X-Forwarded-For: %s', (_, fields, expected) => {
    expect(clientOf(new TrustedProxies(networks), fields)).toBe(expected);
  });

  test.each<[string, string[], string]>([
    ['one element', ['Forwarded', 'for=192.0.2.7;proto=https;by=10.0.0.1'], 'https 192.0.2.7'],
    ['names in any case', ['Forwarded', 'For=192.0.2.7; Proto=HTTPS'], 'https 192.0.2.7'],
    ['quoted IPv6', ['Forwarded', 'for="[2001:db8::7]:4711"'], 'http 2001:db8::7'],
    [
      'the last that is no proxy',
      ['Forwarded', 'for=6.6.6.6;proto=http, for=192.0.2.7;proto=https, for=10.9.9.9'],
      'https 192.0.2.7',
    ],
    ['several fields', ['Forwarded', 'for=6.6.6.6', 'forwarded', 'for=192.0.2.7'], 'http 192.0.2.7'],
    ['an obfuscated client', ['Forwarded', 'for=_hidden;proto=https'], `https ${peer}`],
    ['an unknown client behind a proxy', ['Forwarded', 'for=unknown, for=10.9.9.9'], 'http 10.9.9.9'],
    ['malformed', ['Forwarded', 'for=192.0.2.7, for="10.0.0.1'], `http ${peer}`],
    ['twice in an element', ['Forwarded', 'for=192.0.2.7;for=192.0.2.8'], `http ${peer}`],
    ['cut short', ['Forwarded', 'for=192.0.2.7;'], `http ${peer}`],
    ['an empty element', ['Forwarded', 'for=192.0.2.7,,for=10.0.0.2,'], 'http 192.0.2.7'],
    [
      'X-Forwarded-*, which a client may have sent',
      ['X-Forwarded-For', '6.6.6.6', 'X-Forwarded-Proto', 'https'],
      `http ${peer}`,
    ],
  ])('Forwarded: %s', (_, fields, expected) => {
    expect(clientOf(new TrustedProxies(networks, 'forwarded'), fields)).toBe(expected);
  });

  test.each<[string, string[], string]>([
    ['the address', ['CF-Connecting-IP', '2001:db8::7'], 'http 2001:db8::7'],
    [
      'the last, which the proxy has set',
      ['CF-Connecting-IP', '6.6.6.6', 'cf-connecting-ip', '192.0.2.7'],
      'http 192.0.2.7',
    ],
    ['no list', ['CF-Connecting-IP', '6.6.6.6, 192.0.2.7'], `http ${peer}`],
    ['no other field', ['X-Forwarded-For', '6.6.6.6', 'X-Forwarded-Proto', 'https'], `https ${peer}`],
  ])('CF-Connecting-IP: %s', (_, fields, expected) => {
    expect(clientOf(new TrustedProxies(networks, 'cf-connecting-ip'), fields)).toBe(expected);
  });
});

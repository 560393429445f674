/** Rules that the dashboard tells as one types, held against those of the API where the code cannot be shared. */
import { describe, expect, it } from 'vitest';
import { upstreamHostProblem } from '../../dashboard/src/features/upstreams/upstream-host.ts';
import { parseUpstreamHost } from '../../src/core/upstream-host.ts';

describe('the host of an upstream', () => {
  it.each([
    'app.example.net',
    ' App.Example.net. ',
    'backend',
    'bücher.example',
    '203.0.113.7',
    '2001:db8::7',
    '[2001:db8::7]',
    '::ffff:192.0.2.1',
    '127.1',
    '0x7f000001',
    '010.0.0.1',
    '1.2.3.256',
    '1.2.3.4.5',
    '42',
    'https://app.example.net',
    'app.example.net/path',
    'app.example.net:8080',
    'user@app.example.net',
    'fe80::1%eth0',
    '[::1]:80',
    ':::',
    'a..b',
    '-a.example',
    'a b',
    '*.example.net',
  ])('judges %j as the API does', (text) => {
    expect(upstreamHostProblem(text) === undefined).toBe(parseUpstreamHost(text).ok);
  });
});

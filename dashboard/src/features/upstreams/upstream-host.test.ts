import { describe, expect, it } from 'vitest';
import { hostOfAddress, upstreamHostProblem } from './upstream-host.ts';

describe('upstreamHostProblem', () => {
  it('says what is missing and what is wrong', () => {
    expect(upstreamHostProblem(' ')).toBe('Enter the host of your server.');
    expect(upstreamHostProblem('app.example.net/x')).toBe(
      'That isn\'t a valid host: it has the character "/".',
    );
    expect(upstreamHostProblem('127.1')).toMatch(/four decimal numbers/);
  });
});

describe('hostOfAddress', () => {
  it.each([
    ['https://app.example.net/login', { host: 'app.example.net', port: '443', tls: true }],
    ['http://app.example.net:8080', { host: 'app.example.net', port: '8080', tls: false }],
    ['http://[2001:db8::7]/', { host: '2001:db8::7', port: '80', tls: false }],
    ['app.example.net', undefined],
    ['https://', undefined],
    ['ftp://app.example.net', undefined],
  ])('%s', (text, parts) => {
    expect(hostOfAddress(text)).toEqual(parts);
  });
});

import { describe, expect, it } from 'vitest';
import { integrityPolicyForbids, metaPolicyForbids, policiesForbid } from './content-security-policy.ts';
import type { PageOrigin } from './csp-source.ts';

const https: PageOrigin = { scheme: 'https', host: 'd.example', port: 0 };
const http: PageOrigin = { scheme: 'http', host: 'd.example', port: 8080 };

const nowhere = 'https://cdn.example';

describe('a policy that lets the script load and send', () => {
  it.each([
    '',
    ';;',
    "default-src 'self'",
    'default-src *',
    'default-src https:',
    'default-src HTTP:',
    "img-src 'none'; frame-ancestors 'none'; report-uri /x",
    "script-src 'self'",
    "SCRIPT-SRC 'SELF'",
    "default-src 'none'; script-src 'self'; connect-src 'self'",
    "default-src 'none'; script-src-elem 'self'; script-src 'none'; connect-src 'self'",
    `script-src ${nowhere} 'nonce-abc' 'sha256-x' 'unsafe-inline' 'self'`,
    "script-src 'none' 'self'",
    'script-src d.example',
    'script-src https://D.EXAMPLE',
    'script-src http://d.example',
    'script-src http://d.example:80',
    'script-src *.example',
    'script-src https://*',
    'script-src *:443',
    'script-src d.example:*',
    'script-src https://d.example:443/.nameplate/',
    'script-src d.example/.nameplate/script.js',
    'script-src d.example/%2Enameplate/',
    'script-src d.example/',
    "script-src-attr 'none'; style-src 'none'; worker-src 'none'",
    "default-src 'none'; script-src 'self'; script-src 'none'; connect-src *",
    "sandbox allow-forms allow-scripts; script-src 'self'",
    "require-trusted-types-for 'script'; trusted-types 'none'",
    'upgrade-insecure-requests',
    "script-src 'self', connect-src 'self'",
    "connect-src 'self' wss://x.example",
  ])('%s', (value) => {
    expect(policiesForbid(value, https)).toBe(false);
  });
});

describe('a policy that forbids the script, or its requests', () => {
  it.each([
    "default-src 'none'",
    'default-src',
    'script-src',
    "script-src 'none'",
    `script-src ${nowhere}`,
    "script-src 'nonce-abc'",
    "script-src 'unsafe-inline' 'unsafe-eval'",
    "script-src 'sha256-AAAA'",
    "script-src 'self' 'strict-dynamic' 'nonce-abc'",
    "default-src 'strict-dynamic' https: 'self'",
    "script-src 'self'; script-src-elem 'none'",
    "default-src 'self'; connect-src 'none'",
    `default-src 'self'; connect-src ${nowhere}`,
    "default-src 'none'; script-src 'self'",
    "script-src 'self', default-src 'none'",
    "script-src 'self', script-src https://cdn.example",
    'script-src http://d.example:8080',
    'script-src d.example:8443',
    'script-src *.d.example',
    'script-src data: blob: ws:',
    'script-src d.example/js/',
    'script-src d.example/.nameplate',
    'script-src d.example/.nameplate/event',
    'script-src self',
    'script-src https://',
    'script-src %%%',
    'sandbox',
    "sandbox allow-forms allow-same-origin; script-src 'self'",
  ])('%s', (value) => {
    expect(policiesForbid(value, https)).toBe(true);
  });
});

describe('a page without TLS', () => {
  it.each([
    ["script-src 'self'", false],
    ['script-src http:', false],
    ['script-src d.example:8080', false],
    ['script-src http://d.example:8080', false],
    ['script-src d.example', true],
    ['script-src https:', true],
    ['script-src https://d.example:8080', true],
    ['script-src https:; upgrade-insecure-requests', false],
    ['script-src https://d.example:8080, upgrade-insecure-requests', false],
  ] as const)('%s', (value, forbids) => {
    expect(policiesForbid(value, http)).toBe(forbids);
  });

  it('on the usual port, whose requests are upgraded', () => {
    const page: PageOrigin = { scheme: 'http', host: 'd.example', port: 80 };
    expect(policiesForbid('script-src http://d.example:80', page)).toBe(false);
    expect(policiesForbid('script-src https://d.example; upgrade-insecure-requests', page)).toBe(false);
    expect(policiesForbid('script-src http://d.example:80; upgrade-insecure-requests', page)).toBe(false);
  });
});

it('in the page itself has no sandbox', () => {
  expect(metaPolicyForbids("sandbox; script-src 'self'", https)).toBe(false);
  expect(metaPolicyForbids("script-src 'none'", https)).toBe(true);
});

it('of integrity asks for hashes of scripts', () => {
  expect(integrityPolicyForbids('blocked-destinations=(script), endpoints=(x)')).toBe(true);
  expect(integrityPolicyForbids('sources=(inline), blocked-destinations=( style script )')).toBe(true);
  expect(integrityPolicyForbids('blocked-destinations=(style)')).toBe(false);
  expect(integrityPolicyForbids('')).toBe(false);
});

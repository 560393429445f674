import { expect, test } from 'vitest';
import { readNetlifyHeaders } from './netlify-headers.ts';
import type { FileContext } from './rule-file.ts';

const context: FileContext = { defaultHost: 'shop.example.com', findUpstream: () => undefined };

function read(text: string) {
  return readNetlifyHeaders(text.split('\n'), context);
}

test('reads paths with their fields', () => {
  const file = read(`# everything
/*
  X-Frame-Options: DENY
  cache-control: max-age=0
  Cache-Control: must-revalidate

/api/:version/*
	Access-Control-Allow-Origin: *
  Link: <https://a.example/x.css>; rel=preload
https://other.example.com/x
  ! X-Powered-By
`);
  expect(file).toEqual({
    problems: [],
    problemCount: 0,
    rules: [
      {
        line: 2,
        host: 'shop.example.com',
        rule: {
          active: true,
          if: { path: '/*' },
          then: {
            set_headers: {
              response: { 'X-Frame-Options': 'DENY', 'cache-control': 'max-age=0, must-revalidate' },
            },
          },
        },
      },
      {
        line: 7,
        host: 'shop.example.com',
        rule: {
          active: true,
          if: { path: '/api/:version/*' },
          then: {
            set_headers: {
              response: {
                'Access-Control-Allow-Origin': '*',
                Link: '<https://a.example/x.css>; rel=preload',
              },
            },
          },
        },
      },
      {
        line: 10,
        host: 'other.example.com',
        rule: {
          active: true,
          if: { path: '/x' },
          then: { set_headers: { response: { 'X-Powered-By': null } } },
        },
      },
    ],
  });
});

test('makes a rule with passwords of Basic-Auth, before the fields of its path', () => {
  expect(
    read('/staff/*\n  X-Robots-Tag: noindex\n  Basic-Auth: ann:s3cret bob:pass:word').rules,
  ).toMatchObject([
    {
      line: 1,
      rule: {
        if: { path: '/staff/*' },
        then: {
          basic_auth: {
            realm: 'shop.example.com',
            users: [
              { name: 'ann', password: 's3cret' },
              { name: 'bob', password: 'pass:word' },
            ],
          },
        },
      },
    },
    { line: 1, rule: { then: { set_headers: { response: { 'X-Robots-Tag': 'noindex' } } } } },
  ]);
});

test.each([
  ['X-A: 1', 1, 'it has no path above it'],
  ['/a\n\n/b\n  X-A: 1', 1, 'no field follows this path'],
  ['/a\n  X-A: 1\n/b', 3, 'no field follows this path'],
  ['/a b\n  X-A: 1', 1, 'has a space'],
  ['/a\n  X-A: 1\n  nonsense', 3, 'it is neither a path nor a field'],
  ['/a\n  X-A: 1\n  Basic-Auth: ann', 3, 'Basic-Auth takes NAME:PASSWORD'],
  ['https://host_name/\n  X-A: 1', 1, 'its host "host_name" cannot be used'],
])('refuses %j', (text, line, reason) => {
  expect(read(text).problems).toEqual([{ line, reason: expect.stringContaining(reason) }]);
});

test('never shows what may be a password', () => {
  const { problems } = read('/a\n  Basic-Auth: hunter2\n  hunter2\n  X-A: 1');
  expect(problems).toHaveLength(2);
  expect(JSON.stringify(problems)).not.toContain('hunter2');
});

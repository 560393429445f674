import { expect, test } from 'vitest';
import { RequestHead } from '../http1/request-head.ts';
import { readRequest } from './request-text.ts';

const start = [':method', 'GET', ':scheme', 'https', ':path', '/x'];

test.each([
  ['a.example', 'a.example', 'a.example:0'],
  ['A.example', 'a.example', 'a.example:0'],
  ['a.example:443', 'a.example', 'a.example:443'],
  ['a.example', 'a.example:443', 'a.example:0'],
  ['a.example.:443', 'a.EXAMPLE', 'a.example:443'],
  ['[::1]:443', '[::1]', '[::1]:443'],
  ['a.example:80', 'a.example', 'target_host_differs'],
  ['a.example:8443', 'a.example', 'target_host_differs'],
  ['a.example:443', 'b.example', 'target_host_differs'],
  ['[::1]', '[::1]:80', 'target_host_differs'],
  ['user@a.example', 'a.example', 'target_host_differs'],
  ['a.example', '', 'target_host_differs'],
])(':authority %s beside host %s: %s', (authority, host, expected) => {
  const head = readRequest([...start, ':authority', authority, 'host', host], false);
  expect(head instanceof RequestHead ? `${head.authority.host}:${head.authority.port}` : head).toBe(expected);
});

import { expect, it } from 'vitest';
import { proxiedPath } from './proxied-path.ts';

const upstream = { upstream_uuid: '', host_header: 'upstream' } as const;

it.each([
  ['/api/a', '/api', undefined, '/a'],
  ['/api', '/api', undefined, '/'],
  ['/apis', '/api', undefined, '/apis'],
  ['/api/a', '/api', '/v2', '/v2/a'],
  ['/api', '/api', '/v2', '/v2'],
  // Spelled in another way, as the rule's path may be.
  ['/%61pi/%41', '/api', undefined, '/%41'],
  ['/%61pi', '/api', '/v2', '/v2'],
  ['/caf%c3%a9/%c3%a9', '/caf%C3%A9/', undefined, '/%c3%a9'],
  ['/%7eann/x', '/~ann', '/people', '/people/x'],
  ['/~ann/x', '/%7Eann', undefined, '/x'],
  ['/api%2Fa', '/api', undefined, '/api%2Fa'],
  ['/api/%2e%2e/a', '/api', '/v2', undefined],
])('%s without %s, with %s before it: %s', (path, strip_prefix, prefix, expected) => {
  expect(proxiedPath(path, { ...upstream, strip_prefix, ...(prefix && { prefix }) })).toBe(expected);
});

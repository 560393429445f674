import { expect, test } from 'vitest';
import type { Operation } from './api-document.ts';
import { curlCommand, requestUrl } from './api-request.ts';

const operation: Operation = {
  operationId: 'listThings',
  summary: 'List things',
  description: '',
  tags: [],
  method: 'get',
  path: '/api/v1/accounts/{account_uuid}/things',
  parameters: [
    { name: 'account_uuid', in: 'path', schema: {} },
    { name: 'query', in: 'query', schema: {} },
    { name: 'page', in: 'query', schema: {} },
  ],
  responses: {},
};

test.each([
  [{}, '/api/v1/accounts/{account_uuid}/things'],
  [{ account_uuid: 'a/b' }, '/api/v1/accounts/a%2Fb/things'],
  [{ account_uuid: '1', query: 'x & y', page: '' }, '/api/v1/accounts/1/things?query=x+%26+y'],
])('with %j the URL is %s', (values, expected) => {
  expect(requestUrl('http://api', operation, values)).toBe(`http://api${expected}`);
});

test('the command quotes for the shell and leaves the token to a variable', () => {
  const request = { url: 'http://api/?a=1&b', token: 'np_secret', body: undefined };
  expect(curlCommand({ ...request, method: 'get' })).toBe(
    `curl 'http://api/?a=1&b' \\\n  -H "Authorization: Bearer $TOKEN"`,
  );
  const post = curlCommand({ ...request, method: 'post', body: `{"name":"it's"}` });
  expect(post).toContain('curl -X POST ');
  expect(post).toContain(String.raw`-d '{"name":"it'\''s"}'`);
});

/** Errors of every route and their order. */
import { expect } from 'vitest';
import { ControlDatabase } from '../../src/control/database.ts';
import { talk } from '../support/raw-http.ts';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import {
  createRedirect,
  expectError,
  newAccount,
  newHost,
  newToken,
  postRedirect,
  putRedirect,
  type Row,
} from './row.ts';

const source = 'docs/reference/api.md ("Errors")';

/** Sends bytes to the API as they stand and reads the one answer. */
async function sendRaw(service: ServiceClient, bytes: string): Promise<ApiAnswer> {
  const received = await talk(Number(service.env.NAMEPLATE_API_PORT), bytes);
  const end = received.indexOf('\r\n\r\n');
  const [statusLine = '', ...fields] = received.slice(0, end).split('\r\n');
  const headers = new Headers(
    fields.map((line): [string, string] => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: JSON.parse(received.slice(end + 4)) };
}

export const errorRouteRows: readonly Row[] = [
  {
    source,
    statement: 'an unknown route is 404 not_found, with a token under /api/v1 and without elsewhere',
    codes: ['not_found', 'unauthorized'],
    async check(service) {
      expectError(await service.api('/api/v1/nothing'), 404, 'not_found', '/api/v1/nothing');
      expectError(await service.api('/api/v1/nothing', { token: null }), 401, 'unauthorized');
      expectError(await service.api('/nothing', { token: null }), 404, 'not_found', '/nothing');
      expectError(await service.api(`${service.redirects}/`), 404, 'not_found');
      expectError(await service.api('/api/v1/', { method: 'POST' }), 404, 'not_found');
    },
  },
  {
    source,
    statement: 'a path that cannot be decoded is 404 not_found',
    codes: ['not_found'],
    async check(service) {
      for (const path of ['/%zz', '/api/v1/%zz', `${service.redirects}/%ff`]) {
        expectError(await service.api(path), 404, 'not_found');
      }
      const stranger = await service.api('/api/v1/%zz', { token: null });
      expectError(stranger, 401, 'unauthorized');
      expect(stranger.headers.get('x-ratelimit-limit')).toBe('6000');
    },
  },
  {
    source,
    statement: 'a path spelt in percent-encoding is guarded like the route it names',
    async check(service) {
      expectError(await service.api('/%61pi/v1/accounts', { token: null }), 401, 'unauthorized');
      const answer = await service.api('/%61pi/v1/accounts');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-ratelimit-limit')).toBe('6000');
    },
  },
  {
    source,
    statement: 'a file cut short, sent by anyone to any path, harms nothing',
    async check(service) {
      const body = '--X\r\nContent-Disposition: form-data; name="s"; filename="a"\r\n\r\nv\r\n';
      const headers = { 'content-type': 'multipart/form-data; boundary=X' };
      const stranger = await service.api('/nowhere', { token: null, method: 'POST', headers, body });
      expectError(stranger, 400, 'body_invalid', 'file');
      expectError(await service.api(service.redirects, { headers, body }), 400, 'body_invalid', 'file');
      expect((await service.api('/healthz')).status).toBe(200);
    },
  },
  {
    source,
    statement: 'a method that a route does not take is 405 method_not_allowed with Allow',
    codes: ['method_not_allowed'],
    async check(service) {
      const item = `${service.redirects}/${(await createRedirect(service)).uuid}`;
      for (const [method, path, allow] of [
        ['PATCH', item, 'DELETE, GET, HEAD, PUT'],
        ['POST', item, 'DELETE, GET, HEAD, PUT'],
        ['PUT', service.redirects, 'GET, HEAD, POST'],
        ['DELETE', service.redirects, 'GET, HEAD, POST'],
        ['OPTIONS', service.redirects, 'GET, HEAD, POST'],
        ['POST', '/api/v1/me', 'GET, HEAD, PUT'],
        ['POST', '/api/v1/accounts?x=1', 'GET, HEAD'],
        ['DELETE', '/healthz', 'GET, HEAD'],
      ] as const) {
        const answer = await service.api(path, { method });
        expectError(answer, 405, 'method_not_allowed', method);
        expect(answer.headers.get('allow')).toBe(allow);
      }
    },
  },
  {
    source,
    statement: 'a body that cannot be read as its type says is 400 body_invalid',
    codes: ['body_invalid'],
    async check(service) {
      for (const [type, body] of [
        ['application/json', '{'],
        ['application/json', '{"a":1}x'],
        ['application/json', '[]'],
        ['application/json', 'null'],
        ['application/json', '"text"'],
        ['application/x-www-form-urlencoded', 'source_host=%zz'],
        ['multipart/form-data', 'x'],
        ['multipart/form-data; boundary=b', '--b\r\n'],
      ] as const) {
        const headers = { 'content-type': type };
        const answer = await service.api(service.redirects, { method: 'POST', headers, body });
        expectError(answer, 400, 'body_invalid');
      }
    },
  },
  {
    source,
    statement: 'another media type is 415 unsupported_media_type',
    codes: ['unsupported_media_type'],
    async check(service) {
      for (const type of ['text/plain', 'application/xml', 'application/jsonx', 'text/json', 'x']) {
        const headers = { 'content-type': type };
        const answer = await service.api(service.redirects, { headers, body: '{}' });
        expectError(answer, 415, 'unsupported_media_type', 'application/json');
      }
    },
  },
  {
    source,
    statement: 'bytes that are no HTTP request are 400 request_invalid in the same shape',
    codes: ['request_invalid'],
    async check(service) {
      expectError(await sendRaw(service, 'nonsense\r\n\r\n'), 400, 'request_invalid');
    },
  },
  {
    source,
    statement: 'request fields above 16 KiB are 431 fields_too_large in the same shape',
    codes: ['fields_too_large'],
    async check(service) {
      const fields = `GET /healthz HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(17_000)}\r\n\r\n`;
      expectError(await sendRaw(service, fields), 431, 'fields_too_large');
    },
  },
  {
    source,
    statement: 'a crash is 500 internal_error with the request id and no internals',
    postgres: 'a missing table fails in another way',
    codes: ['internal_error'],
    async check(_service, bench) {
      const broken = await bench.newService();
      const database = await ControlDatabase.open(broken.control);
      // No caller can do this: the table is taken away under the running service.
      await database.queries.schema.alterTable('redirects').renameTo('redirects_gone').execute();
      await database[Symbol.asyncDispose]();
      const answer = await broken.api(broken.redirects);
      expectError(answer, 500, 'internal_error', answer.headers.get('x-request-id') ?? 'no id');
      expect(answer.body.error).not.toMatch(/redirects|sql|relation|table/i);
      await expect.poll(() => broken.output).toContain(answer.headers.get('x-request-id'));
    },
  },
  {
    source,
    statement: 'checks run in the order of the attributes, and the first failure is reported',
    codes: [
      'parameter_unknown',
      'source_host_invalid',
      'source_host_taken',
      'match_path_invalid',
      'destination_url_invalid',
      'redirect_type_invalid',
      'preserve_path_invalid',
      'preserve_query_string_invalid',
      'active_invalid',
    ],
    async check(service) {
      const taken = await createRedirect(service);
      const other = await createRedirect(service);
      const bad: Record<string, unknown> = {
        active: 'x',
        preserve_query_string: 'x',
        preserve_path: 'x',
        redirect_type: 'x',
        destination_url: 'x',
        match_path: '?',
        source_host: '-',
      };
      const expectBoth = async (code: Parameters<typeof expectError>[2]) => {
        const form = { source_host: newHost(), destination_url: 'https://dest.example', ...bad };
        expectError(await service.api(service.redirects, { json: form }), 400, code);
        expectError(await putRedirect(service, other, bad), 400, code);
      };
      bad.unknown = 1;
      await expectBoth('parameter_unknown');
      delete bad.unknown;
      await expectBoth('source_host_invalid');
      bad.source_host = taken.source_host;
      await expectBoth('source_host_taken');
      delete bad.source_host;
      for (const name of [
        'match_path',
        'destination_url',
        'redirect_type',
        'preserve_path',
        'preserve_query_string',
        'active',
      ] as const) {
        await expectBoth(`${name}_invalid`);
        delete bad[name];
      }
      expect((await postRedirect(service, bad)).status).toBe(201);
    },
  },
  {
    source,
    statement: 'who asks comes before what is asked: 401, 404 of the account, 403, then the body',
    codes: ['unauthorized', 'not_found', 'forbidden'],
    async check(service) {
      const redirect = await createRedirect(service);
      const item = `${service.redirects}/${redirect.uuid}`;
      const json = { nonsense: 1 };
      const readOnly = await newToken(service, { scope: 'read' });
      const other = await newAccount(service);
      const put = (token: string | null) => service.api(item, { method: 'PUT', token, json });
      expectError(await put(null), 401, 'unauthorized');
      expectError(await put(other.token), 404, 'not_found', 'account');
      expectError(await put(readOnly), 403, 'forbidden');
    },
  },
];

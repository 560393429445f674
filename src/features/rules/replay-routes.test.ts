/** Replaying rules over HTTP. Source: docs/reference/replay.md. */

import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, test, vi } from 'vitest';
import { type ApiCall, type ApiServer, startApi } from '../../../test/support/api-server.ts';
import { AnalyticsAwayError } from '../../analytics/engine/failures.ts';
import type { BlockStore } from '../../analytics/engine/report-store.ts';
import { textOf } from '../../control/rules-text.ts';
import type { RecordedGroup } from '../../replay/recorded-request.ts';
import { answeredBy } from '../../rules/recorded-answer.ts';
import { AccessTokens } from '../access-tokens/access-token-store.ts';
import { Accounts } from '../accounts/account-store.ts';
import { HostRulesStore, maxRulesBytes } from './host-rules-store.ts';

const host = 'go.example.com';
const block = { then: { block: {} } };
const redirectTo = (to: string, path?: string) => ({
  ...(path !== undefined && { if: { path } }),
  then: { redirect: { to } },
});

let api: ApiServer;
/** What the store has for any owner, or fails with. */
let groups: readonly RecordedGroup[] | Error;
/** What it was asked. */
let asked: { sql: string; domain: unknown; signal: AbortSignal }[];
/** Before the groups are handed over. */
let beforeGroups: () => Promise<void>;

beforeEach(async () => {
  groups = [];
  asked = [];
  beforeGroups = () => Promise.resolve();
  const readBlocks: BlockStore['readBlocks'] = async (sql, { domain }, take, signal) => {
    asked.push({ sql, domain, signal });
    await beforeGroups();
    if (groups instanceof Error) throw groups;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route asks for groups
    await take(groups as never);
  };
  const store = { query: () => Promise.resolve([]), readBlocks };
  api = await startApi({ analytics: { forAccount: () => store } });
});

const pathOf = (name: string, accountUuid = api.accountUuid): string =>
  `/api/v1/accounts/${accountUuid}/hosts/${name}/rules`;
const replay = (json: unknown, call: ApiCall = {}, at = `${pathOf(host)}/replay`, token = api.token) =>
  api.ask(at, {
    method: 'POST',
    json,
    ...call,
    headers: { authorization: `Bearer ${token}`, ...call.headers },
  });
const put = (rules: unknown, name = host) =>
  api.ask(pathOf(name), {
    method: 'PUT',
    json: { rules },
    headers: { authorization: `Bearer ${api.token}` },
  });
const refusal = (status: number, code: string, message: RegExp) => ({
  status,
  body: { error_code: code, error: expect.stringMatching(message) },
});

/** Requests of a path that were answered so; `more` overrides. */
function group(
  path: string,
  requests: number,
  more: { by?: number; status?: number; rule?: string; target?: string; failure?: string } = {},
): RecordedGroup {
  const { by = answeredBy.nothing, status = 404, rule = '', target = '', failure = 'unmatched' } = more;
  return [path, '', '', '', '', '', '', '', 0, by, status, rule, target, failure, requests];
}

test('counts, rules, samples and what is not recorded', async () => {
  await put([{ name: 'Old', ...redirectTo('https://new.example/a', '/a') }]);
  const byRule = { by: answeredBy.rule, rule: 'Old', failure: '' };
  groups = [
    group('/a', 10, { ...byRule, status: 301, target: 'https://new.example/a' }),
    group('/b', 3),
    group('/c', 4),
    group('/d', 1),
  ];
  const rules = [
    { if: { languages: ['de'], path: '/d' }, ...block },
    redirectTo('https://new.example/a', '/a'),
    redirectTo('/b/x/:splat', '/b/*'),
    { if: { path: '/c' }, ...block },
  ];
  const answer = await replay({ rules });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({
    requests: 18,
    changed: 7,
    blocked: 4,
    circles: 3,
    unmatched: 1,
    uncertain: 1,
    rules: [
      { rule: 0, requests: 0 },
      { rule: 1, requests: 10 },
      { rule: 2, requests: 3 },
      { rule: 3, requests: 4 },
    ],
    samples: [
      { path: '/c', before: 'unmatched 404', after: 'blocked 403' },
      { path: '/b', before: 'unmatched 404', after: 'circle 508' },
    ],
    not_replayable: [{ rule: 0, condition: 'languages' }],
  });
});

test('a long body is replayed in a thread, and answered byte for byte as a short one', async () => {
  await put([
    { name: 'Old', ...redirectTo('https://new.example/a', '/a') },
    { then: { basic_auth: { realm: 'r', users: [{ name: 'ann', password: 'secret' }] } } },
  ]);
  await put([redirectTo(`https://${host}/:splat`, '/*')], 'other.example.com');
  groups = [
    group('/a', 10, { by: answeredBy.rule, rule: 'Old', failure: '', status: 301, target: 'https://old' }),
    group('/b', 3),
    group('/c', 1, { by: answeredBy.rule, rule: '#2', failure: 'login_required', status: 401 }),
    group('', 4),
  ];
  const rules = [
    { if: { languages: ['de'], path: '/d' }, ...block },
    redirectTo('https://new.example/a', '/a'),
    redirectTo('https://other.example.com/b', '/b'),
    { then: { basic_auth: { realm: 'r', users: [{ name: 'ann' }] } } },
  ];
  const short = JSON.stringify({ rules, to: '2026-09-20' });
  const send = (body: string) => replay(undefined, { body, headers: { 'content-type': 'application/json' } });
  const parse = vi.spyOn(JSON, 'parse');
  const [here, there] = [await send(short), await send(short.padEnd(300 * 1024))];
  expect(parse.mock.calls.filter(([text]) => text.length > 256 * 1024)).toEqual([]);
  parse.mockRestore();
  expect(here).toMatchObject({ status: 200, body: { requests: 18, circles: 3, uncertain: 4 } });
  expect(there.text).toBe(here.text);
  expect(there.headers).toMatchObject({
    'content-type': here.headers['content-type'],
    'content-length': here.headers['content-length'],
  });
  expect(asked[0]?.sql).toBe(asked[1]?.sql);
  expect(await send('{"rules":[{}]}'.padEnd(300 * 1024))).toMatchObject(
    refusal(400, 'rules_invalid', /^rules\[0\]\.then /),
  );
});

test('circles are followed through other hosts of the account, and through no others', async () => {
  await put([block]);
  await put([redirectTo(`https://${host}/:splat`, '/*')], 'other.example.com');
  const stranger = await new Accounts(api.store).create('Another');
  const rules = [
    { active: true, then: { redirect: { to: `https://${host}/x`, status: 301 as const, query: true } } },
  ];
  await new HostRulesStore(api.store).replace({
    accountUuid: stranger.uuid,
    host: 'stranger.example.com',
    ...textOf(rules),
    isExpected: () => true,
    keptFrom: null,
  });
  groups = [group('/x', 2)];
  const circlesOf = async (to: string) => (await replay({ rules: [redirectTo(to)] })).body.circles;
  expect(await circlesOf('https://other.example.com/:splat'.replace(':splat', 'x'))).toBe(2);
  expect(await circlesOf('https://stranger.example.com/x')).toBe(0);
});

test("only what is recorded under the account's own is read, by default of today and six days before", async () => {
  await put([block]);
  const redirect = await api.ask(`/api/v1/accounts/${api.accountUuid}/redirects`, {
    json: { source_host: host, destination_url: 'https://dest.example' },
    headers: { authorization: `Bearer ${api.token}` },
  });
  const rules = await new HostRulesStore(api.store).find(api.accountUuid, host);
  groups = [group('/a', 2)];
  const { body } = await replay({ rules: [] });
  expect(asked.map(({ domain }) => domain)).toEqual([redirect.body.uuid, rules?.uuid]);
  for (const { sql } of asked)
    expect(sql).toMatch(/day BETWEEN '2026-09-15' AND '2026-09-21' AND host IN \('', 'go\.example\.com'\)/);
  // Its redirect, as it is now.
  expect(body.samples).toEqual([
    { path: '/a', before: 'unmatched 404', after: '301 https://dest.example/a' },
  ]);
  await replay({ rules: [], from: '2026-01-02', to: '2026-01-02' });
  expect(asked.at(-1)?.sql).toContain("day BETWEEN '2026-01-02' AND '2026-01-02'");
});

test('reading is enough; the host of another account, and one that nothing is on, are not found', async () => {
  await put([block]);
  const { secret } = await api.newToken('read');
  expect(await replay({ rules: [] }, {}, undefined, secret)).toMatchObject({ status: 200 });
  const other = await new Accounts(api.store).create('Another');
  const { secret: foreign } = await new AccessTokens(api.store).create({
    accountUuid: other.uuid,
    name: 'test',
    scope: 'write',
    expiresAt: null,
  });
  const asOther = (name: string) => replay({ rules: [] }, {}, `${pathOf(name, other.uuid)}/replay`, foreign);
  expect(await asOther(host)).toMatchObject(refusal(404, 'not_found', /go\.example\.com/));
  expect(await asOther('unused.example')).toMatchObject(refusal(404, 'not_found', /unused\.example/));
  expect(await replay({ rules: [] }, {}, undefined, foreign)).toMatchObject(
    refusal(404, 'not_found', /account/),
  );
  expect(asked).toHaveLength(1);
});

test.each([
  ['no rules', {}, 'rules_invalid', /^rules is missing/],
  ['a wrong rule', { rules: [block, { then: {} }] }, 'rules_invalid', /^rules\[1\]\.then /],
  [
    'too many rules',
    { rules: Array.from({ length: 100_001 }, () => block) },
    'rules_invalid',
    /^rules has 100001 rules/,
  ],
  ['an unknown attribute', { rules: [], warnings: [] }, 'parameter_unknown', /warnings/],
  [
    'an upstream of nobody',
    { rules: [{ then: { proxy: { upstream_uuid: '01890000-0000-7000-8000-000000000000' } } }] },
    'rules_invalid',
    /^rules\[0\]\.then\.proxy\.upstream_uuid is "01890000/,
  ],
  [
    'a password of nobody',
    { rules: [{ then: { basic_auth: { realm: 'x', users: [{ name: 'a' }] } } }] },
    'rules_invalid',
    /password is missing/,
  ],
  ['a day that is none', { rules: [], from: '2026-02-30' }, 'from_invalid', /2026-02-30/],
  ['a day that is no text', { rules: [], to: 20260230 }, 'to_invalid', /20260230/],
  [
    'days in the wrong order',
    { rules: [], from: '2026-02-02', to: '2026-02-01' },
    'date_range_invalid',
    /no range/,
  ],
])('a body with %s is refused', async (_what, json, code, message) => {
  await put([]);
  await put([block]);
  expect(await replay(json)).toMatchObject(refusal(400, code, message));
  expect(asked).toEqual([]);
});

test('bodies are JSON of at most 32 MiB, with or without gzip', async () => {
  await put([block]);
  const send = (body: string, type = 'application/json') =>
    replay(undefined, { body, headers: { 'content-type': type } });
  expect(await send('{"rules":')).toMatchObject(refusal(400, 'body_invalid', /JSON/));
  expect(await send('')).toMatchObject({ status: 400 });
  expect(await send('rules=1', 'application/x-www-form-urlencoded')).toMatchObject({ status: 415 });
  const sendBytes = (bytes: Buffer): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${api.token}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'content-length': bytes.length,
      };
      const path = `${pathOf(host)}/replay`;
      const request = http.request({ port: api.port, path, method: 'POST', headers });
      request.on('error', reject).on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.end(bytes);
    });
  expect(await sendBytes(gzipSync(JSON.stringify({ rules: [] })))).toBe(200);
  expect(await sendBytes(gzipSync(Buffer.alloc(maxRulesBytes + 1, ' ')))).toBe(413);
});

test('a store that is away, or gives up, is said', async () => {
  await put([block]);
  groups = new AnalyticsAwayError('away');
  expect(await replay({ rules: [] })).toMatchObject(refusal(503, 'unavailable', /analytics/));
  groups = new AnalyticsAwayError('away', { cause: Object.assign(new Error('engine'), { code: '159' }) });
  expect(await replay({ rules: [] })).toMatchObject(refusal(503, 'query_too_expensive', /shorten the range/));
});

test.each([
  ['short', '{"rules":[]}'],
  ['long', '{"rules":[]}'.padEnd(300 * 1024)],
])('a client that leaves ends its %s replay, and a third one waits for a place', async (_what, body) => {
  await put([block]);
  let release: () => void = () => {};
  beforeGroups = () => new Promise((resolve) => (release = resolve));
  const first = http.request({
    port: api.port,
    path: `${pathOf(host)}/replay`,
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
  });
  first.on('error', () => {}).end(body);
  await expect.poll(() => asked.length).toBe(1);
  const endFirst = release;
  const second = replay({ rules: [] });
  await expect.poll(() => asked.length).toBe(2);
  const third = replay({ rules: [] });
  first.destroy();
  await expect.poll(() => asked[0]?.signal.aborted).toBe(true);
  expect(asked).toHaveLength(2);
  beforeGroups = async () => void (groups = []);
  endFirst();
  release();
  expect(await second).toMatchObject({ status: 200 });
  expect(await third).toMatchObject({ status: 200 });
  expect(api.log.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});

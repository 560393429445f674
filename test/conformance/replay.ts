/** Rules replayed on requests that the edge recorded. */

import { expect } from 'vitest';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { dayMs } from '../../src/core/time.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import { createRedirect, expectError, newAccount, newHost, type Row } from './row.ts';

const page = 'docs/reference/replay.md';
const on = (heading: string): string => `${page} ("${heading}")`;
const block = { then: { block: {} } };
const at = (path: string, to: string) => ({ if: { path }, then: { redirect: { to } } });

function replay(
  service: ServiceClient,
  host: string,
  json: Readonly<Record<string, unknown>>,
  { accountUuid, token }: { accountUuid: string; token: string } = service,
): Promise<ApiAnswer> {
  return service.api(`/api/v1/accounts/${accountUuid}/hosts/${host}/rules/replay`, { json, token });
}

const put = (service: ServiceClient, host: string, rules: unknown): Promise<ApiAnswer> =>
  service.api(`/api/v1/accounts/${service.accountUuid}/hosts/${host}/rules`, {
    method: 'PUT',
    json: { rules },
  });

/** Asks a host for paths and waits until the store has these requests. */
async function record(service: ServiceClient, host: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) await service.edge(host, path);
  await expect
    .poll(async () => (await replay(service, host, { rules: [] })).body.requests)
    .toBe(paths.length);
}

/** Lets other accounts have what was given up, as when 31 days have passed. */
async function forgetReleases(service: ServiceClient): Promise<void> {
  const later = { now: () => systemClock.now() + 31 * dayMs };
  await using store = await ControlStore.open(service.control, later);
  await new CustomDomains(store).forgetReleases();
}

export const replayRows: readonly Row[] = [
  {
    source: on('Replay of rules'),
    statement: 'every count is exact, and nothing is changed',
    async check(service) {
      const { source_host: host } = await createRedirect(service, { match_path: '/old*' });
      await record(service, host, ['/old/1?secret=1', '/old/2', '/missing', '/missing', '/a']);
      const rules = [
        at('/old/1', '/a'),
        at('/a', '/old/1'),
        at('/missing', '/found'),
        { if: { path: '/old/2' }, ...block },
      ];
      const { body } = await replay(service, host, { rules });
      expect(body).toEqual({
        requests: 5,
        changed: 5,
        blocked: 1,
        circles: 2,
        unmatched: 0,
        uncertain: 0,
        rules: [1, 1, 2, 1].map((requests, rule) => ({ rule, requests })),
        samples: [
          { path: '/missing', before: 'unmatched 404', after: '301 /found' },
          { path: '/a', before: 'unmatched 404', after: 'circle 508' },
          { path: '/old/1', before: '301 https://dest.example/old/1', after: 'circle 508' },
          { path: '/old/2', before: '301 https://dest.example/old/2', after: 'blocked 403' },
        ],
        not_replayable: [],
      });
      expect((await service.edge(host, '/missing')).status).toBe(404);
    },
  },
  {
    source: on('What is compared'),
    statement:
      'the rules that a host has change nothing about what they answered, the edge being the witness',
    async check(service) {
      const host = newHost();
      const rules = [
        { if: { query: { ref: 'mail' }, path: '/a' }, then: { redirect: { to: '/mail' } } },
        { name: 'Text', if: { path: '/text' }, then: { respond: { body: 'x' } } },
        {
          if: { path: '/staff' },
          then: { basic_auth: { realm: 'x', users: [{ name: 'a', password: 'b' }] } },
        },
        { if: { path: '/x/*' }, then: { redirect: { to: '/y/:splat?q=:splat#here' } } },
        { if: { path: '/circle/*' }, then: { redirect: { to: '/circle/x/:splat' } } },
        { if: { path: '/self' }, then: { redirect: { to: '/self' } } },
        { if: { path: '/blocked' }, ...block },
      ];
      expect(await put(service, host, rules)).toMatchObject({ status: 200 });
      await record(service, host, [
        '/a?ref=mail',
        '/a',
        '/text',
        '/staff',
        '/x/%C3%BC/?z=1',
        '/circle',
        '/self?a',
        '/blocked',
      ]);
      const { body: read } = await service.api(`/api/v1/accounts/${service.accountUuid}/hosts/${host}/rules`);
      const { body } = await replay(service, host, { rules: read.rules });
      expect(body).toMatchObject({
        changed: 0,
        blocked: 1,
        circles: 1,
        unmatched: 2,
        uncertain: 0,
        samples: [],
      });
    },
  },
  {
    source: on("What isn't recorded"),
    statement: 'rules that ask for it are named, act where they did, and are uncertain where they are new',
    async check(service) {
      const host = newHost();
      const mail = { if: { query: { ref: 'mail' } }, then: { redirect: { to: '/mail' } } };
      expect(await put(service, host, [mail])).toMatchObject({ status: 200 });
      await record(service, host, ['/a?ref=mail', '/a', '/b']);
      const present = await replay(service, host, { rules: [mail, block] });
      expect(present.body).toMatchObject({
        changed: 2,
        blocked: 2,
        uncertain: 0,
        rules: [{ requests: 1 }, { requests: 2 }],
        not_replayable: [{ rule: 0, condition: 'query' }],
      });
      const german = { if: { path: '/a', languages: ['de'] }, ...block };
      expect((await replay(service, host, { rules: [german] })).body).toMatchObject({
        changed: 1,
        blocked: 0,
        unmatched: 3,
        uncertain: 2,
        not_replayable: [{ rule: 0, condition: 'languages' }],
      });
    },
  },
  {
    source: on('Samples'),
    statement:
      'changed requests are shown, those recorded most often first, as they were and as they would be',
    async check(service) {
      const host = newHost();
      const says = (name: string, body: string) => ({
        name,
        if: { path: '/text' },
        then: { respond: { body } },
      });
      expect(await put(service, host, [says('Text', 'one')])).toMatchObject({ status: 200 });
      await record(service, host, ['/text', '/a', '/a', '/a', '/b']);
      const { body } = await replay(service, host, {
        rules: [says('Text', 'two'), at('/a', 'https://a.example/?x=1'), { if: { path: '/b' }, ...block }],
      });
      expect(body.samples).toEqual([
        { path: '/a', before: 'unmatched 404', after: '301 https://a.example/' },
        { path: '/b', before: 'unmatched 404', after: 'blocked 403' },
        { path: '/text', before: '200 by rule Text', after: '200 by rule Text, changed' },
      ]);
    },
  },
  {
    source: on('How a request is replayed'),
    statement: 'requests of a former owner of the host, and of other accounts, are not replayed',
    async check(service) {
      const redirect = await createRedirect(service, { match_path: '/old*' });
      const { source_host: host } = redirect;
      await record(service, host, ['/old/1']);
      const other = await newAccount(service);
      expectError(await replay(service, host, { rules: [] }, other), 404, 'not_found', host);
      await service.api(`${service.redirects}/${redirect.uuid}`, { method: 'DELETE' });
      expectError(await replay(service, host, { rules: [] }), 404, 'not_found', host);
      await forgetReleases(service);
      const json = { source_host: host, destination_url: 'https://dest.example' };
      expect((await service.api(other.redirects, { json, token: other.token })).status).toBe(201);
      expect((await replay(service, host, { rules: [block] }, other)).body).toMatchObject({ requests: 0 });
    },
  },
  {
    source: on('Replay of rules'),
    statement: 'a wrong list and days that are none are refused, as when it is saved and as in reports',
    codes: ['rules_invalid', 'from_invalid', 'to_invalid', 'date_range_invalid', 'parameter_unknown'],
    async check(service) {
      const { source_host: host } = await createRedirect(service);
      const refused = async (json: Readonly<Record<string, unknown>>) => replay(service, host, json);
      expectError(await refused({ rules: [block, {}] }), 400, 'rules_invalid', 'rules[1].then');
      expectError(await refused({ rules: [], from: 'monday' }), 400, 'from_invalid', 'monday');
      expectError(await refused({ rules: [], to: 5 }), 400, 'to_invalid', '5');
      const turned = { rules: [], from: '2026-02-02', to: '2026-02-01' };
      expectError(await refused(turned), 400, 'date_range_invalid', '2026-02-02');
      expectError(await refused({ rules: [], days: 7 }), 400, 'parameter_unknown', 'days');
    },
  },
];

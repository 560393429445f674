/** Rules of hosts: how they are read and replaced, and what each condition and action does. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { ApiAnswer, EdgeAnswer, ServiceClient } from '../support/service-client.ts';
import { createRedirect, expectError, newHost, type Row, withStore } from './row.ts';

const page = 'docs/reference/rules.md';
const on = (heading: string): string => `${page} ("${heading}")`;
const block = { then: { block: {} } };
const says = (body: string) => ({ then: { respond: { body } } });
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const crawler = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';

function put(
  service: ServiceClient,
  host: string,
  rules: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> {
  const path = `/api/v1/accounts/${service.accountUuid}/hosts/${host}/rules`;
  return service.api(path, { method: 'PUT', json: { rules }, headers });
}

/** A new host with rules. */
async function withRules(service: ServiceClient, rules: readonly object[]) {
  const host = newHost();
  const answer = await put(service, host, rules);
  expect(answer).toMatchObject({ status: 200 });
  const ask = (
    target: string,
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
  ): Promise<EdgeAnswer> => service.edge(host, target, { method, headers });
  return { host, ask, answer };
}

/** A row that says for which requests a condition holds. */
function condition(
  statement: string,
  conditions: object,
  holding: readonly [target: string, headers?: Record<string, string>, method?: string],
  other: readonly [target: string, headers?: Record<string, string>, method?: string],
  heading = 'Conditions',
): Row {
  return {
    source: on(heading),
    statement,
    async check(service) {
      // Not `block`, which takes paths more broadly.
      const { ask } = await withRules(service, [{ if: conditions, then: { respond: { status: 403 } } }]);
      expect((await ask(...holding)).status).toBe(403);
      expect((await ask(...other)).status).toBe(404);
    },
  };
}

const later = '2126-01-01T00:00:00Z';

export const ruleRows: readonly Row[] = [
  {
    source: on('Reading and replacing'),
    statement:
      'a list is replaced as a whole, live before it is answered, and read back; an empty one removes it',
    postgres: 'types of columns',
    async check(service) {
      const { host, ask, answer } = await withRules(service, [says('one')]);
      expect((await ask('/')).body).toBe('one');
      const read = await service.api(`/api/v1/accounts/${service.accountUuid}/hosts/${host}/rules`);
      expect(read.body).toEqual({ rules: answer.body.rules });
      expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
      await put(service, host, [says('two')]);
      expect((await ask('/')).body).toBe('two');
      expect(await put(service, host, [])).toMatchObject({ status: 200, body: { rules: [], warnings: [] } });
      expect((await ask('/')).status).toBe(404);
    },
  },
  {
    source: on('Reading and replacing'),
    statement: 'of two writers with one ETag the second is refused',
    postgres: 'transactions that race',
    codes: ['precondition_failed'],
    async check(service) {
      const { host, answer } = await withRules(service, [block]);
      const headers = { 'if-match': answer.headers.get('etag') ?? '' };
      expect((await put(service, host, [says('first')], headers)).status).toBe(200);
      expectError(await put(service, host, [says('second')], headers), 412, 'precondition_failed', host);
    },
  },
  {
    source: on('Reading and replacing'),
    statement: 'an upstream that rules proxy to is not deleted',
    codes: ['upstream_in_use'],
    async check(service) {
      const upstreams = `/api/v1/accounts/${service.accountUuid}/upstreams`;
      const { body: upstream } = await service.api(upstreams, { json: { host: 'up.example.net' } });
      const { host } = await withRules(service, [{ then: { proxy: { upstream_uuid: upstream.uuid } } }]);
      const remove = () => service.api(`${upstreams}/${upstream.uuid}`, { method: 'DELETE' });
      expectError(await remove(), 400, 'upstream_in_use', host);
      await put(service, host, []);
      expect((await remove()).status).toBe(200);
    },
  },
  {
    source: on('Limits'),
    statement: 'a list that is wrong in one place is refused as a whole, with the place',
    codes: ['rules_invalid'],
    async check(service) {
      const { host, ask } = await withRules(service, [block]);
      const wrong = [says('x'), { then: { redirect: { to: 'b.example' } } }];
      expectError(
        await put(service, host, wrong),
        400,
        'rules_invalid',
        'rules[1].then.redirect.to is "b.example"; allowed: ',
      );
      expect((await ask('/')).status).toBe(403);
    },
  },
  {
    source: on('Warnings'),
    statement: 'a rule that never acts is accepted with a warning',
    async check(service) {
      const { answer } = await withRules(service, [block, block]);
      expect(answer.body.warnings).toEqual([{ rule: 1, warning: expect.stringMatching(/never acts/) }]);
    },
  },
  {
    source: on('Circles'),
    statement: 'a redirect that leads in a circle is accepted with a warning, and answers 508',
    async check(service) {
      const rule = (path: string, to: string) => ({ if: { path }, then: { redirect: { to } } });
      const { ask, answer } = await withRules(service, [rule('/a', '/b'), rule('/b', '/a')]);
      expect(answer.body.warnings).toHaveLength(2);
      expect((await ask('/a')).status).toBe(508);
    },
  },
  {
    source: on('Redirect'),
    statement: 'a redirect to the very URL that was asked for is no match, and the next rule looks',
    async check(service) {
      const rule = (path: string, then: object) => ({ if: { path }, then });
      const { ask, answer, host } = await withRules(service, [
        rule('/a/*', { redirect: { to: '/a' } }),
        rule('/a', { respond: { body: 'the page' } }),
      ]);
      expect(answer.body.warnings).toEqual([]);
      expect(await ask('/a/b')).toMatchObject({ status: 301, location: '/a' });
      expect(await ask('/a/')).toMatchObject({ status: 301, location: '/a' });
      expect(await ask('/a?b=c')).toMatchObject({ status: 200, body: 'the page' });
      const { body } = await put(service, host, [
        { if: { path: '/*' }, then: { redirect: { to: '/:splat' } } },
      ]);
      expect(body.warnings).toEqual([{ rule: 0, warning: expect.stringMatching(/^never acts/) }]);
      expect((await ask('/a')).status).toBe(404);
    },
  },
  {
    source: on('Warnings'),
    statement: 'a circle through another host of the account comes with a warning, and answers 508',
    async check(service) {
      const other = await createRedirect(service, {
        match_path: '/b*',
        destination_url: 'https://dest.example',
      });
      const to = `https://${other.source_host}/b`;
      const { host, ask } = await withRules(service, [{ then: { redirect: { to } } }]);
      const back = { destination_url: `https://${host}` };
      await service.api(`${service.redirects}/${other.uuid}`, { method: 'PUT', json: back });
      const { body } = await put(service, host, [{ then: { redirect: { to } } }]);
      expect(body.warnings).toEqual([{ rule: 0, warning: expect.stringMatching(/^leads in a circle/) }]);
      expect((await ask('/a')).status).toBe(508);
    },
  },
  {
    source: on('Order'),
    statement: 'the first rule that holds and answers is the one; then the redirect of the host follows',
    async check(service) {
      const { host, ask } = await withRules(service, [
        { active: false, ...block },
        { then: { set_headers: { response: { 'X-Seen': 'yes' } } } },
        { if: { path: '/a' }, ...says('first') },
        { if: { path: '/a' }, ...says('second') },
      ]);
      const json = { source_host: host, destination_url: 'https://dest.example' };
      expect((await service.api(service.redirects, { json })).status).toBe(201);
      expect(await ask('/a')).toMatchObject({ body: 'first', headers: { 'x-seen': 'yes' } });
      expect(await ask('/b')).toMatchObject({ status: 301, location: 'https://dest.example/b' });
    },
  },
  condition(
    'a path without a pattern is exact, but for one slash at its end',
    { path: '/a/b' },
    ['/a/b/'],
    ['/a/b//'],
    'Paths',
  ),
  condition('a trailing * includes the path before it', { path: '/a/*' }, ['/a'], ['/ab'], 'Paths'),
  condition('a placeholder is one segment', { path: '/:a/:b' }, ['/x/y'], ['/x/y/z'], 'Paths'),
  condition(
    'paths are compared in their normal form',
    { path: '/~ü' },
    ['/%7e%c3%bc'],
    ['/~%c3%9c'],
    'Paths',
  ),
  condition(
    'nothing but the normal form is decoded or joined',
    { path: '/a/b' },
    ['/a/b'],
    ['/a%2fb'],
    'Paths',
  ),
  {
    source: on('Paths'),
    statement: 'what is kept away is kept away in other spellings, and no earlier rule lets it pass in one',
    async check(service) {
      const open = { if: { path: '/public/*' }, ...says('public') };
      const { ask } = await withRules(service, [open, { if: { path: '/*' }, ...block }]);
      expect((await ask('/public/a%20b')).body).toBe('public');
      for (const path of ['/public/..%2fadmin', '/public/%2e%2e/admin', '//public/..;/admin'])
        expect(`${path} ${(await ask(path)).status}`).toBe(`${path} 403`);
    },
  },
  {
    source: on('What a list may cost'),
    statement: 'a list that costs a request too much is refused, with the rule at which it does',
    codes: ['rules_too_expensive'],
    async check(service) {
      const { host, ask } = await withRules(service, [block]);
      const query = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, true]));
      const list = Array.from({ length: 5_000 }, () => ({ if: { query }, ...says('x') }));
      expectError(
        await put(service, host, list),
        400,
        'rules_too_expensive',
        'rules[',
        'makes the list too expensive',
      );
      expect((await ask('/')).status).toBe(403);
      const long = list.map((_, index) => ({ if: { query: { id: String(index) } }, then: says('x').then }));
      expect((await put(service, host, long)).status).toBe(200);
      expect((await ask('/?id=4999')).body).toBe('x');
    },
  },
  condition('methods', { methods: ['POST'] }, ['/', {}, 'POST'], ['/']),
  condition(
    'query, by value and by presence',
    { query: { ref: 'mail', id: true } },
    ['/?id=7&ref=mail'],
    ['/?ref=mail'],
  ),
  condition(
    'languages, by quality',
    { languages: ['de'] },
    ['/', { 'accept-language': 'en;q=0.8,de-AT' }],
    ['/', { 'accept-language': 'en,de;q=0.8' }],
  ),
  condition(
    'devices',
    { devices: ['mobile'] },
    ['/', { 'user-agent': phone }],
    ['/', { 'user-agent': chrome }],
  ),
  condition(
    'systems',
    { systems: ['ios', 'ipad-os'] },
    ['/', { 'user-agent': phone }],
    ['/', { 'user-agent': chrome }],
  ),
  condition(
    'browsers',
    { browsers: ['chrome'] },
    ['/', { 'user-agent': chrome }],
    ['/', { 'user-agent': phone }],
  ),
  {
    source: on('Conditions'),
    statement: 'systems and browsers are slugs of the report devices',
    async check(service) {
      for (const [wanted, place] of [
        [{ systems: ['ios', 'macOS'] }, 'rules[0].if.systems[1] is "macOS"'],
        [{ browsers: ['Chrome'] }, 'rules[0].if.browsers[0] is "Chrome"'],
        [{ browsers: 'chrome' }, 'rules[0].if.browsers is "chrome"'],
      ] as const) {
        const refused = await put(service, newHost(), [{ if: wanted, ...says('x') }]);
        expect(refused.status).toBe(400);
        expect(refused.body).toMatchObject({
          error_code: 'rules_invalid',
          error: expect.stringContaining(place),
        });
      }
    },
  },
  condition(
    'bots, by class',
    { bots: ['ai'] },
    ['/', { 'user-agent': crawler }],
    ['/', { 'user-agent': chrome }],
  ),
  condition(
    'verified: false, for a crawler from an address that its operator does not publish',
    { verified: false },
    ['/', { 'user-agent': crawler }],
    ['/', { 'user-agent': chrome }],
  ),
  {
    source: on('Conditions'),
    statement: 'verified is true or false; true holds for no crawler from elsewhere, and for no person',
    codes: ['rules_invalid'],
    async check(service) {
      const { ask } = await withRules(service, [{ if: { bots: ['ai'], verified: true }, ...block }]);
      for (const agent of [crawler, chrome])
        expect((await ask('/', { 'user-agent': agent })).status).toBe(404);
      const refused = await put(service, newHost(), [{ if: { verified: 'yes' }, ...block }]);
      expectError(refused, 400, 'rules_invalid', 'rules[0].if.verified is "yes"; allowed: true, false');
    },
  },
  {
    source: on('Conditions'),
    statement: 'addresses, countries, times and shares',
    async check(service) {
      const { ask } = await withRules(service, [
        { if: { addresses: ['203.0.113.0/24'] }, ...says('address') },
        { if: { countries: ['DE'] }, ...says('country') },
        { if: { starts_at: later }, ...says('too early') },
        { if: { ends_at: '2025-01-01T00:00:00+01:00' }, ...says('too late') },
        { if: { share: 0 }, ...says('share') },
        {
          if: { addresses: ['127.0.0.1'], starts_at: '2025-01-01T00:00:00Z', ends_at: later, share: 100 },
          ...says('here'),
        },
      ]);
      expect((await ask('/')).body).toBe('here');
    },
  },
  {
    source: on('Redirect'),
    statement: 'the Location has placeholders and the query; the origin is that of to',
    async check(service) {
      const to = {
        if: { path: '/a/:x/*' },
        then: { redirect: { to: 'https://b.example/:splat?x=:x', status: 308 } },
      };
      const { ask } = await withRules(service, [to]);
      expect(await ask('/a/1/2/3?y=4', {}, 'POST')).toMatchObject({
        status: 308,
        location: 'https://b.example/2/3?x=1&y=4',
        headers: { 'cache-control': 'private, no-store' },
      });
    },
  },
  {
    source: on('Challenge'),
    statement: 'a browser that answers is let in, other programs are not',
    async check(service) {
      const { ask } = await withRules(service, [{ then: { challenge: {} } }, says('let in')]);
      const html = { accept: 'text/html' };
      const puzzle = await ask('/', html);
      expect(puzzle).toMatchObject({ status: 403, headers: { 'cache-control': 'private, no-store' } });
      const other = await ask('/', { accept: '*/*' });
      expect(other.status).toBe(403);
      expect(JSON.parse(other.body)).toMatchObject({ error_code: 'challenge_required' });
      expect((await ask('/robots.txt')).body).toBe('let in');
      const [, token = '', text = '', bits = ''] =
        /data-token="([^"]+)" data-text="([^"]+)" data-bits="([0-9]+)"/.exec(puzzle.body) ?? [];
      const answers = `/.nameplate/challenge?token=${token}&answer=`;
      expect((await ask(`${answers}999999999999`, {}, 'POST')).status).toBe(403);
      let answer = 0;
      const first = (tried: number): number =>
        createHash('sha256').update(`${text}${tried}`).digest().readUInt32BE(0);
      while (first(answer) >>> (32 - Number(bits)) > 0) answer++;
      const solved = await ask(`${answers}${answer}`, {}, 'POST');
      expect(solved.status).toBe(204);
      const [cookie = ''] = String(solved.headers['set-cookie']).split(';');
      expect((await ask('/', { ...html, cookie })).body).toBe('let in');
      expect((await ask('/', { cookie }, 'POST')).body).toBe('let in');
      expect((await ask('/', { ...html, cookie: `${cookie}A` })).status).toBe(403);
    },
  },
  {
    source: on('Proxy'),
    statement: 'an upstream that may not be reached answers 502',
    async check(service) {
      const json = { host: '93.184.216.34' };
      const { body } = await service.api(`/api/v1/accounts/${service.accountUuid}/upstreams`, { json });
      const { uuid } = body;
      // The API refuses such an address, and a name would take however long the machine's resolver does.
      await withStore(service, ({ database }) =>
        database.queries
          .updateTable('upstreams')
          .set({ host: '10.1.2.3' })
          .where('uuid', '=', uuid)
          .execute(),
      );
      const { ask } = await withRules(service, [{ then: { proxy: { upstream_uuid: uuid } } }]);
      expect((await ask('/')).status).toBe(502);
    },
  },
  {
    source: on('Respond'),
    statement: 'status, type and body are those of the rule',
    async check(service) {
      const respond = { status: 418, content_type: 'text/html', body: '<p>tea</p>' };
      const { ask } = await withRules(service, [{ then: { respond } }]);
      expect(await ask('/')).toMatchObject({
        status: 418,
        body: '<p>tea</p>',
        headers: { 'content-type': 'text/html' },
      });
    },
  },
  {
    source: on('Block'),
    statement: 'answers 403',
    check: async (service) => expect((await (await withRules(service, [block])).ask('/')).status).toBe(403),
  },
  {
    source: on('Basic auth'),
    statement: 'asks for a password, lets in who has it, and never shows it',
    async check(service) {
      const users = [{ name: 'ann', password: 'correct horse' }];
      const rules = [{ then: { basic_auth: { realm: 'Staff', users } } }, says('in')];
      const { ask, answer } = await withRules(service, rules);
      expect(JSON.stringify(answer.body)).not.toMatch(/horse|scrypt/);
      expect(await ask('/')).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': 'Basic realm="Staff", charset="UTF-8"' },
      });
      const login = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
      expect((await ask('/', login('ann:wrong'))).status).toBe(401);
      expect((await ask('/', login('ann:correct horse'))).body).toBe('in');
    },
  },
  {
    source: on('Rate limit'),
    statement: 'above the limit answers 429 with Retry-After',
    async check(service) {
      const { ask } = await withRules(service, [
        { then: { rate_limit: { requests: 1, seconds: 86_400 } } },
        says('in'),
      ]);
      let refused: EdgeAnswer | undefined;
      await expect.poll(async () => (refused = await ask('/')).status).toBe(429);
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    },
  },
  {
    source: on('Set headers'),
    statement: 'fields of responses are set and removed, whatever answers',
    async check(service) {
      const response = { 'X-Frame-Options': 'DENY', 'Cache-Control': null };
      const { ask } = await withRules(service, [{ then: { set_headers: { response } } }]);
      const { status, headers } = await ask('/');
      expect([status, headers['x-frame-options'], headers['cache-control']]).toEqual([
        404,
        'DENY',
        undefined,
      ]);
    },
  },
  {
    source: on('Pass'),
    statement: 'ends the list',
    async check(service) {
      const { ask } = await withRules(service, [{ if: { path: '/a' }, then: { pass: {} } }, block]);
      expect([(await ask('/a')).status, (await ask('/b')).status]).toEqual([404, 403]);
    },
  },
];

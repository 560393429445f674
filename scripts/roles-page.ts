/**
 * docs/reference/roles.md: what each route answers each caller, found by asking the API itself. Every operation of the
 * OpenAPI document is asked for with the resources of one account, and with a body that no operation takes, so that
 * nothing but deletions changes anything. Source: docs/reference/people.md ("Roles").
 */

import type { FastifyInstance } from 'fastify';
import { csrfTokenOf } from '../src/api/sessions/csrf.ts';
import { ControlStore } from '../src/control/store.ts';
import { systemClock } from '../src/core/clock.ts';
import { type Role, roles } from '../src/core/role.ts';
import type { TokenDomains } from '../src/core/token-domains.ts';
import { AccessTokens } from '../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../src/features/accounts/account-store.ts';
import { Annotations } from '../src/features/annotations/annotation-store.ts';
import { CustomDomains } from '../src/features/custom-domains/custom-domain-store.ts';
import { Destinations } from '../src/features/exports/destination-store.ts';
import { Exports } from '../src/features/exports/export-store.ts';
import { Schedules } from '../src/features/exports/schedule-store.ts';
import { savedFunnels } from '../src/features/funnels/saved-funnel.ts';
import { goals } from '../src/features/goals/feature.ts';
import { Invitations } from '../src/features/people/invitation-store.ts';
import { Memberships } from '../src/features/people/membership-store.ts';
import { Users } from '../src/features/people/user-store.ts';
import { Redirects } from '../src/features/redirects/redirect-store.ts';
import { savedViews } from '../src/features/saved-views/feature.ts';
import { SearchTerms } from '../src/features/search-terms/search-term-store.ts';
import { segments } from '../src/features/segments/feature.ts';
import { UserSessions } from '../src/features/sessions/user-session-store.ts';
import { SigningKeys } from '../src/features/signing-keys/signing-key-store.ts';
import { subscriptionResource } from '../src/features/subscriptions/subscription.ts';
import { Subscriptions } from '../src/features/subscriptions/subscription-store.ts';
import { Upstreams } from '../src/features/upstreams/upstream-store.ts';
import { CollectionStore } from '../src/kernel/collection-store.ts';
import type { TokenScope } from '../src/resources/access-token.ts';
import { customDomainResource } from '../src/resources/custom-domain.ts';
import { redirectResource } from '../src/resources/redirect.ts';
import { upstreamResource } from '../src/resources/upstream.ts';
import { newSecretKey } from '../src/secrets/secret-key.ts';
import { signToken } from '../test/support/signed-token.ts';
import { makeDocumentApi } from './openapi-document.ts';

/** Columns of the table. */
export const callers = [
  ...roles,
  'write token',
  'read token',
  'analytics token',
  'narrow token',
  'signed token',
  'stranger',
  'nobody',
] as const;
export type CallerName = (typeof callers)[number];

export type RouteRow = {
  /** `GET /api/v1/me`. */
  readonly operation: string;
  readonly answers: Readonly<Record<CallerName, string>>;
};

/** Users with no password: they are signed in without one. */
const passwordHash = 'scrypt$2$8$1$AAAA$AAAA';
const unknownUuid = '01890000-0000-7000-8000-000000000000';

type World = {
  readonly parameters: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<CallerName, Record<string, string>>>;
};

export async function renderRoles(): Promise<string> {
  const rows = (await askAll()).map(
    ({ operation, answers }) => `| \`${operation}\` | ${callers.map((name) => answers[name]).join(' | ')} |`,
  );
  return `Generated answers of the API itself: ✓ is let in; a number is the status of the refusal. *Analytics token* has the scope
\`analytics\` for all custom domains, *narrow token* for another domain than the one that is asked about, *signed token* is for the
external id of the domain that is asked about. *Stranger* is the owner of another account, *nobody* sends neither a token nor a
cookie. [people.md](people.md#roles) says what the roles are for, [signed-tokens.md](signed-tokens.md) what these tokens read.

| Route | ${callers.join(' | ')} |
|---|${callers.map(() => '---').join('|')}|
${rows.join('\n')}
`;
}

/** Asks for every operation as every caller. */
export async function askAll(): Promise<RouteRow[]> {
  const secretKey = { kind: 'given', keys: newSecretKey() } as const;
  await using store = await ControlStore.open({ kind: 'sqlite', path: ':memory:' }, systemClock, secretKey);
  await store.secretKeys.prepare();
  const api = await makeDocumentApi(store);
  const document: { paths: Record<string, Record<string, unknown>> } = JSON.parse(
    (await api.inject('/openapi.json')).body,
  );
  const rows: RouteRow[] = [];
  let world = await makeWorld(store);
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of Object.keys(methods)) {
      const answers: [CallerName, string][] = [];
      for (const caller of callers) {
        answers.push([caller, await ask(api, world, method.toUpperCase(), path, caller)]);
        if (method === 'delete') world = await makeWorld(store);
      }
      // One for each caller, which is what the type says.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const byCaller = Object.fromEntries(answers) as RouteRow['answers'];
      rows.push({ operation: `${method.toUpperCase()} ${path}`, answers: byCaller });
    }
  }
  await api.close();
  return rows;
}

async function ask(
  api: FastifyInstance,
  { parameters, fields }: World,
  method: string,
  path: string,
  caller: CallerName,
): Promise<string> {
  const url = path
    .replace('redirects/{uuid}', 'redirects/{redirect_uuid}')
    .replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? unknownUuid);
  const hasBody = method === 'POST' || method === 'PUT';
  const answer = await api.inject({
    method: method === 'POST' ? 'POST' : method === 'PUT' ? 'PUT' : method === 'DELETE' ? 'DELETE' : 'GET',
    url,
    headers: { ...fields[caller], ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { payload: '{"no_such_attribute":1}' } : {}),
  });
  const { status, code } = { status: answer.statusCode, code: errorCodeOf(answer.body) };
  // What the world has none of, such as a session with this id, is looked for only by those who are let in.
  const isHidden = code === 'not_found' && !answer.body.includes(unknownUuid);
  if (status >= 500) throw new Error(`${method} ${path} as ${caller}: ${answer.body}`);
  return status === 401 || code === 'forbidden' || isHidden ? String(status) : '✓';
}

function errorCodeOf(body: string): unknown {
  try {
    const { error_code: code }: { error_code?: unknown } = JSON.parse(body);
    return code;
  } catch {
    return undefined;
  }
}

let worlds = 0;

/** An account with one of everything, and with all callers. */
async function makeWorld(store: ControlStore): Promise<World> {
  worlds += 1;
  const host = `host${worlds}.example.com`;
  const { uuid: accountUuid } = await new Accounts(store).create('Acme');
  const { uuid: otherUuid } = await new Accounts(store).create('Other');
  const signIn = async (name: string, account: string, role: Role) => {
    const email = `${name}${worlds}@example.com`;
    const user = await new Users(store).create({ email, name, passwordHash });
    await new Memberships(store).add(account, user.uuid, role);
    const begun = await new UserSessions(store).create(user.uuid, { userAgent: '', network: '' });
    const secret = begun?.secret ?? '';
    const browser = { cookie: `nameplate_session=${secret}`, 'x-csrf-token': csrfTokenOf(secret) };
    return { user, browser, sessionUuid: begun?.session.uuid ?? '' };
  };
  const owner = await signIn('owner', accountUuid, 'owner');
  const admin = await signIn('admin', accountUuid, 'admin');
  const viewer = await signIn('viewer', accountUuid, 'viewer');
  const stranger = await signIn('stranger', otherUuid, 'owner');
  const member = await signIn('member', accountUuid, 'viewer');
  const newToken = (scope: TokenScope, set: Partial<TokenDomains> = {}) =>
    new AccessTokens(store).create({ accountUuid, name: scope, scope, expiresAt: null, ...set });
  const [write, read, spare] = [await newToken('write'), await newToken('read'), await newToken('read')];
  const { invitation } = await new Invitations(store).create(
    accountUuid,
    `new${worlds}@example.com`,
    'viewer',
  );
  const segment = await new CollectionStore(segments, store).create(accountUuid, { name: 'x', filters: [] });
  const view = await new CollectionStore(savedViews, store).create(accountUuid, {
    name: 'x',
    queryString: '',
  });
  const redirect = await new Redirects(store).create(accountUuid, {
    ...redirectResource.defaults,
    sourceHost: `go.${host}`,
    destinationUrl: 'https://example.net',
  });
  const upstream = await new Upstreams(store).create(accountUuid, {
    ...upstreamResource.defaults,
    host: 'upstream.example.net',
    authToken: undefined,
  });
  const createDomain = (name: string, externalId: string) =>
    new CustomDomains(store).create(accountUuid, upstream.uuid, {
      ...customDomainResource.defaults,
      host: name,
      externalId,
    });
  const domain = await createDomain(host, 'asked');
  const otherDomain = await createDomain(`other.${host}`, 'other');
  const [analytics, narrow] = [
    await newToken('analytics'),
    await newToken('analytics', { customDomainUuids: [otherDomain?.uuid ?? ''] }),
  ];
  const { key, secret: signingSecret } = await new SigningKeys(store).createWithSecret(accountUuid, 'x');
  const exp = systemClock.now() / 1_000 + 3_600;
  const signed = signToken(signingSecret, { iss: key.uuid, exp, external_id: 'asked' });
  const goal = await new CollectionStore(goals, store).create(domain?.uuid ?? '', {
    displayName: 'Order',
    eventName: 'Order',
    pagePath: null,
  });
  const funnel = await new CollectionStore(savedFunnels, store).create(domain?.uuid ?? '', {
    name: 'x',
    steps: [{ page: '/' }, { page: '/thanks' }],
    scope: 'visit',
  });
  const searchTerms = await new SearchTerms(store).replace(
    domain?.uuid ?? '',
    { from: '2026-10-01', to: '2026-10-31' },
    [],
  );
  const subscription = await new Subscriptions(store).subscribe(accountUuid, {
    ...subscriptionResource.defaults,
    email: 'ops@example.com',
    what: 'report',
    frequency: 'weekly',
    customDomainUuid: null,
    externalId: null,
  });
  const destination = await new Destinations(store).add(accountUuid, {
    bucket: 'exports',
    prefix: '',
    region: 'eu-central-1',
    endpoint: null,
    credentials: { access_key_id: 'AKIA', secret_access_key: 'x' },
  });
  const exported = { what: 'requests', customDomainUuid: null, format: 'csv' } as const;
  const schedule = await new Schedules(store).add(accountUuid, {
    ...exported,
    destinationUuid: destination?.uuid ?? '',
  });
  const day = '2026-10-31';
  const file = await new Exports(store).order(accountUuid, {
    ...exported,
    from: day,
    to: day,
    destinationUuid: null,
  });
  // Its file is on another machine, of which only those hear who are let in.
  await store.database.transaction((trx) =>
    trx
      .updateTable('exports')
      .set({ state: 'done', bytes: 1, expires_at: systemClock.now() + 3_600_000 })
      .where('uuid', '=', file?.uuid ?? '')
      .execute(),
  );
  const note = domain && (await new Annotations(store).create(domain, { at: 0, text: 'Note' }));
  return {
    parameters: {
      account_uuid: accountUuid,
      host,
      user_uuid: member.user.uuid,
      invitation_uuid: invitation.uuid,
      segment_uuid: segment?.uuid ?? '',
      view_uuid: view?.uuid ?? '',
      redirect_uuid: redirect.uuid,
      access_token_uuid: spare.token.uuid,
      signing_key_uuid: key.uuid,
      upstream_uuid: upstream.uuid,
      custom_domain_uuid: domain?.uuid ?? '',
      uuid: domain?.uuid ?? '',
      goal_uuid: goal?.uuid ?? '',
      funnel_uuid: funnel?.uuid ?? '',
      import_uuid: searchTerms?.uuid ?? '',
      subscription_uuid: subscription?.uuid ?? '',
      annotation_uuid: note?.uuid ?? '',
      export_uuid: file?.uuid ?? '',
      export_destination_uuid: destination?.uuid ?? '',
      export_schedule_uuid: schedule?.uuid ?? '',
    },
    fields: {
      owner: owner.browser,
      admin: admin.browser,
      viewer: viewer.browser,
      stranger: stranger.browser,
      'write token': { authorization: `Bearer ${write.secret}` },
      'read token': { authorization: `Bearer ${read.secret}` },
      'analytics token': { authorization: `Bearer ${analytics.secret}` },
      'narrow token': { authorization: `Bearer ${narrow.secret}` },
      'signed token': { authorization: `Bearer ${signed}` },
      nobody: {},
    },
  };
}

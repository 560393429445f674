/** Every kind of change that the audit trail has is undone exactly, or said to have no way back. Source: docs/reference/versions.md ("Undo"). */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type AuditAction,
  type AuditedKind,
  auditActions,
  auditedKinds,
  whyLost,
} from '../../../src/core/audit.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { Findings } from '../../../src/features/attention/findings.ts';
import { type ApiResponse, type ApiServer, startApi } from '../../support/api-server.ts';
import { makeCertificate } from '../../support/certificate-maker.ts';
import { onEachControlStore } from '../../support/control-stores.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a kind's resource is changed by over the API, and where it is read. */
type Steps = {
  /** Answers where it is, below the account, if it is the creation that says so. */
  readonly create?: () => Promise<string | undefined>;
  readonly update?: (path: string) => Promise<unknown>;
  readonly delete?: (path: string) => Promise<unknown>;
  readonly read: (path: string) => Promise<ApiResponse>;
};

onEachControlStore('undo', (newLocation) => {
  let api: ApiServer;
  let base: string;
  let upstream: string;
  let domain: { readonly uuid: string; readonly path: string };

  const ask = (method: string, path: string, json?: unknown): Promise<ApiResponse> =>
    api.ask(path, {
      method,
      ...(json !== undefined && { json }),
      headers: { authorization: `Bearer ${api.token}` },
    });
  const done = async (method: string, path: string, json?: unknown) => {
    const { status, body } = await ask(method, path, json);
    expect(JSON.stringify({ method, path, status, body })).toMatch(/"status":20[01]/);
    return body;
  };
  const get = (path: string) => ask('GET', path);
  const createdAt = (collection: string, json: object) => async () =>
    `${collection}/${(await done('POST', collection, json)).uuid}`;
  const plain = (collection: () => string, json: object, change?: object): Steps => ({
    create: () => createdAt(collection(), json)(),
    ...(change && { update: (path) => done('PUT', path, change) }),
    delete: (path) => done('DELETE', path),
    read: get,
  });

  beforeEach(async () => {
    api = await startApi({
      location: await newLocation('tables'),
      origin: 'https://nameplate.example.com',
      mailer: { send: () => Promise.resolve() },
    });
    base = `/api/v1/accounts/${api.accountUuid}`;
    upstream = `${base}/upstreams/${(await done('POST', `${base}/upstreams`, { host: '203.0.113.7' })).uuid}`;
    const { uuid } = await done('POST', `${upstream}/custom_domains`, { host: 'shop.example.com' });
    domain = { uuid, path: `${upstream}/custom_domains/${uuid}` };
    await done('PUT', `${base}/brand`, { name: 'Acme' });
  });

  const measured = () => `/api/v1/analytics/custom_domains/${domain.uuid}`;
  const page = () => `${domain.path}/error_pages/503`;
  const html = (text: string) => ({ html: `<!doctype html><title>${text}</title>` });

  const steps: Readonly<Record<AuditedKind, Steps | 'nothing'>> = {
    redirect: plain(
      () => `${base}/redirects`,
      { source_host: 'a.example.com', destination_url: 'https://one.example' },
      { destination_url: 'https://two.example', note: 'moved' },
    ),
    host_rules: {
      create: async () => void (await done('PUT', rules(), { rules: [blocked('/a')] })),
      update: () => done('PUT', rules(), { rules: [blocked('/b')] }),
      delete: () => done('PUT', rules(), { rules: [] }),
      read: () => get(rules()),
    },
    custom_domain: plain(
      () => `${upstream}/custom_domains`,
      { host: 'b.example.com' },
      { external_id: 'b-1' },
    ),
    upstream: plain(() => `${base}/upstreams`, { host: '203.0.113.8' }, { maintenance: true }),
    error_page: {
      create: async () => void (await done('PUT', page(), html('one'))),
      update: () => done('PUT', page(), html('two')),
      delete: () => done('DELETE', page()),
      read: () => get(page()),
    },
    custom_certificate: {
      create: async () => {
        const { pem, keyPem } = makeCertificate({ sans: ['shop.example.com'] });
        const { uuid } = await done('POST', `${base}/custom_certificates`, {
          certificate: pem,
          private_key: keyPem,
        });
        return `${base}/custom_certificates/${uuid}`;
      },
      delete: (path) => done('DELETE', path),
      read: get,
    },
    automatic_certificate: 'nothing',
    plan: 'nothing',
    export: 'nothing',
    export_destination: 'nothing',
    export_schedule: 'nothing',
    access_token: plain(() => `${base}/access_tokens`, { name: 'one', scope: 'read' }),
    signing_key: plain(() => `${base}/signing_keys`, { name: 'one' }),
    connect_link: {
      create: createdLink,
      delete: (path) => done('DELETE', path),
      read: (path) => get(path.replace(/\/[^/]*$/, '')),
    },
    webhook_endpoint: plain(
      () => `${base}/webhook_endpoints`,
      { url: 'https://203.0.113.9/hooks', events: ['redirect.created'] },
      { url: 'https://203.0.113.9/other', active: false },
    ),
    brand: {
      update: () => done('PUT', `${base}/brand`, { name: 'Other', color: '#112233', logo }),
      read: () => get(`${base}/brand`),
    },
    settings: {
      update: () => done('PUT', `${base}/settings`, { allowed_origins: ['https://app.example.com'] }),
      read: () => get(`${base}/settings`),
    },
    goal: plain(() => `${measured()}/goals`, { page_path: '/thanks*', display_name: 'Sale' }),
    segment: plain(
      () => '/api/v1/analytics/segments',
      { name: 'Phones', filters: [['is', 'visit:device', ['Mobile']]] },
      { filters: [['is', 'visit:device', ['Desktop']]] },
    ),
    saved_view: plain(
      () => '/api/v1/analytics/views',
      { name: 'Phones', query_string: 'period=90d' },
      { query_string: 'period=7d' },
    ),
    saved_funnel: plain(
      () => `${measured()}/funnels`,
      { name: 'Checkout', steps: [{ page: '/a' }, { event: 'Order' }] },
      { steps: [{ page: '/b' }, { event: 'Order' }], scope: 'range' },
    ),
    search_term_import: {
      create: () => imported('a,5,10'),
      update: () => imported('b,6,12'),
      delete: (path) => done('DELETE', path),
      read: get,
    },
    annotation: plain(() => `${base}/custom_domains/${domain.uuid}/annotations`, {
      text: 'Newsletter sent',
      at: '2026-11-01T10:00:00+00:00',
    }),
    subscription: plain(
      () => `${base}/subscriptions`,
      { email: 'ops@example.com', what: 'report', custom_domain_uuid: null, external_id: 'c-1' },
      { frequency: 'monthly', time_zone: 'Europe/Berlin' },
    ),
    finding: {
      update: async () => {
        const path = `${base}/findings/${await openFinding()}/mute`;
        await done('POST', path, { until: new Date(api.clock.time + 86_400_000).toISOString() });
      },
      read: () => get(`${base}/findings?state=open`),
    },
    account: 'nothing',
    member: 'nothing',
    invitation: 'nothing',
    user: 'nothing',
  };

  const logo =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const rules = () => `${base}/hosts/rules.example.com/rules`;
  const blocked = (path: string) => ({ if: { path }, then: { block: {} } });
  async function createdLink(): Promise<string> {
    return `${domain.path}/connect_links/${(await done('POST', `${domain.path}/connect_links`, {})).uuid}`;
  }
  async function imported(line: string): Promise<string> {
    const path = `${measured()}/search_term_imports`;
    const csv = `Top queries,Clicks,Impressions,CTR,Position\n${line},50%,1.5\n`;
    return `${path}/${(await done('POST', path, { from: '2026-08-01', to: '2026-08-31', csv })).uuid}`;
  }
  async function openFinding(): Promise<string> {
    const subject = { type: 'custom_domain', uuid: domain.uuid, host: 'shop.example.com' } as const;
    const seen = { state: 'bad', causeCode: 'records_missing', evidence: {} } as const;
    const accountUuid = api.accountUuid;
    await new Findings(api.store).observe([{ accountUuid, kind: 'dns_lost', subject, seen }]);
    return (await done('GET', `${base}/findings`)).data[0].uuid;
  }

  const lastEvent = async (resource: AuditedKind): Promise<Json> =>
    (await done('GET', `${base}/audit_events?per_page=1&resource=${resource}`)).data[0];
  const undo = async (event: Json): Promise<ApiResponse> => {
    api.clock.time += 1_000;
    return ask('POST', `${base}/audit_events/${String(event['uuid'])}/undo`);
  };
  /** What there is, without what every write gives anew. */
  const state = async ({ read }: Steps, path: string): Promise<unknown> => {
    const { status, body } = await read(path);
    if (status === 404) return 'nothing';
    const timeless = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (name, each: unknown) =>
          ['created_at', 'updated_at', 'version', 'auth_token', 'dns', 'verdict', 'ready'].includes(name)
            ? undefined
            : each,
        ),
      );
    return timeless(body);
  };
  const refused = (status: number, code: string) => ({ status, body: { error_code: code } });

  const kinds = auditedKinds.flatMap((kind) => {
    const of = steps[kind];
    return of === 'nothing' ? [] : [{ kind, of }];
  });

  describe.each(kinds)('$kind', ({ kind, of }) => {
    const { create, update, delete: remove } = of;
    /** Undoes the last change: what there is then is what was before it, or what was after it where there is no way back. */
    const undone = async (action: AuditAction, path: string, before: unknown): Promise<void> => {
      const event = await lastEvent(kind);
      expect(event).toMatchObject({ action, resource: kind });
      const after = await state(of, path);
      const answer = await undo(event);
      const why = whyLost(kind, action);
      if (why !== undefined) {
        expect(answer).toMatchObject(refused(400, 'undo_unsupported'));
        expect(answer.body.error).toContain(why);
        expect(await state(of, path)).toEqual(after);
        return;
      }
      expect(answer.body).toMatchObject({ resource: kind, resource_uuid: event['resource_uuid'] });
      expect(answer.status).toBe(200);
      expect(await state(of, path)).toEqual(before);
      expect(await undo(event)).toMatchObject(refused(409, 'changed_since'));
      // The undo is a change, too.
      const again = await undo(answer.body);
      if (whyLost(kind, answer.body.action) === undefined) {
        expect(again).toMatchObject({ status: 200 });
        expect(await state(of, path)).toEqual(after);
        expect(await undo(again.body)).toMatchObject({ status: 200 });
        expect(await state(of, path)).toEqual(before);
      } else expect(again).toMatchObject(refused(400, 'undo_unsupported'));
    };

    test('is undone, or has no way back', async () => {
      if (kind === 'finding') await openFinding();
      if (create) {
        const before = await state(of, '/');
        const path = (await create()) ?? '/';
        await undone('created', path, path === '/' ? before : kind === 'connect_link' ? [] : 'nothing');
      }
      const path = (await create?.()) ?? '/';
      const before = await state(of, path);
      if (update) {
        await update(path);
        await undone('updated', path, before);
      }
      if (remove) {
        const last = await state(of, path);
        await remove(path);
        await undone('deleted', path, last);
      }
    });
  });

  test('what was touched since is left, even there and back; what belonged to something that is gone, too', async () => {
    const path = '/api/v1/analytics/segments';
    const filters = [['is', 'visit:device', ['Mobile']]];
    const { uuid } = await done('POST', path, { name: 'one', filters });
    await done('PUT', `${path}/${uuid}`, { name: 'two' });
    const event = await lastEvent('segment');
    await done('PUT', `${path}/${uuid}`, { filters: [['is', 'visit:device', ['Desktop']]] });
    await done('PUT', `${path}/${uuid}`, { name: 'three' });
    await done('PUT', `${path}/${uuid}`, { name: 'two' });
    expect(await undo(event)).toMatchObject(refused(409, 'changed_since'));

    for (const kind of ['goal', 'annotation', 'error_page'] as const) {
      const of = steps[kind];
      if (of === 'nothing') continue;
      const made = (await of.create?.()) ?? '/';
      await of.delete?.(made);
    }
    const gone = await Promise.all((['goal', 'annotation', 'error_page'] as const).map(lastEvent));
    await done('DELETE', domain.path);
    for (const deletion of gone) expect(await undo(deletion)).toMatchObject(refused(409, 'changed_since'));
  });

  test('an error page that was set again since keeps its place', async () => {
    await done('PUT', page(), html('one'));
    await done('DELETE', page());
    const deletion = await lastEvent('error_page');
    await done('PUT', page(), html('two'));
    expect(await undo(deletion)).toMatchObject(refused(409, 'changed_since'));
    expect((await get(page())).body).toMatchObject(html('two'));
  });

  test('an endpoint that is created again has another secret', async () => {
    const path = `${base}/webhook_endpoints`;
    const { uuid, secret } = await done('POST', path, { url: 'https://203.0.113.9/hooks', events: [] });
    await done('DELETE', `${path}/${uuid}`);
    expect(await undo(await lastEvent('webhook_endpoint'))).toMatchObject({ status: 200 });
    const rotated = await done('POST', `${path}/${uuid}/secret`);
    expect(rotated).toMatchObject({ uuid, secret: expect.stringMatching(/^whsec_/) });
    expect(rotated.secret).not.toBe(secret);
  });

  test.each(auditedKinds.filter((kind) => steps[kind] === 'nothing'))('%s has no way back', async (kind) => {
    for (const action of auditActions) {
      const uuid = newUuid();
      await api.store.database.queries
        .insertInto('audit_events')
        .values({
          uuid,
          account_uuid: api.accountUuid,
          created_at: api.clock.time,
          actor_kind: 'token',
          actor_uuid: null,
          actor_name: 'test',
          address: null,
          action,
          resource: kind,
          resource_uuid: newUuid(),
          resource_name: 'x',
          before_values: action === 'created' ? null : '{"name":"a"}',
          after_values: action === 'deleted' ? null : '{"name":"b"}',
        })
        .execute();
      const hidden = kind === 'invitation';
      expect(await undo({ uuid })).toMatchObject(
        hidden ? refused(404, 'not_found') : refused(400, 'undo_unsupported'),
      );
    }
  });
});

/** The typed client, as it is built, against a running service: every operation. Source: docs/reference/client.md. */
import { spawnSync } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { addCustomers, bill } from '../../client/examples/onboard.ts';
import type * as clientModule from '../../client/src/index.ts';
import { operationTable } from '../../client/src/operations.ts';
import type { OperationName } from '../../client/src/request-types.ts';
import { TestAuthority } from '../support/certificates.ts';
import { ComposedService } from '../support/composed-service.ts';
import { loopbackUpstreams } from '../support/domains.ts';
import { tempDir } from '../support/temp-dir.ts';

const unknownUuid = '019a0000-0000-7000-8000-000000000001';
const host = 'shop.example.com';
const range = { from: '2026-01-01', to: '2026-01-31' };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
const operationNames = Object.keys(operationTable) as OperationName[];
let client: typeof clientModule;

beforeAll(async () => {
  const built: string = new URL('../../dist/client/index.js', import.meta.url).href;
  client = await import(built);
});

/** Operations that only people may use, with a session. */
function isForPeople(name: OperationName): boolean {
  const { method, path } = operationTable[name];
  const isWrite: boolean = method !== 'GET';
  return (
    path.includes('/me/') ||
    (path.endsWith('/me') && isWrite) ||
    path.includes('/invitations') ||
    (path.includes('/members') && isWrite)
  );
}

/** For requests that no type could check: their names come from a table. */
function askerOf(asked: clientModule.NameplateClient, name: OperationName) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all operations take and answer objects
  return asked[name] as (request: Readonly<Record<string, unknown>>) => Promise<unknown>;
}

test('every operation answers as its types say', async () => {
  const zone = { NAMEPLATE_DNS_ZONE: 'acme.nameplate.test', NAMEPLATE_DNS_PORT: '0' };
  const edge = { NAMEPLATE_EDGE_HOSTNAME: 'edge.nameplate.test' };
  const service = await ComposedService.start({
    dataDir: await tempDir(),
    env: { ...loopbackUpstreams, ...zone, ...edge },
  });
  onTestFinished(() => service.stop());
  using authority = new TestAuthority();
  const plain = client.createClient({ url: service.apiOrigin, token: service.token, retries: 0 });
  const called = new Set<OperationName>();
  const nameplate = new Proxy(plain, {
    get(target, name: OperationName) {
      if (name in operationTable) called.add(name);
      return target[name];
    },
  });
  const account_uuid = service.accountUuid;

  expect(await nameplate.listAccounts()).toMatchObject([{ uuid: account_uuid }]);
  expect(await nameplate.getMe()).toMatchObject({ account: { uuid: account_uuid } });

  const { token, uuid: access_token_uuid } = await nameplate.createAccessToken({
    account_uuid,
    body: { name: 'reader', scope: 'read', expires_at: null },
  });
  expect((await nameplate.listAccessTokens({ account_uuid })).data.map(({ uuid }) => uuid)).toContain(
    access_token_uuid,
  );
  expect(await nameplate.getAccessToken({ account_uuid, access_token_uuid })).toMatchObject({
    name: 'reader',
  });
  const reader = client.createClient({ url: service.apiOrigin, token });
  await expect(reader.createUpstream({ account_uuid, body: { host: 'a.example' } })).rejects.toMatchObject({
    name: 'NameplateError',
    code: 'forbidden',
    status: 403,
  });
  await nameplate.revokeAccessToken({ account_uuid, access_token_uuid });
  await expect(reader.listAccounts()).rejects.toMatchObject({ code: 'unauthorized' });

  const { uuid: signing_key_uuid } = await nameplate.createSigningKey({
    account_uuid,
    body: { name: 'portal' },
  });
  expect((await nameplate.listSigningKeys({ account_uuid })).data).toHaveLength(1);
  expect(await nameplate.getSigningKey({ account_uuid, signing_key_uuid })).toMatchObject({ name: 'portal' });
  await nameplate.deleteSigningKey({ account_uuid, signing_key_uuid });
  const settings = { allowed_origins: ['https://app.example.com'] };
  expect(await nameplate.updateSettings({ account_uuid, body: settings })).toEqual(settings);
  expect(await nameplate.getSettings({ account_uuid })).toEqual(settings);

  const { uuid: export_destination_uuid } = await nameplate.createExportDestination({
    account_uuid,
    body: {
      bucket: 'acme-analytics',
      credentials: { access_key_id: 'AKIA', secret_access_key: 'x' },
    },
  });
  const bucket = { account_uuid, export_destination_uuid };
  expect((await nameplate.listExportDestinations({ account_uuid })).data).toHaveLength(1);
  expect(await nameplate.updateExportDestination({ ...bucket, body: { prefix: 'np/' } })).toMatchObject({
    prefix: 'np/',
  });
  expect(await nameplate.getExportDestination(bucket)).toMatchObject({ bucket: 'acme-analytics' });
  const { uuid: export_schedule_uuid } = await nameplate.createExportSchedule({
    account_uuid,
    body: { what: 'requests', format: 'parquet', destination_uuid: export_destination_uuid },
  });
  const schedule = { account_uuid, export_schedule_uuid };
  expect((await nameplate.listExportSchedules({ account_uuid })).data).toHaveLength(1);
  expect(await nameplate.getExportSchedule(schedule)).toMatchObject({ late_rows: 0 });
  await nameplate.deleteExportSchedule(schedule);
  await nameplate.deleteExportDestination(bucket);
  const { uuid: export_uuid } = await nameplate.createExport({
    account_uuid,
    body: { what: 'requests', format: 'csv', from: '2026-10-30', to: '2026-10-31' },
  });
  expect((await nameplate.listExports({ account_uuid })).data).toHaveLength(1);
  await expect
    .poll(async () => (await nameplate.getExport({ account_uuid, export_uuid })).state)
    .toBe('done');
  await nameplate.deleteExport({ account_uuid, export_uuid });

  const upstream = await nameplate.createUpstream({
    account_uuid,
    body: { host: '127.0.0.1', port: 9, tls: false },
  });
  const at = { account_uuid, upstream_uuid: upstream.uuid };
  expect(await nameplate.getUpstream(at)).toEqual(upstream);
  expect((await nameplate.getUpstreamHealth(at)).targets).toMatchObject([{ healthy: false }]);
  expect(await nameplate.updateUpstream({ ...at, body: { port: 19 } })).toMatchObject({ port: 19 });
  expect((await nameplate.listUpstreamVersions(at)).data).toMatchObject([{ n: 2 }, { n: 1 }]);
  expect(await nameplate.restoreUpstreamVersion({ ...at, n: 2 })).toMatchObject({ port: 19 });
  expect((await nameplate.listUpstreams({ account_uuid })).records).toHaveLength(1);

  const domain = await nameplate.createCustomDomain({ ...at, body: { host } });
  const one = { ...at, custom_domain_uuid: domain.uuid };
  const { uuid } = domain;
  expect(await nameplate.getCustomDomain(one)).toMatchObject({ uuid, host });
  const versioned = { account_uuid, custom_domain_uuid: uuid };
  expect((await nameplate.listCustomDomainVersions(versioned)).data).toMatchObject([{ n: 1 }]);
  expect(await nameplate.restoreCustomDomainVersion({ ...versioned, n: 1 })).toMatchObject({ uuid });
  expect(await nameplate.getAccountCustomDomain(one)).toMatchObject({ uuid });
  expect((await nameplate.listCustomDomains(at)).data).toHaveLength(1);
  expect((await nameplate.listAccountCustomDomains({ account_uuid })).data).toHaveLength(1);
  expect(await nameplate.updateCustomDomain({ ...one, body: { web_analytics: 'off' } })).toMatchObject({
    web_analytics: 'off',
  });
  // There is no name server to ask, so the answer is as good as a refusal.
  await nameplate
    .verifyDnsRecords(one)
    .catch((error: unknown) => expect(error).toBeInstanceOf(client.NameplateError));

  const batch = { custom_domains: [{ host: 'b1.example.com' }, { host: 'b2.example.com' }] };
  await nameplate.createCustomDomainBatch({ ...at, body: batch });
  const { apiOrigin: url, token: own } = service;
  // Customers would read its name.
  await nameplate.updateBrand({ account_uuid, body: { name: 'Acme' } });
  const customers = [{ id: 'customer-1', plan: 'pro', host: 'b3.example.com' }];
  const pages = await addCustomers(url, own, { account: account_uuid, upstream: upstream.uuid }, customers);
  expect(await (await fetch(pages.get('customer-1') ?? '')).text()).toContain('_acme-challenge.b3');
  for await (const { uuid: made } of nameplate.each.listCustomDomains({ ...at, sort: 'host', per_page: 1 })) {
    if (made !== uuid) await nameplate.deleteCustomDomain({ ...at, custom_domain_uuid: made });
  }
  expect((await nameplate.listUsage({ account_uuid })).data).toContainEqual(
    expect.objectContaining({ custom_domain_uuid: uuid, host, requests: 0, closed: false }),
  );
  expect((await nameplate.listLimits({ account_uuid })).data).toContainEqual(
    expect.objectContaining({ name: 'hosts', used: expect.any(Number), allowed: null }),
  );
  const { data: lines } = await nameplate.listUsageByExternalId({ account_uuid });
  expect(lines).toMatchObject([
    { external_id: '', visitors: 0 },
    { external_id: 'customer-1', custom_domains: 1 },
  ]);
  expect(await bill(url, own, account_uuid, lines[0]?.month ?? '')).toEqual(
    new Map([
      ['', 0],
      ['customer-1', 0],
    ]),
  );
  const link = await nameplate.createConnectLink({ ...one, body: {} });
  expect((await fetch(link.url)).status).toBe(200);
  expect((await nameplate.listConnectLinks(one)).map((open) => open.uuid)).toEqual([link.uuid]);
  await nameplate.revokeConnectLink({ ...one, connect_link_uuid: link.uuid });
  expect(await nameplate.updateBrand({ account_uuid, body: { name: 'Acme' } })).toMatchObject({
    name: 'Acme',
  });
  expect(await nameplate.getBrand({ account_uuid })).toEqual({ name: 'Acme', color: null, logo: null });

  const hook = await nameplate.createWebhookEndpoint({
    account_uuid,
    body: { url: 'https://hooks.example.com/', events: ['custom_domain.ready'] },
  });
  const hooked = { account_uuid, webhook_endpoint_uuid: hook.uuid };
  expect(await nameplate.getWebhookEndpoint(hooked)).toMatchObject({ events: ['custom_domain.ready'] });
  expect((await nameplate.listWebhookEndpoints({ account_uuid })).data).toHaveLength(1);
  await nameplate.updateWebhookEndpoint({ ...hooked, body: { url: 'http://127.0.0.1:9/' } });
  expect((await nameplate.rotateWebhookSecret(hooked)).secret).not.toBe(hook.secret);
  const { uuid: webhook_delivery_uuid } = await nameplate.testWebhookEndpoint(hooked);
  expect((await nameplate.listWebhookDeliveries(hooked)).data).toHaveLength(1);
  expect(await nameplate.getWebhookDelivery({ ...hooked, webhook_delivery_uuid })).toMatchObject({
    type: 'webhook_endpoint.test',
  });
  await nameplate.replayWebhookDelivery({ ...hooked, webhook_delivery_uuid });
  await nameplate.deleteWebhookEndpoint(hooked);

  const page = { status: 503, body: { html: '<h1>Soon</h1>' } } as const;
  expect(await nameplate.setUpstreamErrorPage({ ...at, ...page })).toMatchObject({ status: 503 });
  expect(await nameplate.getUpstreamErrorPage({ ...at, status: 503 })).toMatchObject(page.body);
  expect((await nameplate.listUpstreamErrorPages(at)).data).toHaveLength(1);
  await nameplate.deleteUpstreamErrorPage({ ...at, status: 503 });
  expect(await nameplate.setCustomDomainErrorPage({ ...one, ...page })).toMatchObject({ status: 503 });
  expect(await nameplate.getCustomDomainErrorPage({ ...one, status: 503 })).toMatchObject(page.body);
  expect((await nameplate.listCustomDomainErrorPages(one)).data).toHaveLength(1);
  await nameplate.deleteCustomDomainErrorPage({ ...one, status: 503 });

  const other = await nameplate.createUpstream({
    account_uuid,
    body: { host: '127.0.0.1', port: 8, tls: false },
  });
  await nameplate.moveCustomDomain({ ...one, body: { upstream_uuid: other.uuid } });
  await nameplate.moveCustomDomain({
    ...one,
    upstream_uuid: other.uuid,
    body: { upstream_uuid: upstream.uuid },
  });
  await nameplate.deleteUpstream({ account_uuid, upstream_uuid: other.uuid });

  const { cert, key } = authority.issue(`DNS:${host}`);
  const { uuid: certificate_uuid } = await nameplate.createCustomCertificate({
    account_uuid,
    body: { certificate: cert, private_key: key },
  });
  expect(await nameplate.getCustomCertificate({ account_uuid, certificate_uuid })).toMatchObject({
    uuid: certificate_uuid,
  });
  expect((await nameplate.listCustomCertificates({ account_uuid })).data).toHaveLength(1);
  await nameplate.deleteCustomCertificate({ account_uuid, certificate_uuid });

  const redirects = [];
  for (const source_host of ['a.example.com', 'b.example.com', 'c.example.com'])
    redirects.push(
      await nameplate.createRedirect({
        account_uuid,
        body: { source_host, destination_url: 'https://d.example' },
      }),
    );
  const rehearsed = await nameplate.createRedirectBatch({
    account_uuid,
    body: {
      redirects: [{ source_host: 'd.example.com', destination_url: 'https://d.example' }],
      dry_run: true,
    },
  });
  expect(rehearsed.data).toMatchObject([{ source_host: 'd.example.com' }]);
  const [first] = redirects;
  const redirect = { account_uuid, redirect_uuid: first?.uuid ?? '' };
  expect(await nameplate.getRedirect(redirect)).toEqual(first);
  expect(await nameplate.updateRedirect({ ...redirect, body: { active: false } })).toMatchObject({
    active: false,
  });
  expect((await nameplate.listRedirectVersions(redirect)).data).toMatchObject([{ n: 2 }, { n: 1 }]);
  expect(await nameplate.restoreRedirectVersion({ ...redirect, n: 1 })).toMatchObject({ active: true });
  const [change] = (await nameplate.listAuditEvents({ account_uuid })).data;
  expect(await nameplate.undoChange({ account_uuid, event_uuid: change?.uuid ?? '' })).toMatchObject({
    after: { active: false },
  });
  const document = await nameplate.getConfiguration({ account_uuid });
  const body = { ...document, brand: { name: 'Planned' } };
  const { uuid: plan_uuid, changes } = await nameplate.createPlan({ account_uuid, prune: true, body });
  expect(changes).toMatchObject([{ kind: 'brand', attributes: { name: { after: 'Planned' } } }]);
  expect(await nameplate.getPlan({ account_uuid, plan_uuid })).toMatchObject({ prune: true, deletes: [] });
  await expect(nameplate.approvePlan({ account_uuid, plan_uuid })).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect(await nameplate.applyPlan({ account_uuid, plan_uuid, body: {} })).toMatchObject({ secrets: [] });
  expect((await nameplate.listPlans({ account_uuid })).data).toMatchObject([{ summary: { changes: 1 } }]);
  expect((await nameplate.listRedirects({ account_uuid, query: 'b.example' })).pagination.count).toBe(1);
  const hosts = [];
  for await (const { source_host } of nameplate.each.listRedirects({
    account_uuid,
    per_page: 1,
    sort: 'source_host',
  }))
    hosts.push(source_host);
  expect(hosts).toEqual(['a.example.com', 'b.example.com', 'c.example.com']);
  expect(
    (
      await nameplate.queryClicks({
        uuid: first?.uuid ?? '',
        body: { metrics: ['requests'], date_range: '7d' },
      })
    ).results,
  ).toEqual([{ dimensions: [], metrics: [0] }]);
  await nameplate.deleteRedirect(redirect);

  const { body: before, response } = await nameplate.withResponse.getHostRules({ account_uuid, host });
  called.add('getHostRules');
  expect(before.rules).toEqual([]);
  const rules = [{ if: { path: '/a' }, then: { redirect: { to: '/b' } } }];
  const headers = { 'if-match': response.headers.get('etag') ?? '' };
  const replace = { account_uuid, host, body: { rules }, headers };
  expect((await nameplate.replaceHostRules(replace)).rules).toMatchObject(rules);
  await expect(nameplate.replaceHostRules(replace)).rejects.toMatchObject({ code: 'precondition_failed' });
  expect((await nameplate.listHostRulesVersions({ account_uuid, host })).data).toMatchObject([{ n: 1 }]);
  expect(await nameplate.restoreHostRulesVersion({ account_uuid, host, n: 1 })).toMatchObject({ rules });
  expect(await nameplate.replayHostRules({ account_uuid, host, body: { rules } })).toMatchObject({
    requests: 0,
  });
  expect((await nameplate.listHosts({ account_uuid })).data.map((has) => has.host)).toContain(host);
  const { data: automatic } = await nameplate.listAutomaticCertificates({ account_uuid, state: 'missing' });
  expect(automatic.map((each) => each.host)).toContain(host);
  expect(await nameplate.getAutomaticCertificate({ account_uuid, host })).toMatchObject({
    host,
    state: 'missing',
    renewal: null,
  });
  // There is no authority to order from.
  const order = nameplate.orderAutomaticCertificate({ account_uuid, host });
  await expect(order).rejects.toThrow('no certificates are ordered here');
  expect((await nameplate.listFindings({ account_uuid, state: 'resolved' })).data).toEqual([]);
  const finding = { account_uuid, finding_uuid: '01890000-0000-7000-8000-000000000000' };
  const until = new Date(Date.now() + 60_000).toISOString();
  for (const ask of [
    () => nameplate.getFinding(finding),
    () => nameplate.muteFinding({ ...finding, body: { until } }),
    () => nameplate.unmuteFinding(finding),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
  expect(await nameplate.listHostRequests({ account_uuid, host })).toMatchObject({ data: [] });
  const from = '2026-03-15T09:30:00Z';
  const hour = { hour: '2026-03-15T10:00:00.000+00:00', requests: 0, expected: null, state: 'none' };
  const span = { from, to: '2026-03-15T11:00:00Z' };
  expect(await nameplate.getDomainExpectation({ uuid, ...span })).toEqual({ data: [hour] });
  expect(await nameplate.getAccountExpectation({ account_uuid, ...span })).toEqual({ data: [hour] });
  expect(await nameplate.getOverview({ account_uuid })).toMatchObject({ findings: { critical: 0 } });
  expect(await nameplate.getChallengeTypes({ account_uuid })).toEqual({ offered: ['http01', 'dns01'] });
  expect((await nameplate.listCustomDomainTraffic({ account_uuid })).data[0]).toMatchObject({ requests: 0 });
  expect(await nameplate.getGrowth({ account_uuid })).toMatchObject({ growing: [], shrinking: [] });
  expect(await nameplate.diagnoseHost({ account_uuid, host })).toMatchObject({ host, steps: { length: 10 } });
  const unknown = { account_uuid, request_id: account_uuid };
  await expect(nameplate.getRequest(unknown)).rejects.toMatchObject({ code: 'not_found' });

  const note = await nameplate.createAnnotation({ account_uuid, uuid, body: { text: 'Newsletter' } });
  const noted = { account_uuid, uuid, annotation_uuid: note.uuid };
  expect(await nameplate.getAnnotation(noted)).toEqual(note);
  expect((await nameplate.listAnnotations({ account_uuid, uuid })).data).toContainEqual(note);
  await nameplate.deleteAnnotation(noted);
  const subscribe = nameplate.createSubscription({
    account_uuid,
    body: { email: 'ops@example.com', what: 'report' },
  });
  await expect(subscribe).rejects.toMatchObject({ code: 'email_not_set_up' });
  expect((await nameplate.listSubscriptions({ account_uuid })).data).toEqual([]);
  const subscribed = { account_uuid, subscription_uuid: account_uuid };
  for (const ask of [
    () => nameplate.getSubscription(subscribed),
    () => nameplate.updateSubscription({ ...subscribed, body: { language: 'de' } }),
    () => nameplate.deleteSubscription(subscribed),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
  const goal = await nameplate.createGoal({ uuid, body: { event_name: 'Sign-up' } });
  const its = { uuid, goal_uuid: goal.uuid };
  expect(await nameplate.getGoal(its)).toEqual(goal);
  expect((await nameplate.listGoals({ uuid })).data).toEqual([goal]);
  const steps = [{ goal: goal.uuid }, { page: '/thanks' }];
  expect((await nameplate.queryFunnel({ uuid, body: { date_range: '7d', steps } })).steps).toHaveLength(2);
  const journey = { date_range: '7d', anchor: { page: '/thanks' }, steps: 1 };
  expect((await nameplate.queryJourneys({ uuid, body: journey })).steps).toEqual([[]]);
  expect(await nameplate.queryRetention({ uuid, body: { date_range: '7d' } })).toEqual({ cohorts: [] });
  const funnel = await nameplate.createSavedFunnel({ uuid, body: { name: 'Sign-ups', steps } });
  const asked = { uuid, funnel_uuid: funnel.uuid };
  expect(await nameplate.getSavedFunnel(asked)).toEqual(funnel);
  expect((await nameplate.listSavedFunnels({ uuid })).data).toEqual([funnel]);
  expect(await nameplate.updateSavedFunnel({ ...asked, body: { name: 'S' } })).toMatchObject({ name: 'S' });
  const answer = await nameplate.querySavedFunnel({ ...asked, body: { date_range: '7d' } });
  expect(answer).toMatchObject({ steps: [{ visitors: 0 }, { visitors: 0 }], breakdown: [] });
  await nameplate.deleteSavedFunnel(asked);
  const csv = 'Top queries,Clicks,Impressions,CTR,Position\nblue shoes,1,2,50%,1.5\n';
  const days = { from: '2026-10-01', to: '2026-10-31' };
  const imported = await nameplate.importSearchTerms({ uuid, body: { ...days, csv } });
  const named = { uuid, import_uuid: imported.uuid };
  expect(await nameplate.getSearchTermImport(named)).toEqual(imported);
  expect((await nameplate.listSearchTermImports({ uuid })).data).toEqual([imported]);
  const terms = [{ name: 'blue shoes', clicks: 1, impressions: 2, position: 1.5 }];
  expect(await nameplate.getSearchTerms({ uuid, ...days })).toEqual({ data: terms });
  await nameplate.deleteSearchTermImport(named);
  await nameplate.deleteGoal(its);

  const filters = [['is', 'visit:country', ['DE']]];
  const segment = await nameplate.createSegment({ body: { name: 'Germany', filters } });
  const that = { segment_uuid: segment.uuid };
  expect(await nameplate.getSegment(that)).toEqual(segment);
  expect(await nameplate.updateSegment({ ...that, body: { name: 'D' } })).toMatchObject({ name: 'D' });
  expect((await nameplate.listSegments()).data).toHaveLength(1);
  await nameplate.deleteSegment(that);

  const view = await nameplate.createSavedView({ body: { name: 'Month', query_string: 'range=30d' } });
  const looked = { view_uuid: view.uuid };
  expect(await nameplate.getSavedView(looked)).toEqual(view);
  expect(await nameplate.updateSavedView({ ...looked, body: { name: 'M' } })).toMatchObject({ name: 'M' });
  expect((await nameplate.listSavedViews()).data).toHaveLength(1);
  await nameplate.deleteSavedView(looked);

  const question = { metrics: ['requests' as const], date_range: '7d' };
  expect((await nameplate.queryRequests({ uuid, body: question })).results).toEqual([
    { dimensions: [], metrics: [0] },
  ]);
  expect((await nameplate.queryHostRequests({ account_uuid, host, body: question })).results).toHaveLength(1);
  const visitors = { metrics: ['visitors' as const], date_range: '7d' };
  expect((await nameplate.queryVisitors({ uuid, body: visitors })).results).toEqual([
    { dimensions: [], metrics: [0] },
  ]);
  const byHost = { ...visitors, dimensions: ['domain:host' as const] };
  expect((await nameplate.queryAccountVisitors({ account_uuid, body: byHost })).results).toEqual([]);
  const requests = await nameplate.queryAccountRequests({ account_uuid, body: question });
  expect(requests.results).toEqual([{ dimensions: [], metrics: [0] }]);
  expect((await nameplate.querySite({ body: { ...visitors, site_id: host } })).results).toHaveLength(1);

  const events = [];
  for await (const { action } of nameplate.each.listAuditEvents({ account_uuid, per_page: 2 }))
    events.push(action);
  expect(events.length).toBeGreaterThan(10);
  expect((await nameplate.listAuditEvents({ account_uuid })).pagination.count).toBe(events.length);
  expect(
    await nameplate.createOwner({
      account_uuid,
      body: { name: 'Ada', email: 'ada@example.com', password: 'a walrus in a fjord' },
    }),
  ).toBeDefined();
  const [member] = (await nameplate.listMembers({ account_uuid })).data;
  expect(await nameplate.getMember({ account_uuid, user_uuid: member?.user_uuid ?? '' })).toEqual(member);

  await nameplate.deleteCustomDomain(one);
  await nameplate.deleteUpstream(at);
  await expect(nameplate.getUpstream(at)).rejects.toMatchObject({ code: 'not_found', status: 404 });

  const left = operationNames.filter((name) => !called.has(name));
  for (const name of left.filter(isForPeople)) {
    const ask = askerOf(plain, name);
    const parameters = [...operationTable[name].path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => [
      parameter,
      parameter === 'account_uuid' ? account_uuid : unknownUuid,
    ]);
    await expect(ask(Object.fromEntries(parameters)), name).rejects.toMatchObject({
      code: 'forbidden',
    });
  }
  const reports = left.filter((name) =>
    operationTable[name].path.startsWith('/api/v1/analytics/custom_domains/{uuid}/'),
  );
  const again = await nameplate.createUpstream({
    account_uuid,
    body: { host: '127.0.0.1', port: 9, tls: false },
  });
  const site = await nameplate.createCustomDomain({
    account_uuid,
    upstream_uuid: again.uuid,
    body: { host },
  });
  for (const name of reports) {
    const ask = askerOf(plain, name);
    const wanted = {
      ...range,
      uuid: site.uuid,
      utm_param: 'utm_source',
      location_type: 'country',
      frequency: 'day',
    };
    expect(await ask(wanted), name).toBeDefined();
  }
  expect(left.filter((name) => !isForPeople(name) && !reports.includes(name))).toEqual([]);
});

test('a program that installs the package compiles against its types, and runs', async () => {
  const dir = await tempDir();
  const project = join(dir, 'node_modules/nameplate-client');
  await cp(fileURLToPath(new URL('../../dist/client', import.meta.url)), project, { recursive: true });
  const program = `import { createClient } from 'nameplate-client';
const nameplate = createClient({ url: 'http://127.0.0.1:1', token: 'np_', retries: 0 });
try {
  for await (const { source_host } of nameplate.each.listRedirects({ account_uuid: 'a' })) console.log(source_host.length);
  // @ts-expect-error -- there is no such parameter
  await nameplate.listRedirects({ account_uuid: 'a', colour: 'red' });
} catch (error) {
  console.log((error as { code: string }).code);
}
`;
  await writeFile(join(dir, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(dir, 'program.ts'), program);
  const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
  for (const module of ['nodenext', 'preserve']) {
    const flags = ['--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
    const compiled = spawnSync(tsc, [...flags, '--module', module, 'program.ts'], {
      cwd: dir,
      encoding: 'utf8',
    });
    expect(compiled.stdout, module).toBe('');
    expect(compiled.status, module).toBe(0);
  }
  const run = spawnSync(process.execPath, ['program.js'], { cwd: dir, encoding: 'utf8' });
  expect(run).toMatchObject({ status: 0, stdout: 'unreachable\n' });
});

/** Reads all that an installation answers, to compare it with another one: resources, and every report of every domain. */
import { reports } from '../../src/analytics/reports/reports.ts';
import type { ServiceClient } from './service-client.ts';

const utmParams = ['source', 'medium', 'campaign', 'term', 'content'];
const locationTypes = ['country', 'region', 'city'];

/** What the background work and each request change. */
const passing = new Set([
  'last_used_at',
  'dns_check',
  'last_dns_check_at',
  'reachable',
  'verdict',
  'renewal',
]);

function withoutPassing(name: string, value: unknown): unknown {
  return passing.has(name) ? undefined : value;
}

/** Answers by path. `exceptHosts`: domains whose reports are not asked for. */
export async function readEverything(
  service: ServiceClient,
  exceptHosts: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const read = async (path: string) => {
    const { status, body } = await service.api(path);
    answers[path] = { status, body: JSON.parse(JSON.stringify(body, withoutPassing)) };
  };
  const account = `/api/v1/accounts/${service.accountUuid}`;
  await read('/api/v1/accounts');
  for (const list of ['redirects', 'custom_certificates', 'custom_domains', 'upstreams'])
    await read(`${account}/${list}?per_page=100`);
  for (const name of [
    'access_tokens',
    'signing_keys',
    'settings',
    'export_destinations',
    'export_schedules',
    'plans',
    'configuration',
  ])
    await read(`${account}/${name}`);
  const domains = await service.api(`${account}/custom_domains?per_page=100`);
  for (const { uuid, host } of domains.body.data) {
    const analytics = `/api/v1/analytics/custom_domains/${uuid}`;
    await read(`${account}/custom_domains/${uuid}/versions`);
    await read(`${analytics}/goals`);
    await read(`${analytics}/funnels`);
    await read(`${analytics}/search_term_imports`);
    if (exceptHosts.includes(host)) continue;
    // Of the last minutes, so that it changes by itself.
    for (const { name } of reports.filter((report) => report.name !== 'current_visitors')) {
      const queries =
        name === 'utm_params'
          ? utmParams.map((param) => `?utm_param=${param}`)
          : name === 'locations'
            ? locationTypes.map((type) => `?location_type=${type}`)
            : [''];
      for (const query of queries) await read(`${analytics}/${name}${query}`);
    }
  }
  return answers;
}

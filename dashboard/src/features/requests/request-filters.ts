/** What a list of requests is filtered by, kept in the address, and as the API takes it. Source: docs/reference/request-list.md. */

/** In the order of the page. */
export const filterNames = [
  'path',
  'status',
  'failure',
  'method',
  'who',
  'device',
  'country',
  'rule',
  'target',
  'source',
] as const;
type FilterName = (typeof filterNames)[number];

/** Texts as they are typed or chosen; empty for all. */
export type RequestFilters = Readonly<Record<FilterName, string>>;

/** What the API calls the absence of a value. */
const none = '(none)';

export type ApiFilter = readonly [operation: string, dimension: string, values: readonly string[]];

export function readFilters(search: URLSearchParams): RequestFilters {
  const read = (name: FilterName): string => (search.get(name) ?? '').trim().slice(0, 200);
  return {
    path: read('path'),
    status: read('status'),
    failure: read('failure'),
    method: read('method'),
    who: read('who'),
    device: read('device'),
    country: read('country'),
    rule: read('rule'),
    target: read('target'),
    source: read('source'),
  };
}

export function apiFilters(named: RequestFilters): ApiFilter[] {
  const { path, status, failure, method, who, device, country, rule, target, source } = named;
  const filters: ApiFilter[] = [];
  if (path !== '') filters.push(['contains', 'request:path', [path]]);
  if (status !== '') {
    const isClass = /^[1-5]xx$/.test(status);
    filters.push(['is', isClass ? 'request:status_class' : 'request:status', [status]]);
  }
  if (failure === 'any') filters.push(['is_not', 'request:failure', [none]]);
  else if (failure !== '') filters.push(['is', 'request:failure', [failure]]);
  if (method !== '') filters.push(['is', 'request:method', [method]]);
  if (who === 'people') filters.push(['is', 'request:client', ['person']]);
  else if (who === 'scanners') filters.push(['is', 'request:client', ['probe', 'datacenter']]);
  else if (who === 'bots') filters.push(['is_not', 'request:bot', [none]]);
  else if (who !== '') filters.push(['is', 'request:bot_class', [who]]);
  if (device !== '') filters.push(['is', 'request:device', [device]]);
  if (country !== '') filters.push(['is', 'request:country', [country]]);
  if (rule !== '') filters.push(['is', 'request:rule', [rule]]);
  if (target !== '') filters.push(['contains', 'request:target', [target]]);
  if (source !== '') filters.push(['is', 'request:source', [source]]);
  return filters;
}

/** Everything that is recorded of a request, in words. Source: docs/reference/request-list.md. */
import { requestFailureSentence } from '../../../../src/core/failure-sentence.ts';
import { locale } from '../../format/locale.ts';
import { formatBytes, formatResponseTime, formatStay } from '../../format/numbers.ts';
import { countryName } from '../../map/country-name.ts';
import { botClassNames } from '../rules/bot-class-names.ts';
import type { ListedRequest } from './merge-requests.ts';

const exact = new Intl.DateTimeFormat(locale, {
  dateStyle: 'medium',
  timeStyle: 'long',
});

export type Fact = {
  readonly name: string;
  readonly value: string;
  readonly isCode?: boolean;
  readonly isCopied?: boolean;
};

const clients: Readonly<Record<ListedRequest['client'], string>> = {
  person: 'Person',
  bot: 'Bot',
  probe: 'Scanner: it asked for a path that scanners try',
  datacenter: 'Datacenter',
};

/** What the answer is from. */
function answeredBy({ failure, rule, target, upstream_time, status, cache }: ListedRequest): string {
  if (failure !== null) return 'Nameplate, as the request failed';
  if (rule !== null) return `The rule ${rule}`;
  if (upstream_time === null) return target === null ? 'Nameplate' : 'A redirect';
  if (cache === 'hit' || cache === 'stale')
    return 'A cache in front of the upstream: it has the page from before';
  return status === 304
    ? 'The upstream: the copy that the browser has is current'
    : 'The upstream, at that time: Nameplate keeps no copies of pages';
}

const caches: Readonly<Record<NonNullable<ListedRequest['cache']>, string>> = {
  hit: 'Answered from its copy',
  stale: 'Answered from its copy, which is out of date',
  revalidated: 'Answered from its copy, which the application confirmed',
  miss: 'Had no copy: the application answered',
  bypass: 'Passed the request on: the application answered',
};

function cacheWords({ cache, cache_age: age }: ListedRequest): string | null {
  if (cache === null) return null;
  return age === null ? caches[cache] : `${caches[cache]}; made ${formatStay(age)} before`;
}

/** Everything that is known of a request. */
export function factsOf(request: ListedRequest): Fact[] {
  const facts: Fact[] = [];
  const add = (name: string, value: string | null, isCode = false): void => {
    if (value !== null && value !== '') facts.push({ name, value, ...(isCode && { isCode }) });
  };
  add('Time', exact.format(new Date(request.time)));
  add('Host', request.host, true);
  add('Path', request.path, true);
  add('Method', request.method);
  add('Status', String(request.status));
  if (request.failure !== null)
    add('Failure', `${requestFailureSentence(request.failure)} (${request.failure})`);
  add('Answered by', answeredBy(request));
  add('Goes to', request.target, true);
  add('Rule', request.rule);
  add('Country', request.country && countryName(request.country));
  add('Source', request.source);
  add('Browser', request.browser);
  add('System', request.os);
  add('Device', request.device);
  add('Client', clients[request.client]);
  add('Bot', request.bot);
  add('Kind of bot', request.bot_class && (botClassNames[request.bot_class] ?? request.bot_class));
  add('Datacenter', request.datacenter);
  add('Took', formatResponseTime(request.duration));
  add('Upstream', request.upstream, true);
  add('Upstream redirects to', request.upstream_location, true);
  add('Cache of the upstream', cacheWords(request));
  add('Upstream took', request.upstream_time === null ? null : formatResponseTime(request.upstream_time));
  add('Received', formatBytes(request.bytes_in));
  add('Sent', formatBytes(request.bytes_out));
  add('Protocol', request.protocol);
  add('TLS', request.tls_version);
  if (request.request_id !== null)
    facts.push({ name: 'Request id', value: request.request_id, isCode: true, isCopied: true });
  return facts;
}

/** `nameplate logs tail`. Source: docs/reference/request-list.md. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { parseConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { formatTimestamp, systemClock } from '../core/clock.ts';
import { quoteValue } from '../core/errors.ts';
import { requestFailureSentence } from '../core/failure-sentence.ts';
import { parseUuid } from '../core/ids.ts';
import { minuteMs } from '../core/time.ts';
import { readSourceHost } from '../resources/redirect.ts';
import { answerIdIn } from './access-log-ids.ts';
import { withApi } from './api-client.ts';
import { defineCommand } from './command.ts';
import { CliError, UsageError } from './failures.ts';
import { readFilter } from './filter-option.ts';
import { print, printData } from './output.ts';
import { oneLine } from './terminal-text.ts';

const help = `Usage: nameplate logs tail HOST [OPTIONS]
       nameplate logs tail --id ID [OPTIONS]

Shows the newest requests of a host, the last one at the bottom, and then new
ones as they come, until Ctrl-C. It asks the running service. A request is shown
some two seconds after its end. Addresses, user agents and queries are not
recorded.

Options:
  --filter FILTER  "OPERATOR DIMENSION VALUES", such as
                   "is request:status 404,500", or a filter as JSON; may be
                   given several times, and all must hold
  --lines N        begin with this many requests, 0 to 1000 (default: 10)
  --no-follow      end after them
  --id ID          show the one request whose answer had this X-Request-Id. The
                   id of a trusted proxy is looked up in the access log, where
                   that is a file with JSON lines
  --json           one JSON object a line, as the API lists it
  --account UUID   account that owns the host; may be left out when there is one
  -h, --help       print this help
`;

type Options = {
  filter: readonly string[];
  lines: string;
  follow: boolean;
  json?: true;
  account?: string;
  id?: string;
};

/** What the API lists, as far as it is shown. */
type Listed = {
  readonly id: string;
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly duration: number;
  readonly country: string | null;
  readonly bot: string | null;
  readonly browser: string | null;
  readonly rule: string | null;
  readonly target: string | null;
  readonly failure: string | null;
  readonly host: string | null;
  readonly upstream_time: number | null;
  readonly bytes_in: number;
  readonly bytes_out: number;
  readonly client: string;
  readonly upstream: string | null;
  readonly upstream_location: string | null;
  readonly cache: string | null;
  readonly cache_age: number | null;
};
type Page = { readonly data: readonly Listed[]; readonly pagination: { readonly next: string | null } };

const pageLength = 1_000;
const everyMs = 1_000;
/** Requests arrive late, in any order: each round looks back so far and leaves out what was shown. */
const lookBackMs = minuteMs;

export function logsTailCommand(): Command {
  return defineCommand('tail', help)
    .argument('[host]')
    .option('--filter <filter>', '', (text: string, before: string[]) => [...before, text], [])
    .option('--lines <n>', '', '10')
    .option('--no-follow')
    .option('--id <id>')
    .option('--json')
    .option('--account <uuid>')
    .action(tail);
}

async function tail(target: string | undefined, options: Options): Promise<void> {
  if (options.id !== undefined) return showOne(options.id, options);
  if (target === undefined) throw new UsageError('HOST or --id is missing');
  const host = readSourceHost(target);
  const lines = /^\d{1,4}$/.test(options.lines) ? Number(options.lines) : Number.NaN;
  if (!(lines <= pageLength))
    throw new UsageError(`--lines "${options.lines}" is invalid; allowed: 0 to ${pageLength}`);
  const filters = JSON.stringify(options.filter.map(readFilter));
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    await withApi(async (api) => {
      const path = `${await api.accountPath(options.account)}/hosts/${host}/requests`;
      const list = (query: Record<string, string>) => api.get<Page>(path, { filters, ...query });
      const show = (requests: readonly Listed[]) => printRequests(requests, options);
      await follow(list, show, lines, options.follow, stop.signal);
    });
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}

function printRequests(requests: readonly Listed[], { json }: Options): Promise<void> {
  const lines = requests.map((one) => `${json ? JSON.stringify(one) : lineOf(one)}\n`);
  return (json ? printData : print)(lines.join(''));
}

async function showOne(id: string, options: Options): Promise<void> {
  const requestId = parseUuid(id) ?? (await answerIdIn(parseConfig(readEnvironment()).accessLog, id));
  if (requestId === undefined) throw new CliError(`no request ${quoteValue(id)} is in the access log`);
  await withApi(async (api) => {
    const path = `${await api.accountPath(options.account)}/requests/${requestId}`;
    const found = await api.get<Listed>(path);
    await printRequests([found], options);
    if (!options.json) await print(detailsOf(found));
  });
}

/** What a line has no room for. */
function detailsOf({ host, failure, client, ...others }: Listed): string {
  const facts: readonly (readonly [string, string | null])[] = [
    ['host', host],
    ['failure', failure && requestFailureSentence(failure)],
    ['upstream', upstreamOf(others)],
    ['cache', cacheOf(others)],
    ['bytes', `${others.bytes_in} received, ${others.bytes_out} sent`],
    ['client', client],
  ];
  return facts
    .flatMap(([name, value]) => (value === null ? [] : [`${name.padEnd(8)}  ${oneLine(value)}\n`]))
    .join('');
}

function upstreamOf({
  upstream,
  upstream_time: seconds,
  upstream_location: location,
}: Pick<Listed, 'upstream' | 'upstream_time' | 'upstream_location'>): string | null {
  if (upstream === null && seconds === null) return null;
  const answered = seconds === null ? 'no answer' : `answered after ${Math.round(seconds * 1_000)} ms`;
  return [upstream, answered, location && `-> ${location}`].filter((part) => part !== null).join('  ');
}

function cacheOf({ cache, cache_age: age }: Pick<Listed, 'cache' | 'cache_age'>): string | null {
  return cache !== null && age !== null ? `${cache}, made ${age} s before` : cache;
}

/** Shows the newest requests, then what is new each second. */
async function follow(
  list: (parameters: Record<string, string>) => Promise<Page>,
  show: (requests: readonly Listed[]) => Promise<void>,
  lines: number,
  follows: boolean,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = systemClock.now();
  const first = await list({ per_page: String(Math.max(1, lines)) });
  await show(first.data.slice(0, lines).toReversed());
  if (!follows) return;
  // Only what came after the start, and what was shown already.
  const shown = new Map(first.data.map(({ id, time }) => [id, Date.parse(time)]));
  while (!signal.aborted) {
    const since = Math.max(startedAt, systemClock.now() - lookBackMs);
    const found = await newSince(list, since, shown);
    await show(found.toReversed());
    for (const { id, time } of found) shown.set(id, Date.parse(time));
    for (const [id, time] of shown) if (time < since - lookBackMs) shown.delete(id);
    await delay(everyMs, undefined, { signal }).catch(() => {});
  }
}

async function newSince(
  list: (parameters: Record<string, string>) => Promise<Page>,
  since: number,
  shown: ReadonlyMap<string, number>,
): Promise<Listed[]> {
  const found: Listed[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await list({
      since: formatTimestamp(since),
      per_page: String(pageLength),
      ...(cursor === null ? {} : { cursor }),
    });
    found.push(...page.data.filter(({ id }) => !shown.has(id)));
    cursor = page.pagination.next;
  } while (cursor !== null);
  return found;
}

/** Time, status, milliseconds, method and path; then what else there is to say. */
function lineOf({ time, status, duration, method, path, target, ...others }: Listed): string {
  const words = [
    time.slice(0, -'+00:00'.length).replace('T', ' '),
    String(status),
    `${Math.round(duration * 1_000)} ms`.padStart(8),
    method,
    path,
    ...(target === null ? [] : [`-> ${target}`]),
    ...(others.rule === null ? [] : [`rule ${others.rule}`]),
    ...(others.failure === null ? [] : [others.failure]),
    ...[others.country, others.bot ?? others.browser].flatMap((word) => (word === null ? [] : [word])),
  ];
  return oneLine(words.join('  '));
}

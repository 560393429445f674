/** `nameplate query`. Source: docs/reference/query.md. */
import { type Command, Option } from 'commander';
import { collectBody } from '../resources/request-body.ts';
import { type ApiClient, withApi } from './api-client.ts';
import { defineCommand } from './command.ts';
import { UsageError } from './failures.ts';
import { listOf } from './filter-option.ts';
import { findDomain } from './find-domain.ts';
import { note, outputColumns, print, printData, printJson } from './output.ts';
import { formatQueryCsv, formatQueryTable, type QueryAnswer } from './query-output.ts';
import { type QuestionOptions, readQuestion, withQuestionOptions } from './question-options.ts';
import { findRedirect } from './redirect.ts';

const help = `Usage: nameplate query [UUID_OR_HOST] --metrics LIST [OPTIONS]

Asks the running service about the visitors or requests of a custom domain, or
about the clicks of a redirect. Without UUID_OR_HOST it asks about all custom
domains of the account, and with --requests also about its redirects and rules.
docs/reference/query.md lists the metrics, dimensions and filters.

Options:
  --metrics LIST      such as visitors,visits,bounce_rate
  --dimensions LIST   one row for each value, such as visit:source,time:day
  --range RANGE       day, month, year, 7d, 30d, 6mo, all, or two dates or
                      instants: 2026-11-01,2026-11-22 (default: 30d)
  --timezone ZONE     such as Europe/Berlin (default: that of the domain; UTC
                      for an account)
  --filter FILTER     "OPERATOR DIMENSION VALUES", such as
                      "is visit:country DE,AT", or a filter as JSON; may be
                      given several times, and all must hold
  --order LIST        metrics and dimensions to sort by; "-" before one for
                      descending order: --order=-visits,visit:source
  --limit N           rows at most, 1 to 10000 (default: 10000)
  --compare MODE      previous_period or year_over_year: the earlier values and
                      the change in percent beside each metric
  --requests          over requests instead of visitors
  --clicks            over the clicks of a redirect; UUID_OR_HOST is the
                      redirect's, and the time zone is UTC by default
  --format FORMAT     table, csv, or json as the API answers (default: table)
  --account UUID      account that owns the domain, or is asked about; may be
                      left out when there is one
  -h, --help          print this help

Examples:
  nameplate query shop.example.com --metrics visitors,visits \\
    --dimensions visit:source --filter "is visit:country DE,AT" \\
    --compare previous_period
  nameplate query shop.example.com --requests --metrics requests \\
    --dimensions request:path --filter "is request:status 404" --format csv
  nameplate query go.example.com --clicks --metrics requests,visitors \\
    --dimensions request:country,request:source
  nameplate query --metrics visitors --dimensions domain:host \\
    --filter "is domain:metadata:plan pro" --compare previous_period
`;

type Options = QuestionOptions & {
  metrics: string;
  dimensions?: string;
  order?: string;
  limit?: string;
  requests?: true;
  clicks?: true;
  format: 'table' | 'csv' | 'json';
  account?: string;
};

export function queryCommand(): Command {
  return withQuestionOptions(defineCommand('query', help).argument('[uuid_or_host]'))
    .requiredOption('--metrics <list>')
    .option('--dimensions <list>')
    .option('--order <list>')
    .option('--limit <n>')
    .addOption(new Option('--requests').conflicts('clicks'))
    .option('--clicks')
    .addOption(new Option('--format <format>').choices(['table', 'csv', 'json']).default('table'))
    .option('--account <uuid>')
    .action(runQuery);
}

async function runQuery(target: string | undefined, options: Options): Promise<void> {
  const question = readQuestion(options);
  const answer = await withApi(async (api) => {
    const { path, timeZone } = await queried(api, target, options);
    const query = { ...membersOf(options), ...question, timezone: options.timezone ?? timeZone };
    return api.post<QueryAnswer>(path, collectBody('json', Object.entries(query)));
  });
  if (options.format === 'json') return printJson(answer);
  const { date_range, timezone, include } = answer.query;
  note(`From ${date_range[0]} to ${date_range[1]}, ${timezone}.`);
  const earlier = include.comparison?.date_range;
  if (earlier) note(`Compared with ${earlier[0]} to ${earlier[1]}.`);
  await (options.format === 'csv'
    ? printData(formatQueryCsv(answer))
    : print(formatQueryTable(answer, outputColumns())));
}

type Queried = { readonly path: string; readonly timeZone: string };

async function queried(api: ApiClient, target: string | undefined, options: Options): Promise<Queried> {
  const accountPath = await api.accountPath(options.account);
  const over = options.requests ? '/requests' : '';
  if (target === undefined && options.clicks)
    throw new UsageError('--clicks needs the redirect: its uuid or its host');
  if (target === undefined) return { path: `${accountPath}${over}/query`, timeZone: 'UTC' };
  if (options.clicks) {
    const { uuid } = await findRedirect(api, accountPath, target);
    return { path: `/api/v1/analytics/redirects/${uuid}/query`, timeZone: 'UTC' };
  }
  const { uuid, time_zone: timeZone } = await findDomain(api, accountPath, target);
  return { path: `/api/v1/analytics/custom_domains/${uuid}${over}/query`, timeZone };
}

/** The members that only queries have. What is wrong with them, the API says. */
function membersOf({ metrics, dimensions, order, limit }: Options): object {
  return {
    metrics: listOf(metrics),
    dimensions: listOf(dimensions ?? ''),
    ...(order === undefined ? {} : { order_by: listOf(order).map(orderOf) }),
    ...(limit === undefined ? {} : { pagination: { limit: /^\d+$/.test(limit) ? Number(limit) : limit } }),
  };
}

function orderOf(word: string): [word: string, direction: string] {
  return word.startsWith('-') ? [word.slice(1), 'desc'] : [word, 'asc'];
}

/** Tools that count: queries, reports, and what rules would have done. */
import { Type } from '@sinclair/typebox';
import { domainDimensionNames } from '../../analytics/query/domain-dimensions.ts';
import { requestDimensionNames, requestMetricNames } from '../../analytics/query/request-vocabulary.ts';
import { visitorMetricNames } from '../../analytics/query/visitor-metrics.ts';
import { visitorDimensionNames } from '../../analytics/query/vocabulary.ts';
import {
  locationTypes,
  maxLimit,
  parametersOf,
  type Report,
  utmParams,
} from '../../analytics/reports/report.ts';
import { reports as allReports } from '../../analytics/reports/reports.ts';
import { frequencies } from '../../core/date-range.ts';
import { defineTool, type Tool, type ToolAnswer } from './tool.ts';
import { defaultLimit, listIn, membersOf, type Page, pageOf, pathOf, placeOf, Refused } from './tool-api.ts';
import {
  choice,
  customDomain,
  day,
  input,
  nextCursor,
  number,
  object,
  pageProperties,
  rows,
  text,
} from './tool-schemas.ts';

const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

const query = defineTool(
  input({
    over: choice(
      ['visitors', 'requests'],
      '`visitors`: people and their pageviews, visits and events, without bots. `requests`: all HTTP requests.',
    ),
    custom_domain: Type.Optional(customDomain),
    metrics: Type.Array(text('A metric.', 100), {
      minItems: 1,
      maxItems: 20,
      description: `Of visitors: ${listed(visitorMetricNames)}. Of requests: ${listed(requestMetricNames)}.`,
    }),
    date_range: Type.Unsafe<string | string[]>({
      description:
        '`day`, `month`, `year`, `7d` (any number of days), `6mo`, `all`, or a list of two dates, both included, such as ["2026-11-01", "2026-11-22"].',
    }),
    timezone: Type.Optional(text('IANA name; days begin at its midnight. Default: UTC.', 100)),
    dimensions: Type.Optional(
      Type.Array(text('A dimension.', 500), {
        maxItems: 8,
        description: `One row for each combination. Of visitors: ${listed(visitorDimensionNames)}, \`event:props:<key>\`. Of requests: ${listed(requestDimensionNames)}. Without \`custom_domain\` also ${listed(domainDimensionNames)}, \`domain:metadata:<key>\`.`,
      }),
    ),
    filters: Type.Optional(
      Type.Array(Type.Unknown(), {
        maxItems: 100,
        description:
          'All must hold: `[operator, dimension, [value, …]]` with `is`, `is_not`, `contains`, `contains_not`, `matches` or `matches_not`; `["and" | "or", [filter, …]]`; `["not", filter]`. Example: [["is", "visit:country", ["DE", "AT"]]].',
      }),
    ),
    order_by: Type.Optional(
      Type.Array(Type.Unknown(), {
        maxItems: 10,
        description: 'Pairs of a metric or dimension and `asc` or `desc`, such as [["visitors", "desc"]].',
      }),
    ),
    compare: Type.Optional(
      choice(
        ['previous_period', 'year_over_year'],
        'Puts the earlier values and the change in percent beside each row.',
      ),
    ),
    ...pageProperties(),
  }),
  {
    name: 'query',
    title: 'Query visitors or requests',
    description:
      'Counts visitors or requests, of one custom domain or, without `custom_domain`, of all in the account, by up to eight dimensions. Counts of several domains are sums. `total_rows` says how many rows there are.',
    output: Type.Object({
      metrics: Type.Array(Type.String(), { description: 'What the numbers of a row are, in order.' }),
      dimensions: Type.Array(Type.String(), { description: 'What the values of a row are, in order.' }),
      date_range: Type.Unsafe({ description: 'What was counted: first and last instant.' }),
      timezone: Type.Unsafe({}),
      rows: rows('`dimensions` and `metrics` of each row, and `comparison` if it was asked for.'),
      total_rows: number('Rows on all pages.'),
      next_cursor: nextCursor,
    }),
  },
  async ({ over, custom_domain: named, compare, limit = defaultLimit, cursor, ...question }, api) => {
    const offset = placeOf(cursor);
    const path =
      named === undefined
        ? api.path(...(over === 'requests' ? ['requests'] : []), 'query')
        : pathOf(
            '/api/v1/analytics/custom_domains',
            await api.domainUuid(named),
            ...(over === 'requests' ? ['requests'] : []),
            'query',
          );
    const answer = await api.post(path, {
      ...question,
      include: { total_rows: true, ...(compare && { comparison: { mode: compare } }) },
      pagination: { limit, offset },
    });
    const asked = membersOf(answer['query']);
    const total = membersOf(answer['meta'])['total_rows'];
    return {
      metrics: question.metrics,
      dimensions: question.dimensions ?? [],
      date_range: asked['date_range'],
      timezone: asked['timezone'],
      rows: answer['results'],
      total_rows: total,
      next_cursor: Number(total) > offset + limit ? String(offset + limit) : null,
    };
  },
);

/** Of series: a quarter of days. */
const seriesLimit = 100;

const reports = defineTool(
  input({
    report: choice(
      allReports.map(({ name }) => name),
      allReports.map(({ name, summary }) => `\`${name}\`: ${summary}.`).join(' '),
    ),
    custom_domain: customDomain,
    from: Type.Optional(day('First day, UTC, such as 2026-11-01. Default: 30 days before today.')),
    to: Type.Optional(day('Last day, UTC, included. Default: today.')),
    frequency: Type.Optional(choice(frequencies, 'Of reports over time: the length of a row.', 'day')),
    utm_param: Type.Optional(choice(utmParams, 'Of `utm_params`, which needs it.')),
    location_type: Type.Optional(choice(locationTypes, 'Of `locations`.', 'country')),
    region: Type.Optional(
      text('Of `locations` with `location_type` city: ISO 3166-2 code, such as DE-BY.', 10),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: `At most so many rows. Default: ${defaultLimit}; of reports over time ${seriesLimit}.`,
      }),
    ),
    cursor: pageProperties().cursor,
  }),
  {
    name: 'reports',
    title: 'Reports',
    description:
      'A fixed report of one custom domain: a number, numbers over time, or a ranked list whose `percentage` is of all items. `query` answers what no report does.',
    output: Type.Object({
      report: Type.String(),
      custom_domain_uuid: Type.String(),
      value: Type.Optional(number('Of reports that are one number: a count, percent, seconds or bytes.')),
      rows: Type.Optional(
        rows(
          'Of lists: as the API answers them. Over time: `date` and `value`. Distributions: `bucket` and `value`.',
        ),
      ),
      lists: Type.Optional(object('Of `devices`: `browsers`, `operating_systems` and `screen_sizes`.')),
      next_cursor: nextCursor,
    }),
  },
  async ({ report: name, custom_domain: named, limit, cursor, ...parameters }, api) => {
    const report = allReports.find((each) => each.name === name);
    if (!report) throw new Refused('report_invalid', 'there is no such report');
    refuseOthers(report, parameters);
    const uuid = await api.domainUuid(named);
    const page = { cursor, limit: limit ?? (report.shape.kind === 'series' ? seriesLimit : defaultLimit) };
    const isRanked = parametersOf(report).includes('limit');
    // One more than is shown tells whether there are more.
    const wanted = isRanked ? { limit: Math.min(placeOf(cursor) + page.limit + 1, maxLimit) } : {};
    const path = pathOf('/api/v1/analytics/custom_domains', uuid, name);
    const answer = await api.get(path, { ...parameters, ...wanted });
    return { report: name, custom_domain_uuid: uuid, ...shapeReport(report, answer, page) };
  },
);

/** The API ignores those that only other reports have. */
function refuseOthers(report: Report, parameters: Readonly<Record<string, unknown>>): void {
  const own: readonly string[] = ['from', 'to', ...parametersOf(report)];
  const other = Object.keys(parameters).find((name) => !own.includes(name));
  if (other !== undefined)
    throw new Refused(
      'parameter_unknown',
      `the report "${report.name}" takes no ${other}; allowed: ${own.join(', ')}`,
    );
}

function shapeReport({ shape }: Report, answer: ToolAnswer, page: Page): ToolAnswer {
  const { data } = answer;
  switch (shape.kind) {
    case 'count':
      return { value: answer[shape.field], next_cursor: null };
    case 'series':
      return pagedRows(
        Object.entries(membersOf(data)).map(([date, value]) => ({ date, value })),
        page,
      );
    case 'distribution':
      return pagedRows(
        Object.entries(membersOf(data)).map(([bucket, value]) => ({ bucket, value })),
        page,
      );
    case 'devices': {
      const lists = Object.entries(membersOf(data)).map(
        ([name, list]) => [name, pageOf(listIn(list), page)] as const,
      );
      return {
        lists: Object.fromEntries(lists.map(([name, { items }]) => [name, items])),
        next_cursor: lists.map(([, { next_cursor }]) => next_cursor).find((next) => next !== null) ?? null,
      };
    }
    case 'list':
    case 'assistants':
    case 'page_loads':
      return pagedRows(listIn(data), page);
    default:
      return shape;
  }
}

function pagedRows(all: readonly unknown[], page: Page): ToolAnswer {
  const { items, next_cursor } = pageOf(all, page);
  return { rows: items, next_cursor };
}

const replay = defineTool(
  input({
    host: text('The host whose recorded requests are replayed.', 253),
    rules: Type.Array(Type.Unknown(), {
      maxItems: 10_000,
      description: 'The whole list of rules to try, each `{if, then}` as the API takes them.',
    }),
    from: Type.Optional(day('First day, UTC. Default: six days before today.')),
    to: Type.Optional(day('Last day, UTC, included. Default: today.')),
  }),
  {
    name: 'replay',
    title: 'Replay rules',
    description:
      'Counts what a list of rules would have done with the requests recorded for a host, without changing anything. Use it before a plan changes rules.',
    output: Type.Object({
      requests: number('Requests recorded in these days.'),
      changed: number('Those that would have been answered by something else.'),
      blocked: number('Those that a rule would have blocked.'),
      circles: number('Those that would have been redirected in a circle.'),
      unmatched: number('Those that nothing would have answered: 404.'),
      uncertain: number('Those of which the record does not tell.'),
      rules: Type.Array(Type.Unknown(), {
        description: '`rule`, its place from 0, and `requests` that it would have decided about.',
      }),
      samples: rows('Changed requests, the most frequent first: `path`, `before` and `after`.'),
      not_replayable: Type.Array(Type.Unknown(), {
        description: 'What rules ask for that is not recorded: `rule` and `condition`.',
      }),
    }),
  },
  ({ host, ...body }, api) => api.post(api.path('hosts', host, 'rules', 'replay'), body),
);

export const analyticsTools: readonly Tool[] = [query, reports, replay];

/**
 * `/api/v1/analytics/custom_domains/:uuid/<report>`. Source: docs/reference/web-analytics.md,
 * docs/reference/proxy-analytics.md.
 */
import type { FastifyInstance } from 'fastify';
import { measures } from '../../analytics/reports/measures.ts';
import type { Report } from '../../analytics/reports/report.ts';
import { reports } from '../../analytics/reports/reports.ts';
import { runReport } from '../../analytics/reports/run-report.ts';
import { type AccountAnalytics, type DomainFinder, domainUuidOf } from '../../api/analytics-domain.ts';
import { callerOf } from '../../api/guard.ts';
import type { Query } from '../../api/query.ts';
import { withinLimits } from '../../api/query-request.ts';
import { errorResponses } from '../../api/schemas/common.ts';
import type { Clock } from '../../core/clock.ts';
import {
  readReportParameters,
  reportAnswerSchema,
  reportPathSchema,
  reportQuerySchema,
} from './report-schemas.ts';

type ReportRoute = { Params: { uuid: string }; Querystring: Query };

export function addAnalyticsRoutes(
  app: FastifyInstance,
  domains: DomainFinder,
  analytics: AccountAnalytics,
  clock: Clock,
): void {
  for (const report of reports) addReportRoute(app, report, domains, analytics, clock);
}

function addReportRoute(
  app: FastifyInstance,
  report: Report,
  domains: DomainFinder,
  analytics: AccountAnalytics,
  clock: Clock,
): void {
  app.get<ReportRoute>(
    `/api/v1/analytics/custom_domains/:uuid/${report.name}`,
    {
      schema: {
        operationId: operationId(report),
        summary: report.summary,
        description: describeReport(report),
        tags: [measures[report.measure].over === 'requests' ? 'Proxy analytics' : 'Web analytics'],
        params: reportPathSchema,
        querystring: reportQuerySchema(report),
        response: { 200: reportAnswerSchema(report), ...errorResponses(400, 404, 503) },
      },
    },
    async (request) => {
      const domainUuid = await domainUuidOf(request, domains);
      const parameters = readReportParameters(request.query, report, clock.now());
      const store = analytics.forAccount(callerOf(request).accountUuid);
      const run = () => runReport(store, report, { ...parameters, domainUuid });
      return await (readsRows.has(report.shape.kind) ? withinLimits(run, 'ask for fewer days') : run());
    },
  );
}

/** Those that no projection answers: how much they read grows with the range. */
const readsRows: ReadonlySet<Report['shape']['kind']> = new Set(['page_loads', 'assistants']);

/** `request_count` → `getRequestCount`. */
function operationId({ name }: Report): string {
  const words = name.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `get${words.join('')}`;
}

/** What the report counts, for readers of the API reference. */
function describeReport({ summary, notes, shape }: Report): string {
  const values: Readonly<Record<Report['shape']['kind'], string>> = {
    count: '',
    series: '`data` has one value for each bucket of `frequency`, by the first day of the bucket.',
    distribution: '`data` has the number of requests of each bucket.',
    list: 'Sorted by count, highest first; `percentage` is of all items, those beyond `limit` too.',
    devices: 'Each list is sorted by count, highest first.',
    assistants: 'Sorted by crawls, highest first.',
    page_loads: 'The classes always stand in this order.',
  };
  return [`${summary}.`, notes, values[shape.kind]].filter(Boolean).join(' ');
}

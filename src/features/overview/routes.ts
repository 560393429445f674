/** `/api/v1/accounts/:account_uuid/overview`. Source: docs/reference/overview.md. */

import { type TObject, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { accountOf } from '../../api/guard.ts';
import type { ApiParts } from '../../api/parts.ts';
import { withinLimits } from '../../api/query-request.ts';
import { enumSchema, errorResponses, noQuerySchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import { countVerdicts } from '../../control/verdicts.ts';
import { severities, verdictStates } from '../../core/finding.ts';
import { FindingList } from '../attention/finding-list.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { readGrowth } from './growth.ts';

type AccountRequest = { Params: { account_uuid: string } };

const path = '/api/v1/accounts/:account_uuid/overview';
const tags = ['Overview'];
const params = Type.Object({ account_uuid: uuidSchema });

const countsOf = (names: readonly string[], description: string): TObject =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer({ minimum: 0 })])), { description });

export const overviewSchema: TObject = Type.Object(
  {
    custom_domains: countsOf(verdictStates, 'Custom domains by the state of their verdict.'),
    redirects: countsOf(verdictStates, 'Redirects by the state of their verdict.'),
    hosts: countsOf(
      verdictStates,
      'Hosts that have rules only, neither a custom domain nor a redirect, by the state of their verdict.',
    ),
    findings: countsOf(severities, 'Open findings by severity; muted ones are not open.'),
  },
  { $id: 'Overview' },
);

export const domainGrowthSchema: TObject = Type.Object(
  {
    custom_domain_uuid: uuidSchema,
    host: Type.String({ examples: ['shop.example.com'] }),
    count: Type.Integer({ description: 'Visitors or requests in the last seven days.' }),
    before: Type.Integer({ description: 'The same in the seven days before.' }),
  },
  { $id: 'DomainGrowth' },
);

const daySchema = (description: string) =>
  Type.String({ format: 'date', description, examples: ['2026-11-20'] });
const growthOf = (description: string) =>
  Type.Array(refTo(domainGrowthSchema), { description: `${description} At most five.` });

export const growthSchema: TObject = Type.Object(
  {
    metric: enumSchema(['visitors', 'requests'], {
      description:
        'What is compared: visitors, or requests where no custom domain of the account had any visitor.',
    }),
    from: daySchema('First of the last seven whole UTC days.'),
    to: daySchema('Yesterday.'),
    compared_from: daySchema('First of the seven days before.'),
    compared_to: daySchema('Last of the seven days before.'),
    growing: growthOf('Those that gained most.'),
    shrinking: growthOf('Those that lost most.'),
    new: growthOf(
      'Those with most of what was first recorded after `compared_from`, so that there is no whole week to compare with.',
    ),
  },
  { $id: 'Growth' },
);

export function addOverviewRoutes(
  app: FastifyInstance,
  { store, analytics, clock }: Pick<ApiParts, 'store' | 'analytics' | 'clock'>,
): void {
  const findings = new FindingList({ database: store.database, clock });

  app.get<AccountRequest>(
    path,
    {
      schema: {
        operationId: 'getOverview',
        summary: 'Count an account’s hosts by verdict, and its open findings',
        description: 'All counts of the dashboard’s first page at once.',
        tags,
        params,
        querystring: noQuerySchema,
        response: { 200: refTo(overviewSchema, 'The counts.'), ...errorResponses(400, 404) },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      const account = { accountUuid, now: clock.now() };
      const { queries } = store.database;
      return {
        custom_domains: await countVerdicts(queries, 'custom_domains', account),
        redirects: await countVerdicts(queries, 'redirects', account),
        hosts: await countVerdicts(queries, 'host_rules', account),
        findings: await findings.countOpen(accountUuid),
      };
    },
  );

  app.get<AccountRequest>(
    `${path}/growth`,
    {
      schema: {
        operationId: 'getGrowth',
        summary: 'List the custom domains that grow and shrink',
        description:
          'The last seven whole UTC days against the seven before, of all custom domains of the account. Changes once a day.',
        tags,
        params,
        querystring: noQuerySchema,
        response: {
          200: refTo(growthSchema, 'The custom domains with most change.'),
          ...errorResponses(400, 404, 503),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      return await withinLimits(
        () =>
          readGrowth(new CustomDomains(store), analytics.forAccount(accountUuid), accountUuid, clock.now()),
        'query single custom domains',
      );
    },
  );
}

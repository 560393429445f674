/** `/api/v1/accounts/:account_uuid/findings`. Source: docs/reference/findings.md ("Routes"). */
import { type TSchema, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { type DescribedAttribute, schemasOf } from '../../api/attributes.ts';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { type Caller, tokenDomainsOf } from '../../api/caller.ts';
import { accountOf, callerOf, idOf, notFound } from '../../api/guard.ts';
import { paginate } from '../../api/page-answer.ts';
import { type Query, readPage, readParameter, readSort } from '../../api/query.ts';
import { page as aboutPages } from '../../api/reference/descriptions.ts';
import {
  enumSchema,
  errorResponses,
  noQuerySchema,
  pageQuery,
  pageSchema,
  refTo,
  sortQuery,
  uuidSchema,
} from '../../api/schemas/common.ts';
import type { Clock } from '../../core/clock.ts';
import { type ErrorCode, quoteValue, ServiceError } from '../../core/errors.ts';
import { findingKinds, severities } from '../../core/finding.ts';
import { parseInstant } from '../../core/instant.ts';
import { rangeOf } from '../../core/page.ts';
import { dayMs } from '../../core/time.ts';
import { customDomainResource, readDomainHost } from '../../resources/custom-domain.ts';
import { readRequired, readText, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { ofText } from '../../resources/resource.ts';
import { type FindingList, findingSortFields } from './finding-list.ts';
import type { Finding } from './finding-rows.ts';
import { findingSchema, findingStates, findingToWire } from './wire.ts';

type ListRequest = { Params: { account_uuid: string }; Querystring: Query };
type ItemRequest = { Params: { account_uuid: string; finding_uuid: string }; Body: RequestBody | null };

const longestMuteMs = 90 * dayMs;
const path = '/api/v1/accounts/:account_uuid/findings';
const tags = ['Findings'];
const itemParams = Type.Object({ account_uuid: uuidSchema, finding_uuid: uuidSchema });
const { external_id: externalIdAttribute } = customDomainResource.attributes;

const optional = (schema: TSchema): TSchema => Type.Optional(schema);
const querySchema = Type.Object({
  state: optional(enumSchema(findingStates, { default: 'open', description: 'Only those in this state.' })),
  kind: optional(enumSchema(findingKinds, { description: 'Only those of this kind.' })),
  severity: optional(enumSchema(severities, { description: 'Only those that are so bad.' })),
  host: optional(Type.String({ description: 'Only those about this host.' })),
  external_id: optional(
    Type.String({ description: 'Only those about custom domains with this external id.' }),
  ),
  ...pageQuery,
  sort: { ...sortQuery(findingSortFields), default: '-severity' },
});

export function addFindingRoutes(app: FastifyInstance, findings: FindingList, clock: Clock): void {
  const untilAttribute = untilOf(clock);

  app.get<ListRequest>(
    path,
    {
      schema: {
        operationId: 'listFindings',
        summary: 'List findings',
        description: `${aboutPages} The worst first, and the newest of those that are as bad, unless \`sort\` says otherwise. Those that are open unless \`state\` says otherwise.`,
        tags,
        params: Type.Object({ account_uuid: uuidSchema }),
        querystring: querySchema,
        response: { 200: pageSchema(findingSchema, 'A page of findings.'), ...errorResponses(400, 404) },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const { query } = request;
      const state = readWord(query, 'state', 'state_invalid', findingStates) ?? 'open';
      const kind = readWord(query, 'kind', 'kind_invalid', findingKinds);
      const severity = readWord(query, 'severity', 'severity_invalid', severities);
      const named = readParameter(query, 'host', { attribute: 'host' });
      const host = named === undefined ? undefined : readDomainHost(named);
      const id = readParameter(query, 'external_id', { attribute: 'external_id' });
      const externalId = id === undefined ? undefined : readText(id, externalIdAttribute);
      const page = readPage(query);
      const sort = readSort(query, findingSortFields, { field: 'severity', direction: 'desc' });
      const { findings: listed, count } = await findings.list({
        accountUuid,
        state,
        kind,
        severity,
        host,
        externalId,
        within: tokenDomainsOf(callerOf(request)),
        sort,
        ...rangeOf(page),
      });
      const now = clock.now();
      return {
        data: listed.map((finding) => shownTo(callerOf(request), findingToWire(finding, now))),
        pagination: paginate(request, reply, page, count),
      };
    },
  );

  app.get<ItemRequest>(
    `${path}/:finding_uuid`,
    {
      schema: {
        operationId: 'getFinding',
        summary: 'Retrieve a finding',
        description:
          'Answers one finding, whatever its state. They are kept for 400 days after they are resolved.',
        tags,
        params: itemParams,
        querystring: noQuerySchema,
        response: { 200: refTo(findingSchema, 'The finding.'), ...errorResponses(400, 404) },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      const { finding_uuid: named } = request.params;
      const caller = callerOf(request);
      const found = await findings.find(accountUuid, idOf('finding', named), tokenDomainsOf(caller));
      return shownTo(caller, answerOf(found, named));
    },
  );

  app.post<ItemRequest>(
    `${path}/:finding_uuid/mute`,
    {
      schema: {
        operationId: 'muteFinding',
        summary: 'Mute a finding',
        description:
          'Until then it makes no verdict and is resolved without an event. One that is resolved stays as it is.',
        tags,
        consumes: [...bodyMediaTypes],
        params: itemParams,
        body: Type.Object(schemasOf([untilAttribute])),
        response: {
          200: refTo(findingSchema, 'The finding as it is now.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const { finding_uuid: named } = request.params;
      const uuid = idOf('finding', named);
      answerOf(await findings.find(accountUuid, uuid), named);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, [untilAttribute.name]);
      const until = readRequired(body, untilAttribute);
      return answerOf(await findings.mute(accountUuid, uuid, until), named);
    },
  );

  app.delete<ItemRequest>(
    `${path}/:finding_uuid/mute`,
    {
      schema: {
        operationId: 'unmuteFinding',
        summary: 'Unmute a finding',
        description: 'It is open again, without a new event, if it isn’t resolved.',
        tags,
        params: itemParams,
        querystring: noQuerySchema,
        response: {
          200: refTo(findingSchema, 'The finding as it is now.'),
          ...errorResponses(400, 403, 404),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const { finding_uuid: named } = request.params;
      return answerOf(await findings.mute(accountUuid, idOf('finding', named), null), named);
    },
  );

  function answerOf(finding: Finding | undefined, named: string): Record<string, unknown> {
    if (!finding) throw notFound('finding', named);
    return findingToWire(finding, clock.now());
  }
}

/** What tokens that are limited to custom domains see of a finding. */
const narrowNames = ['uuid', 'kind', 'severity', 'state', 'subject', 'summary', 'opened_at', 'resolved_at'];

function shownTo(caller: Caller, finding: Record<string, unknown>): Record<string, unknown> {
  if (!tokenDomainsOf(caller)) return finding;
  return Object.fromEntries(narrowNames.map((name) => [name, finding[name]]));
}

function untilOf(clock: Clock): DescribedAttribute<number> {
  return {
    name: 'until',
    allowed: 'a date or an instant such as 2026-12-24T18:00:00Z, in the future and at most 90 days away',
    schema: Type.String({
      description: 'When it is told again: a date or an instant, at most 90 days away.',
      examples: ['2026-12-24T18:00:00+00:00'],
    }),
    read: ofText((text) => {
      const value = parseInstant(text);
      if (value === undefined) return { ok: false };
      const now = clock.now();
      if (value <= now) return { ok: false, reason: 'it is in the past' };
      if (value > now + longestMuteMs) return { ok: false, reason: 'it is more than 90 days away' };
      return { ok: true, value };
    }),
  };
}

/** Reads one of a list of words. Errors: `code`. */
function readWord<Word extends string>(
  query: Query,
  name: string,
  code: ErrorCode,
  words: readonly Word[],
): Word | undefined {
  const text = readParameter(query, name, code);
  if (text === undefined) return undefined;
  const word = words.find((each) => each === text);
  if (word === undefined)
    throw new ServiceError(code, `${name} ${quoteValue(text)} is invalid; allowed: ${words.join(', ')}`);
  return word;
}

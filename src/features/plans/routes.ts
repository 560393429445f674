/** `/api/v1/accounts/:account_uuid/plans`. Source: docs/reference/plans.md. */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { takesLongBodies } from '../../api/body/long-body.ts';
import { addBytesParsers, bodyMediaTypes } from '../../api/body/parsers.ts';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import { LongAnswers, sendJson } from '../../api/long-answers.ts';
import { paginate } from '../../api/page-answer.ts';
import { type Query, readPage } from '../../api/query.ts';
import { page as aboutPages, live } from '../../api/reference/descriptions.ts';
import {
  createdSchema,
  errorResponses,
  noQuerySchema,
  pageQuery,
  pageSchema,
  refTo,
  uuidSchema,
} from '../../api/schemas/common.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { FairPool } from '../../core/fair-pool.ts';
import { isRecord } from '../../core/json-reader.ts';
import { rangeOf } from '../../core/page.ts';
import type { RouteParts } from '../../kernel/feature.ts';
import type { OwnerRequest } from '../../kernel/owner.ts';
import type { ResourceRequest } from '../../kernel/resource-routes.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, jsonValue, type RequestBody } from '../../resources/request-body.ts';
import { applyPlan } from './apply-plan.ts';
import { exportConfiguration } from './configuration.ts';
import { makePlan } from './make-plan.ts';
import { approverOf, requireMayApply } from './plan-access.ts';
import { type DocumentType, maxDocumentBytes } from './plan-document.ts';
import { type Plan, Plans } from './plan-store.ts';
import { withDocument } from './read-document.ts';
import {
  appliedPlanSchema,
  appliedToWire,
  applyBodySchema,
  planAnswer,
  planSchema,
  planSummarySchema,
  planToWire,
} from './schemas.ts';

const path = '/api/v1/accounts/:account_uuid/plans';
const mediaTypes: Readonly<Record<string, DocumentType>> = {
  'application/json': 'json',
  'application/yaml': 'yaml',
};
/** Of a plan's content, compressed: longer ones are read a few at a time. */
const longPlan = 256 * 1024;
const maxSecretLength = 65_536;

/** Of an account one at a time: its others would wait for the store anyway, each with all that the plan has in memory. */
const applying = new FairPool(64, 1, 1);

type Document = { readonly type: DocumentType; readonly bytes: Buffer };
type PlanRequest = { Params: { account_uuid: string }; Querystring: Query; Body: Document | null };
type ItemRequest = {
  Params: ResourceRequest['params'] & OwnerRequest['params'] & { plan_uuid: string };
  Querystring: Query;
  Body: RequestBody | null;
};

export const plansTag = {
  name: 'Plans',
  description:
    'Configuration kept in files: a document is compared with what the account has, and the plan that comes of it applied at once.',
};
const tags = [plansTag.name];
const params = Type.Object({ account_uuid: uuidSchema });
const itemParams = Type.Object({ account_uuid: uuidSchema, plan_uuid: uuidSchema });

export function addPlanRoutes(app: FastifyInstance, parts: RouteParts): void {
  const plans = new Plans(parts.store);
  const answers = new LongAnswers();
  const findPlan = async (accountUuid: string, named: string): Promise<Plan> => {
    const plan = await plans.find(accountUuid, idOf('plan', named));
    if (!plan) throw notFound('plan', named);
    return plan;
  };

  // A scope of its own, for its body parsers.
  void app.register(async (scope) => {
    addBytesParsers(
      scope,
      Object.keys(mediaTypes),
      maxDocumentBytes,
      (bytes, mediaType): Document => ({
        type: mediaTypes[mediaType] ?? 'json',
        bytes,
      }),
    );
    scope.post<PlanRequest>(
      path,
      {
        bodyLimit: maxDocumentBytes,
        // Who may not read need not send 64 MiB.
        onRequest: async (request) => void accountOf(request, 'read'),
        ...takesLongBodies,
        schema: {
          operationId: 'createPlan',
          summary: 'Plan configuration',
          description:
            'Compares a document with what the account has, and answers what applying it would create, change and delete; nothing is changed. What the document doesn’t have stays as it is; `prune` deletes it of those kinds whose list the document has. A wrong document answers 400 `plan_invalid` with the places of the mistakes. The body has at most 64 MiB, is JSON or YAML, and may be sent with `Content-Encoding: gzip`. A plan expires after 24 hours.',
          tags,
          consumes: Object.keys(mediaTypes),
          params,
          querystring: Type.Object({
            prune: Type.Optional(
              Type.Boolean({ description: 'Delete what the document’s lists don’t have.' }),
            ),
          }),
          body: Type.Object(
            {},
            {
              additionalProperties: true,
              description: 'The document, as `/plan.schema.json` describes it.',
            },
          ),
          response: {
            201: createdSchema(planSchema, 'The plan.'),
            ...errorResponses(400, 404, 413, 415, 429),
          },
        },
      },
      async (request, reply) => {
        const accountUuid = accountOf(request, 'read');
        const prune = readPrune(request.query);
        const { type, bytes } = request.body ?? { type: 'json', bytes: Buffer.alloc(0) };
        const made = await withDocument(accountUuid, bytes, type, (document) =>
          makePlan(parts, accountUuid, document, prune),
        );
        const plan = await plans.create(accountUuid, prune, made);
        reply.code(201).header('location', `/api/v1/accounts/${accountUuid}/plans/${plan.uuid}`);
        return sendJson(reply, await planAnswer(plan, made.content));
      },
    );
  });

  let schema: string | undefined;
  app.get('/plan.schema.json', { schema: { hide: true } }, async (_request, reply) => {
    // Made when it is first asked for: the service starts without it.
    const { documentSchema } = await import('./document-schema.ts');
    schema ??= JSON.stringify(documentSchema);
    return reply
      .type('application/schema+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .serializer(String)
      .send(schema);
  });

  app.get<ItemRequest>(
    '/api/v1/accounts/:account_uuid/configuration',
    {
      schema: {
        operationId: 'getConfiguration',
        summary: 'Export configuration',
        description:
          'Answers what the account has as a document for plans, always in the same order, without secrets. Planned again, it changes nothing.',
        tags,
        params,
        querystring: noQuerySchema,
        response: {
          200: Type.Object({}, { additionalProperties: true, description: 'The document.' }),
          ...errorResponses(400, 404),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      return await answers.inTurn(
        accountUuid,
        reply,
        async () => void sendJson(reply, await exportConfiguration(parts, accountUuid)),
      );
    },
  );

  app.get<ItemRequest>(
    path,
    {
      schema: {
        operationId: 'listPlans',
        summary: 'List plans',
        description: `${aboutPages} Newest first, without what they do.`,
        tags,
        params,
        querystring: Type.Object({ ...pageQuery }),
        response: { 200: pageSchema(planSummarySchema, 'A page of plans.'), ...errorResponses(400, 404) },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const page = readPage(request.query);
      const { plans: items, count } = await plans.list(accountUuid, rangeOf(page));
      return { data: items.map(planToWire), pagination: paginate(request, reply, page, count) };
    },
  );

  app.get<ItemRequest>(
    `${path}/:plan_uuid`,
    {
      schema: {
        operationId: 'getPlan',
        summary: 'Retrieve a plan',
        description: 'Answers what the plan creates, changes and deletes. An expired plan answers 404.',
        tags,
        params: itemParams,
        querystring: noQuerySchema,
        response: { 200: refTo(planSchema, 'The plan.'), ...errorResponses(400, 404) },
      },
    },
    async (request, reply) => {
      const plan = await findPlan(accountOf(request, 'read'), request.params.plan_uuid);
      const send = async () => void sendJson(reply, await planAnswer(plan, await plans.contentOf(plan)));
      if (plan.sizeBytes > longPlan) return await answers.inTurn(plan.accountUuid, reply, send);
      await send();
      return reply;
    },
  );

  app.post<ItemRequest>(
    `${path}/:plan_uuid/approve`,
    {
      schema: {
        operationId: 'approvePlan',
        summary: 'Approve a plan',
        description:
          'For signed-in owners and admins: for an hour, access tokens with scope `read` may apply the plan. The audit trail records it. Access tokens approve nothing.',
        tags,
        consumes: [...bodyMediaTypes],
        params: itemParams,
        response: {
          200: refTo(planSummarySchema, 'The plan, approved.'),
          ...errorResponses(400, 403, 404, 409, 413, 415),
        },
      },
    },
    async (request) => {
      const { accountUuid, session } = approverOf(request);
      const plan = await findPlan(accountUuid, request.params.plan_uuid);
      refuseUnknownAttributes(request.body ?? emptyBody, []);
      const approved = await plans.approve(accountUuid, plan.uuid, session.user.email);
      if (!approved)
        throw new ServiceError('plan_applied', `the plan ${quoteValue(plan.uuid)} was applied already`);
      return planToWire(approved);
    },
  );

  app.post<ItemRequest>(
    `${path}/:plan_uuid/apply`,
    {
      schema: {
        operationId: 'applyPlan',
        summary: 'Apply a plan',
        description: `Does all that the plan says in one transaction, with the checks, events and versions of single writes. When something that the plan saw has changed, it answers 409 \`changed_since\` and changes nothing; a second time it answers 409 \`plan_applied\`. An access token with scope \`read\` needs a plan that was approved within the hour. ${live}`,
        tags,
        consumes: [...bodyMediaTypes],
        params: itemParams,
        body: refTo(applyBodySchema),
        response: {
          200: refTo(appliedPlanSchema, 'The plan, with the secrets that it made.'),
          ...errorResponses(400, 403, 404, 409, 413, 415, 429),
        },
      },
    },
    async (request, reply) => {
      const plan = await findPlan(accountOf(request, 'read'), request.params.plan_uuid);
      requireMayApply(request, plan, parts.clock.now());
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['secrets']);
      const secrets = readSecrets(body);
      const applied = await applying.run(plan.accountUuid, () => applyPlan(parts, plan, secrets, request));
      reply.header('cache-control', 'no-store');
      return appliedToWire(applied.plan, applied.made);
    },
  );
}

/** Errors: `plan_invalid`. */
function readPrune({ prune }: Query): boolean {
  if (prune === undefined || prune === 'false') return false;
  if (prune === 'true') return true;
  throw new ServiceError('plan_invalid', `prune ${quoteValue(prune)} is invalid; allowed: true or false`);
}

/** Errors: `secrets_invalid`, which quotes no value. */
function readSecrets({ attributes, encoding }: RequestBody): ReadonlyMap<string, string> {
  if (!attributes.has('secrets')) return new Map();
  const given = jsonValue(attributes.get('secrets'), encoding);
  const secrets = new Map<string, string>();
  for (const [name, value] of isRecord(given) ? Object.entries(given) : [['', null] as const]) {
    if (typeof value !== 'string' || value === '' || value.length > maxSecretLength)
      throw new ServiceError(
        'secrets_invalid',
        `secrets is invalid; allowed: an object of texts of 1 to ${maxSecretLength} characters, by the names of the plan's secrets`,
      );
    secrets.set(name, value);
  }
  return secrets;
}

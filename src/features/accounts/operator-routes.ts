/** What only the operator may do with accounts. Source: docs/reference/operator-api.md. */

import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { labelAttribute } from '../../api/attributes.ts';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { accountOf } from '../../api/guard.ts';
import { errorResponses, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { ControlStore } from '../../control/store.ts';
import { type LimitName, limitNames, maxLimit } from '../../core/account-limits.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { readRequired, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, jsonValue, type RequestBody } from '../../resources/request-body.ts';
import type { Accounts } from './account-store.ts';
import { accountSchema, accountToWire } from './schemas.ts';

type CreateRequest = { Body: RequestBody | null };
type LimitsRequest = { Params: { account_uuid: string }; Body: RequestBody | null };

const tags = ['Accounts'];
const consumes = [...bodyMediaTypes];
const nameAttribute = labelAttribute('name', { description: 'What people see.' });

export function addOperatorAccountRoutes(
  app: FastifyInstance,
  accounts: Accounts,
  limits: ControlStore['limits'],
): void {
  app.post<CreateRequest>(
    '/api/v1/accounts',
    {
      schema: {
        operationId: 'createAccount',
        summary: 'Create an account',
        tags,
        consumes,
        body: Type.Object({ name: nameAttribute.schema }),
        response: { 201: refTo(accountSchema, 'The account created.'), ...errorResponses(400, 413, 415) },
      },
    },
    async (request, reply) => {
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['name']);
      const account = await accounts.create(readRequired(body, nameAttribute));
      reply.code(201);
      return accountToWire(account);
    },
  );

  app.put<LimitsRequest>(
    '/api/v1/accounts/:account_uuid/limits',
    {
      schema: {
        operationId: 'setLimits',
        summary: 'Set what an account may have',
        tags,
        consumes,
        params: Type.Object({ account_uuid: uuidSchema }),
        body: Type.Object(
          Object.fromEntries(
            limitNames.map((name) => [name, Type.Optional(Type.Union([Type.Integer(), Type.Null()]))]),
          ),
        ),
        response: {
          200: Type.Object({ data: Type.Array(Type.Object({ name: Type.String(), allowed: Type.Any() })) }),
          ...errorResponses(400, 404, 413, 415),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, limitNames);
      await limits.set(accountUuid, readLimits(body));
      const allowed = await limits.allowed(accountUuid);
      return { data: limitNames.map((name) => ({ name, allowed: allowed[name] })) };
    },
  );
}

/** A number; null for none, and `"default"` for what all have. */
function readLimits({
  attributes,
  encoding,
}: RequestBody): ReadonlyMap<LimitName, number | null | undefined> {
  const changes = new Map<LimitName, number | null | undefined>();
  for (const name of limitNames) {
    if (!attributes.has(name)) continue;
    const sent = attributes.get(name);
    if (sent === 'default') {
      changes.set(name, undefined);
      continue;
    }
    const value = jsonValue(sent, encoding);
    if (value !== null && !isLimit(value))
      throw new ServiceError(
        'limit_invalid',
        `${name} ${quoteValue(sent)} is invalid; allowed: an integer from 0 to ${maxLimit}, null for none, or "default"`,
      );
    changes.set(name, value);
  }
  return changes;
}

function isLimit(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxLimit;
}

/** What only the operator may do with accounts. Source: docs/reference/operator-api.md. */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { ControlStore } from '../../control/store.ts';
import { type LimitName, limitNames, maxLimit } from '../../core/account-limits.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { allowedLabel, parseLabel } from '../../core/label.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, jsonValue, type RequestBody } from '../../resources/request-body.ts';
import { bodyMediaTypes } from '../body/parsers.ts';
import { accountOf } from '../guard.ts';
import { accountSchema, accountToWire } from '../schemas/account.ts';
import { errorResponses, refTo, uuidSchema } from '../schemas/common.ts';

type CreateRequest = { Body: RequestBody | null };
type LimitsRequest = { Params: { account_uuid: string }; Body: RequestBody | null };

const tags = ['Accounts'];
const consumes = [...bodyMediaTypes];

export function addOperatorAccountRoutes(
  app: FastifyInstance,
  { accounts, limits }: Pick<ControlStore, 'accounts' | 'limits'>,
): void {
  app.post<CreateRequest>(
    '/api/v1/accounts',
    {
      schema: {
        operationId: 'createAccount',
        summary: 'Create an account',
        tags,
        consumes,
        body: Type.Object({ name: Type.String({ description: 'What people see.' }) }),
        response: { 201: refTo(accountSchema, 'The account created.'), ...errorResponses(400, 413, 415) },
      },
    },
    async (request, reply) => {
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['name']);
      const account = await accounts.create(readName(body.attributes.get('name')));
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

function readName(sent: unknown): string {
  const name = typeof sent === 'string' ? parseLabel(sent) : undefined;
  if (name !== undefined) return name;
  const problem = sent === undefined ? 'is missing' : `${quoteValue(sent)} is invalid`;
  throw new ServiceError({ attribute: 'name' }, `name ${problem}; allowed: ${allowedLabel()}`);
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

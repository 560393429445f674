/** `/api/v1/accounts/:account_uuid/members`, and the account's first owner. Source: docs/reference/people.md ("Members"). */

import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../../api/auth.ts';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { accountOf, callerOf, idOf, notFound, requireAccess } from '../../api/guard.ts';
import { paginate } from '../../api/page-answer.ts';
import { type Query, readPage } from '../../api/query.ts';
import { page as aboutPages } from '../../api/reference/descriptions.ts';
import { makeLive, type RoutingChanges } from '../../api/routing-changes.ts';
import {
  createdSchema,
  errorResponses,
  messageSchema,
  pageSchema,
  refTo,
  uuidSchema,
} from '../../api/schemas/common.ts';
import type { ControlStore } from '../../control/store.ts';
import { ServiceError } from '../../core/errors.ts';
import { rangeOf } from '../../core/page.ts';
import { invitationResource } from '../../resources/invitation.ts';
import { readRequired, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { userResource } from '../../resources/user.ts';
import type { Passwords } from '../sessions/passwords.ts';
import {
  memberBodySchema,
  memberQuerySchema,
  memberSchema,
  memberToWire,
  removedMemberMessage,
} from './member-schemas.ts';
import { Memberships } from './membership-store.ts';
import { readNewPassword } from './secret-attributes.ts';
import { ownerBodySchema } from './user-schemas.ts';
import { Users } from './user-store.ts';

type AccountRequest = { Params: { account_uuid: string }; Querystring: Query; Body: RequestBody | null };
type ItemRequest = { Params: { account_uuid: string; user_uuid: string }; Body: RequestBody | null };

const kind = 'member';
const collection = '/api/v1/accounts/:account_uuid/members';
const item = `${collection}/:user_uuid`;
const tags = ['People'];
const accountParams = Type.Object({ account_uuid: uuidSchema });
const itemParams = Type.Object({ account_uuid: uuidSchema, user_uuid: uuidSchema });
const consumes = [...bodyMediaTypes];

export function addMemberRoutes(
  app: FastifyInstance,
  store: Pick<ControlStore, 'database' | 'clock'>,
  passwords: Passwords,
  authenticator: Authenticator,
  changes: RoutingChanges,
): void {
  const users = new Users(store);
  const memberships = new Memberships(store);
  app.post<AccountRequest>(
    '/api/v1/accounts/:account_uuid/owner',
    {
      schema: {
        operationId: 'createOwner',
        summary: 'Create the first owner of an account',
        description:
          'With an access token of scope `write`, while the account has no owner; otherwise the answer is 400 `owner_exists`. Signs nobody in.',
        tags,
        consumes,
        params: accountParams,
        body: refTo(ownerBodySchema),
        response: {
          201: createdSchema(memberSchema, 'The owner created.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'write');
      // An admin must not become owner this way.
      if (callerOf(request).kind === 'user')
        throw new ServiceError('forbidden', 'this request needs an access token with scope "write"');
      if (await memberships.hasOwner(accountUuid)) throw ownerExists();
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['email', 'name', 'password']);
      const email = readRequired(body, userResource.attributes.email);
      const name = readRequired(body, userResource.attributes.name);
      const password = readNewPassword(body, [email, name]);
      const create = (passwordHash: string) =>
        users.create({ email, name, passwordHash }, (trx, created) =>
          memberships.addFirstOwner(trx, accountUuid, created.uuid),
        );
      const user = await passwords.choosing(request, email, password, create, accountUuid);
      const member = await memberships.find(accountUuid, user.uuid);
      if (!member) throw notFound(kind, user.uuid);
      reply.code(201).header('location', `/api/v1/accounts/${accountUuid}/members/${user.uuid}`);
      return memberToWire(member);
    },
  );

  app.get<AccountRequest>(
    collection,
    {
      schema: {
        operationId: 'listMembers',
        summary: 'List the members of an account',
        description: `${aboutPages} Oldest membership first.`,
        tags,
        params: accountParams,
        querystring: memberQuerySchema,
        response: { 200: pageSchema(memberSchema, 'A page of members.'), ...errorResponses(400, 404) },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const page = readPage(request.query);
      const range = rangeOf(page);
      const { members, count } = await memberships.page(accountUuid, range);
      return { data: members.map(memberToWire), pagination: paginate(request, reply, page, count) };
    },
  );

  app.get<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'getMember',
        summary: 'Retrieve a member',
        description: 'Answers one member.',
        tags,
        params: itemParams,
        response: { 200: refTo(memberSchema, 'The member.'), ...errorResponses(404) },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      const { user_uuid: named } = request.params;
      const member = await memberships.find(accountUuid, idOf(kind, named));
      if (!member) throw notFound(kind, named);
      return memberToWire(member);
    },
  );

  app.put<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'updateMember',
        summary: 'Change the role of a member',
        description:
          'For owners. Counts from the user’s next request on, on every machine within a second. The last owner stays owner: 400 `last_owner`.',
        tags,
        consumes,
        params: itemParams,
        body: refTo(memberBodySchema),
        response: {
          200: refTo(memberSchema, 'The member as it is now.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'people');
      const { user_uuid: named } = request.params;
      const userUuid = idOf(kind, named);
      // Nothing in the body can make a member that isn't there a bad request.
      if (!(await memberships.find(accountUuid, userUuid))) throw notFound(kind, named);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['role']);
      const role = readRequired(body, invitationResource.attributes.role);
      const member = await memberships.setRole(accountUuid, userUuid, role);
      if (!member) throw notFound(kind, named);
      authenticator.forget();
      await makeLive(changes, request);
      return memberToWire(member);
    },
  );

  app.delete<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'removeMember',
        summary: 'Remove a member, or leave the account',
        description: 'Owners remove others; every member may leave. The last owner can’t: 400 `last_owner`.',
        tags,
        params: itemParams,
        response: { 200: refTo(messageSchema, 'A confirmation.'), ...errorResponses(400, 403, 404) },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      const { user_uuid: named } = request.params;
      const caller = callerOf(request);
      // Everybody may leave.
      const isOwn = caller.kind === 'user' && caller.session.user.uuid === idOf(kind, named);
      if (!isOwn) requireAccess(caller, 'people');
      const removed = await memberships.remove(accountUuid, idOf(kind, named));
      if (!removed) throw notFound(kind, named);
      authenticator.forget();
      await makeLive(changes, request);
      return { message: removedMemberMessage(removed) };
    },
  );
}

function ownerExists(): ServiceError {
  return new ServiceError('owner_exists', 'the account has an owner; owners invite people');
}

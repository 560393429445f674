/** What only the operator may do with users. Source: docs/reference/operator-api.md. */

import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import type { ApiParts } from '../../api/parts.ts';
import { type Query, readParameter } from '../../api/query.ts';
import { makeLive } from '../../api/routing-changes.ts';
import { errorResponses, messageSchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { ControlStore } from '../../control/store.ts';
import { ServiceError } from '../../core/errors.ts';
import { invitationResource } from '../../resources/invitation.ts';
import { readRequired, readText, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { type User, userResource } from '../../resources/user.ts';
import { Memberships } from './membership-store.ts';
import { readNewPassword } from './secret-attributes.ts';
import { roleSchema, userSchema, userToWire } from './user-schemas.ts';
import { Users } from './user-store.ts';

type Store = Pick<ControlStore, 'database' | 'clock'>;
type MemberRequest = { Params: { account_uuid: string }; Body: RequestBody | null };
type UserRequest = { Params: { user_uuid: string } };

const tags = ['People'];
const { email: emailAttribute, name: nameAttribute } = userResource.attributes;
const { role: roleAttribute } = invitationResource.attributes;
const textSchema = Type.Optional(Type.String());

export function addOperatorUserRoutes(
  app: FastifyInstance,
  { store, authenticator, changes }: Pick<ApiParts, 'store' | 'authenticator' | 'changes'>,
): void {
  const users = new Users(store);
  const memberships = new Memberships(store);

  app.get<{ Querystring: Query }>(
    '/api/v1/users',
    {
      schema: {
        operationId: 'listUsers',
        summary: 'List all users with their roles',
        tags,
        querystring: Type.Object({ email: textSchema }),
        response: { 200: Type.Array(refTo(userSchema)), ...errorResponses(400) },
      },
    },
    async (request) => {
      const email = readParameter(request.query, 'email', { attribute: 'email' });
      return listUsers(store, email === undefined ? undefined : readText(email, emailAttribute));
    },
  );

  app.post<MemberRequest>(
    '/api/v1/accounts/:account_uuid/members',
    {
      schema: {
        operationId: 'addMember',
        summary: 'Make a user, a new one or one that there is, a member of an account',
        tags,
        consumes: [...bodyMediaTypes],
        params: Type.Object({ account_uuid: uuidSchema }),
        body: Type.Object({
          role: roleSchema,
          user_uuid: textSchema,
          email: textSchema,
          name: textSchema,
          password: textSchema,
        }),
        response: { 201: refTo(userSchema, 'The user.'), ...errorResponses(400, 404, 413, 415) },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'people');
      const body = request.body ?? emptyBody;
      const named = body.attributes.get('user_uuid');
      refuseUnknownAttributes(
        body,
        named === undefined ? ['email', 'name', 'password', 'role'] : ['user_uuid', 'role'],
      );
      const role = readRequired(body, roleAttribute);
      if (role !== 'owner' && !(await memberships.hasOwner(accountUuid)))
        throw new ServiceError(
          { attribute: 'role' },
          `role ${role} is invalid: the first user of an account has to be an owner`,
        );
      reply.code(201);
      if (named !== undefined) {
        const text = typeof named === 'string' ? named : JSON.stringify(named);
        const user = await users.find(idOf('user', text));
        if (!user) throw notFound('user', text);
        await memberships.add(accountUuid, user.uuid, role);
        authenticator.forget();
        await makeLive(changes, request);
        return userToWire(user);
      }
      const email = readRequired(body, emailAttribute);
      const name = readRequired(body, nameAttribute);
      const passwordHash = await users.hashPassword(email, readNewPassword(body, [email, name]));
      const created = await users.create({ email, name, passwordHash }, (trx, user) =>
        memberships.addWithin(trx, accountUuid, user.uuid, role),
      );
      return userToWire(created);
    },
  );

  app.delete<UserRequest>(
    '/api/v1/users/:user_uuid',
    {
      schema: {
        operationId: 'deleteUser',
        summary: 'Delete a user with all memberships and sessions',
        tags,
        params: Type.Object({ user_uuid: uuidSchema }),
        response: {
          200: refTo(messageSchema, 'A confirmation that names the user.'),
          ...errorResponses(400, 404),
        },
      },
    },
    async (request) => {
      const { user_uuid: named } = request.params;
      const user = await users.find(idOf('user', named));
      if (!user || !(await users.remove(user.uuid))) throw notFound('user', named);
      authenticator.forget();
      await makeLive(changes, request);
      return { message: `The user ${user.email} was deleted.` };
    },
  );
}

/** Users as the operator sees them. */
export type ListedUser = ReturnType<typeof userToWire> & {
  readonly uuid: string;
  readonly email: string;
  readonly name: string;
  readonly has_second_factor: boolean;
  readonly created_at: string;
  readonly memberships: readonly { readonly account_uuid: string; readonly role: string }[];
};

/** All users, oldest first, or those with an address. */
export async function listUsers(store: Store, email?: string): Promise<ListedUser[]> {
  const users = new Users(store);
  const memberships = new Memberships(store);
  const found: readonly User[] =
    email === undefined ? await users.list() : (await users.findAllByEmail(email)).map(({ user }) => user);
  const toListed = async (user: User): Promise<object> => {
    const held = await memberships.listOf(user.uuid);
    const wire = held.map(({ accountUuid, role }) => ({ account_uuid: accountUuid, role }));
    return { ...userToWire(user), memberships: wire };
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the definition says what users have
  return (await Promise.all(found.map(toListed))) as ListedUser[];
}

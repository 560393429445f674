/** Access tokens on the wire. Source: docs/reference/access-tokens.md. */
import { type TObject, Type } from '@sinclair/typebox';
import { type AccessToken, accessTokenResource, tokenSortFields } from '../../resources/access-token.ts';
import { toWire } from '../../resources/resource.ts';
import { answeredSchemas, listQuerySchema, resourceBodySchemas, resourceSchema } from './resource.ts';

export const accessTokenSchema: TObject = resourceSchema(accessTokenResource);

export const createdAccessTokenSchema: TObject = Type.Object(
  {
    ...answeredSchemas(accessTokenResource.definitions),
    token: Type.String({
      description: 'The access token itself. It is not stored and cannot be shown again.',
      examples: ['np_…'],
    }),
  },
  { $id: 'CreatedAccessToken' },
);

export const accessTokenBodySchema: TObject = resourceBodySchemas(accessTokenResource).create;
export const accessTokenQuerySchema: TObject = listQuerySchema(accessTokenResource, tokenSortFields);

export function accessTokenToWire(token: AccessToken): Record<string, unknown> {
  return toWire(accessTokenResource, token);
}

/** `isOwn`: the token revoked is the one that the request came with. */
export function revokedAccessTokenMessage(token: AccessToken, isOwn: boolean): string {
  const consequence = isOwn ? ' It was the token of this request: what uses it is signed out.' : '';
  return `Access token ${token.uuid} (${JSON.stringify(token.name)}) was revoked.${consequence}`;
}

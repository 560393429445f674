/** A browser that has signed in: the fields it sends with its requests. */
import { expect } from 'vitest';
import type { ApiResponse, ApiServer } from './api-server.ts';

export type Browser = {
  /** `name=value`. */
  readonly cookie: string;
  readonly csrfToken: string;
  /** What a page of our own sends with a request that changes something. */
  readonly fields: { readonly cookie: string; readonly 'x-csrf-token': string };
};

export async function signIn(
  api: Pick<ApiServer, 'ask' | 'token'>,
  token: string = api.token,
  headers: Readonly<Record<string, string>> = {},
): Promise<Browser> {
  const answer = await api.ask('/session', { json: { access_token: token }, headers });
  expect(answer).toMatchObject({ status: 201 });
  const cookie = cookieOf(answer);
  const { csrf_token: csrfToken } = answer.body;
  return { cookie, csrfToken, fields: { cookie, 'x-csrf-token': csrfToken } };
}

/** The `name=value` of the one cookie that an answer sets. */
export function cookieOf(answer: ApiResponse): string {
  const set = answer.headers['set-cookie'] ?? [];
  expect(set).toHaveLength(1);
  return set[0]?.split(';', 1)[0] ?? '';
}

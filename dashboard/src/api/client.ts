/**
 * The one way to the service: a typed client of the public API. Every failure is an `ApiError` with the API's own
 * sentence; a request that cannot be made at all has the code `unreachable`.
 */
import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from '../../../client/src/openapi.ts';
import { ApiError, unreachable } from './api-error.ts';
import { reportReachable } from './connection.ts';
import { currentAccount, currentCsrfToken, sessionWasRefused } from './csrf.ts';

const safeMethods = new Set(['GET', 'HEAD']);

const guard: Middleware = {
  onRequest({ request }) {
    const csrfToken = currentCsrfToken();
    if (!safeMethods.has(request.method) && csrfToken !== undefined) {
      request.headers.set('x-csrf-token', csrfToken);
    }
    const account = currentAccount();
    if (account !== undefined) request.headers.set('x-account', account);
    return request;
  },
  async onResponse({ request, response }) {
    reportReachable(response.status !== 502 && response.status !== 504);
    if (response.ok) return;
    const error = await ApiError.of(response);
    // A wrong token at sign-in doesn't mean that a session ended.
    if (error.status === 401 && !new URL(request.url).pathname.startsWith('/session')) sessionWasRefused();
    throw error;
  },
  onError({ error }) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    reportReachable(false);
    return unreachable();
  },
};

export const api = createClient<paths>({ baseUrl: location.origin, credentials: 'same-origin' });
api.use(guard);

/** The body of an answer: failures have been thrown already, so there is one. */
export async function bodyOf<T>(answer: Promise<{ data?: T }>): Promise<T> {
  const { data } = await answer;
  if (data === undefined) throw new ApiError(0, 'answer_empty', 'The service sent an empty answer.');
  return data;
}

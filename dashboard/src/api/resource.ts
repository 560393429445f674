/**
 * The five verbs of a resource over the typed client. Answers are cached under the resource's key (see
 * `changed.ts`).
 */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { paths } from '../../../client/src/openapi.ts';
import { ApiError } from './api-error.ts';
import { api, bodyOf } from './client.ts';

type Verb = 'get' | 'post' | 'put' | 'delete';
type Operation<Path extends keyof paths, Of extends Verb> = NonNullable<paths[Path][Of]>;
type Parameters<Op, Where extends 'path' | 'query'> = Op extends {
  parameters: { [W in Where]?: infer Found };
}
  ? [NonNullable<Found>] extends [never]
    ? object
    : NonNullable<Found>
  : never;
type Body<Op> = Op extends { requestBody?: { content: { 'application/json': infer Found } } } ? Found : never;
type Json<Response> = Response extends { content: { 'application/json': infer Found } } ? Found : never;
type Answer<Op> = Op extends { responses: infer Responses }
  ? {
      [Status in keyof Responses]: Status extends 200 | 201 ? Json<Responses[Status]> : never;
    }[keyof Responses]
  : never;

export type ListAnswer<Path extends keyof paths> = Answer<Operation<Path, 'get'>>;
export type ListQuery<Path extends keyof paths> = Parameters<Operation<Path, 'get'>, 'query'>;
export type PathParameters<Path extends keyof paths> = Parameters<Operation<Path, 'get'>, 'path'>;

export type Listed<All extends keyof paths> = Pick<ReturnType<typeof resource<All>>, 'all' | 'list'>;

type Sent = {
  readonly path: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

type Ask = (verb: Verb, to: string, init: object) => Promise<{ data?: unknown }>;

/** The answer's type follows from the path, which the client can't tell of a variable. */
function ask<Result>(verb: Verb, to: string, { path, query, ...rest }: Sent): Promise<Result> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const request = api.request as Ask;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return bodyOf(request(verb, to, { params: { path, query }, ...rest })) as Promise<Result>;
}

/** `key` names it in the cache, `all` is the path of the list, `one` that of an item. */
export function resource<const All extends keyof paths, const One extends keyof paths = never>(
  key: string,
  all: All,
  one?: One,
) {
  const ofOne = one ?? '';
  return {
    key,
    all,
    list: (path: PathParameters<All>, query: ListQuery<All>) =>
      queryOptions({
        queryKey: [key, 'list', path, query],
        queryFn: ({ signal }) => ask<ListAnswer<All>>('get', all, { path, query, signal }),
        placeholderData: keepPreviousData,
      }),
    one: (path: Parameters<Operation<One, 'get'>, 'path'>) =>
      queryOptions({
        queryKey: [key, 'one', path],
        queryFn: ({ signal }) => ask<Answer<Operation<One, 'get'>>>('get', ofOne, { path, signal }),
      }),
    create: (path: Parameters<Operation<All, 'post'>, 'path'>, body: Body<Operation<All, 'post'>>) =>
      ask<Answer<Operation<All, 'post'>>>('post', all, { path, body }),
    update: (path: Parameters<Operation<One, 'put'>, 'path'>, body: Body<Operation<One, 'put'>>) =>
      ask<Answer<Operation<One, 'put'>>>('put', ofOne, { path, body }),
    /** One that is gone already is as good as deleted. */
    remove: async (path: Parameters<Operation<One, 'delete'>, 'path'>): Promise<void> => {
      try {
        await ask('delete', ofOne, { path });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
    },
  };
}

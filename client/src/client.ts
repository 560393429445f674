/** The client: a function for each operation of the API. Source: docs/reference/client.md. */
import { errorOf, NameplateError } from './error.ts';
import { operationTable } from './operations.ts';
import type { AnswerOf, Arguments, ItemOf, ListName, OperationName } from './request-types.ts';
import { type RetryOptions, retrying } from './retry.ts';

export type ClientOptions = RetryOptions & {
  /** Where the API is, such as `https://nameplate.example.com`. */
  readonly url: string;
  /** An access token, `np_…`. */
  readonly token: string;
  /** Used in place of the global `fetch`. */
  readonly fetch?: typeof fetch;
};

type Operations = {
  readonly [Name in OperationName]: (...given: Arguments<Name>) => Promise<AnswerOf<Name>>;
};
type Responses = {
  readonly [Name in OperationName]: (
    ...given: Arguments<Name>
  ) => Promise<{ readonly body: AnswerOf<Name>; readonly response: Response }>;
};
type Lists = {
  readonly [Name in ListName]: (...given: Arguments<Name>) => AsyncGenerator<ItemOf<Name>, void>;
};

export type NameplateClient = Operations & {
  /** The items of a list, from the page asked for to the last one; pages are read as they are needed. */
  readonly each: Lists;
  /** The same operations with the whole response, such as for its `ETag`. */
  readonly withResponse: Responses;
};

/** What all operations have in common, without their types. */
type Request = Readonly<Record<string, unknown>> & {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/** Errors of all functions: {@link NameplateError}. Throws `TypeError` for a `url` that is none. */
export function createClient(options: ClientOptions): NameplateClient {
  const base = new URL(options.url);
  const send = options.fetch ?? fetch;

  async function ask(
    name: OperationName,
    request: Request = {},
  ): Promise<{ body: unknown; response: Response }> {
    const { method, path } = operationTable[name];
    const { body, headers, signal, ...parameters } = request;
    const init: RequestInit = {
      method,
      headers: fieldsOf(options.token, method, body, headers),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    };
    const url = addressOf(base, name, path, parameters);
    return retrying(options, signal, async () => {
      const response = await send(url, init).catch((error: unknown) => {
        if (signal?.aborted === true) throw error;
        throw new NameplateError(`${base.origin} can't be reached`, {
          status: 0,
          code: 'unreachable',
          cause: error,
        });
      });
      if (!response.ok) throw await errorOf(response, Date.now());
      return { body: await bodyOf(response), response };
    });
  }

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
  const names = Object.keys(operationTable) as OperationName[];
  const each = <Value>(make: (name: OperationName) => Value) =>
    Object.fromEntries(names.map((name) => [name, make(name)]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from the same table as the types
  return {
    ...each((name) => async (request?: Request) => (await ask(name, request)).body),
    each: each((name) => (request?: Request) => itemsOf((next) => ask(name, next), request)),
    withResponse: each((name) => (request?: Request) => ask(name, request)),
  } as unknown as NameplateClient;
}

function fieldsOf(
  token: string,
  method: string,
  body: unknown,
  given: Readonly<Record<string, string>> = {},
): Headers {
  const fields = new Headers({ authorization: `Bearer ${token}` });
  if (body !== undefined) fields.set('content-type', 'application/json');
  // The same for all tries, so that the service carries a request out once.
  if (method === 'POST') fields.set('idempotency-key', newKey());
  for (const [name, value] of Object.entries(given)) fields.set(name, value);
  return fields;
}

/** 128 random bits; `randomUUID` is missing in pages that came in clear text. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function addressOf(
  base: URL,
  name: string,
  path: string,
  parameters: Readonly<Record<string, unknown>>,
): URL {
  const query = new URLSearchParams();
  const inPath = new Set<string>();
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = parameters[parameter];
    // "." and ".." would be resolved, and lead to another operation.
    if ((typeof value !== 'string' && typeof value !== 'number') || /^\.{0,2}$/.test(`${value}`))
      throw new TypeError(`${name} needs "${parameter}", which is ${JSON.stringify(value)}`);
    inPath.add(parameter);
    return encodeURIComponent(value);
  });
  for (const [parameter, value] of Object.entries(parameters)) {
    if (value !== undefined && !inPath.has(parameter)) query.set(parameter, textOf(value));
  }
  const url = new URL(base.pathname.replace(/\/$/, '') + filled, base);
  url.search = query.toString();
  return url;
}

/** Numbers and booleans look the same in JSON; structured values, such as `filters`, are sent in it. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    throw new NameplateError(`the answer of ${new URL(response.url).origin} is not JSON`, {
      status: response.status,
      code: 'answer_invalid',
      requestId: response.headers.get('x-request-id') ?? undefined,
      cause: error,
    });
  }
}

type Page = {
  readonly data?: readonly unknown[];
  readonly records?: readonly unknown[];
};

async function* itemsOf(
  ask: (request: Request) => Promise<{ body: unknown; response: Response }>,
  request: Request = {},
): AsyncGenerator<unknown, void> {
  // By cursor, what is added or deleted meanwhile moves nothing.
  const first = request['page'] === undefined ? { cursor: '' } : {};
  let next: Request | undefined = { per_page: 1000, ...first, ...request };
  while (next) {
    const { body, response } = await ask(next);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the API's lists answer
    const { data, records } = body as Page;
    const items = data ?? records ?? [];
    yield* items;
    const place = nextPlace(response);
    next = place && items.length > 0 ? { ...next, ...place } : undefined;
  }
}

/** The parameters of the link to the next page (RFC 8288). */
function nextPlace(response: Response): Request | undefined {
  const links = response.headers.get('link') ?? '';
  const query = /<[^>]*\?([^>]*)>;\s*rel="?next"?/.exec(links)?.[1];
  if (query === undefined) return undefined;
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    ['page', 'cursor'].flatMap((name) => {
      const value = parameters.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
  );
}

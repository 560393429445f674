/** The API as tools ask it, over whatever brings the requests there. */
import { quoteValue } from '../../core/errors.ts';
import { parseUuid } from '../../core/ids.ts';

export type ApiRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};
export type ApiAnswer = {
  readonly status: number;
  readonly headers: { readonly link?: string | readonly string[] | undefined };
  readonly body: string;
};
/** Brings a request to the API, as the caller. */
export type SendToApi = (request: ApiRequest) => Promise<ApiAnswer>;

/** A member that is undefined is left out. */
export type QueryParameters = Readonly<Record<string, string | number | boolean | undefined>>;
type PostOptions = {
  readonly query?: QueryParameters;
  readonly fields?: Readonly<Record<string, string>>;
};
type Members = Readonly<Record<string, unknown>>;

/** An answer with more is refused: nothing of it could be shown, and reading it would hold up everybody else. */
const maxAnswerLength = 4 * 1024 * 1024;

/** What the model is told instead of an answer. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export class ToolApi {
  readonly #accountUuid: string;
  readonly #send: SendToApi;
  /** The address of a page of the dashboard. */
  readonly pageAddress: (path: string) => string;

  constructor(accountUuid: string, send: SendToApi, pageAddress: (path: string) => string) {
    this.#accountUuid = accountUuid;
    this.#send = send;
    this.pageAddress = pageAddress;
  }

  /** The path of something of the account; each part is encoded. */
  path(...parts: readonly string[]): string {
    return pathOf('/api/v1/accounts', this.#accountUuid, ...parts);
  }

  /** Errors: {@link Refused} with the API's code. */
  async get(path: string, query: QueryParameters = {}): Promise<Members> {
    return (await this.#ask('GET', withQuery(path, query))).members;
  }

  async post(path: string, body: object, { query = {}, fields = {} }: PostOptions = {}): Promise<Members> {
    return (await this.#ask('POST', withQuery(path, query), body, fields)).members;
  }

  /** A page of a list, by the cursor of the page before. */
  async list(
    path: string,
    query: QueryParameters,
    { limit = defaultLimit, cursor = '' }: Page,
  ): Promise<List> {
    const { members, next } = await this.#ask('GET', withQuery(path, { ...query, per_page: limit, cursor }));
    const { data, pagination } = members;
    return { items: listIn(data), count: membersOf(pagination)['count'], next_cursor: next };
  }

  /** The uuid of the custom domain with this uuid or host. */
  async domainUuid(named: string): Promise<string> {
    const uuid = parseUuid(named);
    if (uuid !== undefined) return uuid;
    const { data } = await this.get(this.path('custom_domains'), { host: named });
    const found = membersOf(listIn(data)[0])['uuid'];
    if (typeof found === 'string') return found;
    throw new Refused('not_found', `there is no custom domain ${quoteValue(named)}`);
  }

  async #ask(
    method: 'GET' | 'POST',
    path: string,
    json?: object,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<Asked> {
    const { status, headers, body } = await this.#send({
      method,
      path,
      headers: {
        ...fields,
        // For paths that name none.
        'x-account': this.#accountUuid,
        ...(json && { 'content-type': 'application/json' }),
      },
      body: json && textOf(json),
    });
    if (body.length > maxAnswerLength)
      throw new Refused('answer_too_long', 'the answer is too long to be shown; ask for less of it');
    const members = membersOf(parse(body));
    if (status < 300) return { members, next: nextIn(headers.link) };
    const { error, error_code: code } = members;
    if (typeof error !== 'string' || typeof code !== 'string')
      throw new Refused('unavailable', `what answered with ${status} is not Nameplate`);
    throw new Refused(code, error);
  }
}

export type Page = { readonly limit?: number | undefined; readonly cursor?: string | undefined };
type List = {
  readonly items: readonly unknown[];
  readonly count: unknown;
  readonly next_cursor: string | null;
};
type Asked = { readonly members: Members; readonly next: string | null };

export const defaultLimit = 25;

/** Errors: {@link Refused} `not_found` of a part that would lead to another place. Source: RFC 3986, section 5.2.4. */
export function pathOf(prefix: string, ...parts: readonly string[]): string {
  const dots = parts.find((part) => part === '.' || part === '..');
  if (dots !== undefined) throw new Refused('not_found', `there is no ${quoteValue(dots)}`);
  return [prefix, ...parts.map((part) => encodeURIComponent(part.toWellFormed()))].join('/');
}

/** The members of an object; none of what is no object. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A page of a list that is all there; its cursor is a place. Errors: {@link Refused} `cursor_invalid`. */
export function pageOf<Item>(
  items: readonly Item[],
  { limit = defaultLimit, cursor }: Page,
): { readonly items: readonly Item[]; readonly next_cursor: string | null } {
  const start = placeOf(cursor);
  const end = start + limit;
  return { items: items.slice(start, end), next_cursor: end < items.length ? String(end) : null };
}

/** Reads a cursor that is a place. */
export function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new Refused(
    'cursor_invalid',
    `cursor ${quoteValue(cursor)} is invalid; allowed: next_cursor of the page before`,
  );
}

function withQuery(path: string, query: QueryParameters): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.size === 0 ? path : `${path}?${given.toString()}`;
}

/** Source: RFC 8288. */
function nextIn(link: string | readonly string[] | undefined): string | null {
  const target = /<([^>]*)>; rel="next"/.exec(String(link ?? ''))?.[1];
  return target === undefined ? null : new URL(target, 'http://api.invalid').searchParams.get('cursor');
}

/** Errors: {@link Refused} `body_invalid`. */
function textOf(json: object): string {
  try {
    return JSON.stringify(json);
  } catch {
    throw new Refused('body_invalid', 'the arguments are nested too deeply');
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

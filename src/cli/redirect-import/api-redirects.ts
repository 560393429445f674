/** Redirects over the API, as an import uses them. Source: docs/reference/redirects.md ("Many at once"). */
import { maxBatch } from '../../resources/batch.ts';
import { type RedirectAttributes, redirectResource } from '../../resources/redirect.ts';
import { collectBody } from '../../resources/request-body.ts';
import type { ApiClient } from '../api-client.ts';
import { ApiError } from '../sending.ts';

/** Why one of a list can't be created. */
export type Problem = { readonly code: string; readonly message: string };
type Wire = Readonly<Record<string, unknown>> & {
  readonly uuid: string;
  readonly warnings?: readonly string[];
};
/** What became of one of a list. */
export type Written = { readonly problem?: Problem; readonly warnings?: readonly string[] };
export type StoredRedirect = RedirectAttributes & { readonly uuid: string };

/** Of a body of the API, with room for the names around a list. */
const maxListBytes = 1_000_000;
/** Lines that are checked, or written, together. */
export const batchSize: number = maxBatch / 2;
const askedAtOnce = 8;
const problemLine = /^redirects\[(\d+)\] (\w+): (.*)$/;
const { writable, keys } = redirectResource;

export class ApiRedirects {
  readonly #api: ApiClient;
  readonly #path: string;

  constructor(api: ApiClient, accountPath: string) {
    this.#api = api;
    this.#path = `${accountPath}/redirects`;
  }

  /**
   * Creates all of a list or none; answers what became of each, in its order. Lists too long for one body are cut, so that a part
   * of them may be created. `rehearse` creates nothing.
   */
  async create(
    list: readonly RedirectAttributes[],
    as: 'create' | 'rehearse' = 'create',
  ): Promise<Written[]> {
    const bodies = list.map((attributes) => bodyOf(attributes, writable));
    const written: Written[] = [];
    for (const part of parts(bodies)) written.push(...(await this.#createPart(part, as === 'rehearse')));
    return written;
  }

  async #createPart(redirects: readonly object[], dryRun: boolean): Promise<Written[]> {
    const body = collectBody('json', [
      ['redirects', redirects],
      ['dry_run', dryRun],
    ]);
    try {
      const { data } = await this.#api.post<{ readonly data: readonly Wire[] }>(`${this.#path}/batch`, body);
      return data.map(({ warnings = [] }) => ({ warnings }));
    } catch (error) {
      const problems =
        error instanceof ApiError && error.code === 'redirects_invalid' ? problemsIn(error) : [];
      if (problems.length === 0) throw error;
      const byPlace = new Map(problems);
      return redirects.map((_, place) => {
        const problem = byPlace.get(place);
        return problem ? { problem } : {};
      });
    }
  }

  /** The redirects that the account has for hosts, in their order; undefined where it has none. */
  findMany(hosts: readonly string[]): Promise<(StoredRedirect | undefined)[]> {
    return eachOf(hosts, async (host) => {
      const query = { source_host: host, sort: 'created_at' };
      const [wire] = (await this.#api.page<Wire>(this.#path, query, 1, 0)).items;
      return wire && storedOf(wire);
    });
  }

  /** Changes the attributes in `names`, each redirect alone; answers what became of each, in their order. */
  updateMany(
    changes: readonly { readonly uuid: string; readonly attributes: RedirectAttributes }[],
    names: ReadonlySet<string>,
  ): Promise<Written[]> {
    return eachOf(changes, async ({ uuid, attributes }) => {
      const given = writable.filter((name) => names.has(name));
      try {
        const { warnings = [] } = await this.#api.put<Wire>(
          `${this.#path}/${uuid}`,
          collectBody('json', Object.entries(bodyOf(attributes, given))),
        );
        return { warnings };
      } catch (error) {
        if (error instanceof ApiError && isOfOne(error)) return { problem: error };
        throw error;
      }
    });
  }
}

/** Whether only this one redirect is refused, and not every request. */
function isOfOne({ code }: ApiError): boolean {
  return code === 'not_found' || code === 'source_host_taken' || code.endsWith('_invalid');
}

function problemsIn({ message }: ApiError): [number, Problem][] {
  return message.split('\n').flatMap((line): [number, Problem][] => {
    const [, place, code = '', text = ''] = problemLine.exec(line) ?? [];
    return place === undefined ? [] : [[Number(place), { code, message: text }]];
  });
}

/** Asks for several at once, and answers in their order. */
async function eachOf<T, Answer>(list: readonly T[], ask: (one: T) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < list.length; start += askedAtOnce)
    answers.push(...(await Promise.all(list.slice(start, start + askedAtOnce).map(ask))));
  return answers;
}

/** Parts of a list that a body holds. */
function* parts(list: readonly object[]): Generator<readonly object[]> {
  let start = 0;
  let bytes = 0;
  for (const [index, one] of list.entries()) {
    const length = Buffer.byteLength(JSON.stringify(one)) + 1;
    if (index > start && bytes + length > maxListBytes) {
      yield list.slice(start, index);
      start = index;
      bytes = 0;
    }
    bytes += length;
  }
  if (start < list.length) yield list.slice(start);
}

function bodyOf(attributes: RedirectAttributes, names: readonly (typeof writable)[number][]): object {
  return Object.fromEntries(names.map((name) => [name, attributes[keys[name]]]));
}

function storedOf(wire: Wire): StoredRedirect {
  const attributes = Object.fromEntries(writable.map((name) => [keys[name], wire[name]]));
  // The API answers attributes in the form that they are read in.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...attributes, uuid: wire.uuid } as StoredRedirect;
}

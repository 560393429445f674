/** Custom domains over the API, many at once. Source: docs/reference/domains.md ("Many at once"). */
import { maxBatch } from '../../resources/batch.ts';
import { collectBody } from '../../resources/request-body.ts';
import type { ApiClient } from '../api-client.ts';
import type { ShownDomain } from '../domain-show.ts';
import { ApiError } from '../sending.ts';

/** Why one of a list can't be created. */
export type BatchProblem = { readonly place: number; readonly code: string; readonly message: string };
export type BatchOutcome =
  | { readonly created: readonly ShownDomain[] }
  | { readonly problems: readonly BatchProblem[]; readonly summary: string };

/** Of a body of the API, with room for the names around a list. */
const maxListBytes = 1_000_000;
const problemLine = /^custom_domains\[(\d+)\] (\w+): (.*)$/;

export class DomainBatches {
  readonly #api: ApiClient;
  readonly #path: string;

  constructor(api: ApiClient, upstreamPath: string) {
    this.#api = api;
    this.#path = `${upstreamPath}/custom_domains/batch`;
  }

  /** Creates all of a list or none. `rehearse` creates nothing. `certificatesFollow`: none are ordered meanwhile. */
  async create(
    list: readonly unknown[],
    as: 'create' | 'rehearse',
    certificatesFollow = false,
  ): Promise<BatchOutcome> {
    const body = collectBody('json', [
      ['custom_domains', list],
      ...(as === 'rehearse' ? [['dry_run', true] as const] : []),
      ...(certificatesFollow ? [['certificates_follow', true] as const] : []),
    ]);
    try {
      const { data } = await this.#api.post<{ readonly data: readonly ShownDomain[] }>(this.#path, body);
      return { created: data };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'custom_domains_invalid') throw error;
      const [summary = '', ...lines] = error.message.split('\n');
      const problems = lines.flatMap((line): BatchProblem[] => {
        const [, place, code = '', message = ''] = problemLine.exec(line) ?? [];
        return place === undefined ? [] : [{ place: Number(place), code, message }];
      });
      if (problems.length === 0) throw error;
      return { problems, summary: summary.replace(/:$/, '') };
    }
  }
}

/** Parts of a list that a body of the API holds. */
export function* batchesOf<T>(
  list: readonly T[],
): Generator<{ readonly start: number; readonly part: readonly T[] }> {
  let start = 0;
  let bytes = 0;
  for (const [index, one] of list.entries()) {
    const length = Buffer.byteLength(JSON.stringify(one) ?? '') + 1;
    if (index > start && (index - start === maxBatch || bytes + length > maxListBytes)) {
      yield { start, part: list.slice(start, index) };
      start = index;
      bytes = 0;
    }
    bytes += length;
  }
  if (start < list.length) yield { start, part: list.slice(start) };
}

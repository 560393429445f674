/** Lists of new resources, each read like a single one. Source: docs/reference/domains.md ("Many at once"). */
import { quoteValue, ServiceError } from '../core/errors.ts';
import { LoopTurns } from '../core/loop-turns.ts';
import { refuseUnknownAttributes } from './read-attributes.ts';
import { collectBody, jsonValue, type RequestBody } from './request-body.ts';
import { defineResource, type Resource } from './resource.ts';

export const maxBatch = 1_000;

/** What a list of new resources has besides. */
export const batchDefinitions = {
  dry_run: {
    type: 'boolean',
    default: false,
    description: 'Check everything, and create nothing.',
  },
} as const;

export const batchResource: Resource<typeof batchDefinitions> = defineResource('Batch', batchDefinitions);

/** What is listed, as bodies name it. */
export type BatchName = 'custom_domains' | 'redirects';

/** A resource of the list, by its place from 0, that can't be created. */
export type BatchProblem = { readonly index: number; readonly error: ServiceError };

export type Batch<A> = {
  readonly count: number;
  readonly lines: readonly { readonly index: number; readonly attributes: A }[];
  readonly problems: readonly BatchProblem[];
};

/**
 * Reads all of a list, which the body has under `name`; other requests have their turns meanwhile. Errors:
 * `parameter_unknown` for attributes of an item that aren't in `names`; `<name>_invalid` when it isn't a list of 1 to 1,000.
 */
export async function readBatch<A>(
  body: RequestBody,
  name: BatchName,
  names: readonly string[],
  readItem: (item: RequestBody) => A,
): Promise<Batch<A>> {
  const list = jsonValue(body.attributes.get(name), body.encoding);
  if (body.repeated.has(name)) throw invalid(name, 'is given more than once');
  if (!Array.isArray(list)) throw invalid(name, body.attributes.has(name) ? 'is not an array' : 'is missing');
  const items: readonly unknown[] = list;
  if (items.length === 0 || items.length > maxBatch)
    throw invalid(name, `has ${items.length} ${words(name)}`);
  const lines: { index: number; attributes: A }[] = [];
  const problems: BatchProblem[] = [];
  const turns = new LoopTurns();
  for (const [index, item] of items.entries()) {
    await turns.next();
    try {
      const each = itemBody(item);
      refuseUnknownAttributes(each, names);
      lines.push({ index, attributes: readItem(each) });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      problems.push({ index, error });
    }
  }
  return { count: items.length, lines, problems };
}

/**
 * The error that names every problem of a list, a line each in the order of the list: those that it was read with, and `further`
 * ones, by their places among the lines that could be read.
 */
export function batchRefused(
  name: BatchName,
  { count, lines: read, problems: ofReading }: Batch<unknown>,
  further: readonly BatchProblem[],
): ServiceError {
  const problems = [
    ...ofReading,
    ...further.map(({ index, error }) => ({ index: read[index]?.index ?? index, error })),
  ];
  const lines = problems
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, error }) => `${name}[${index}] ${error.code}: ${error.message}`);
  return new ServiceError(
    `${name}_invalid`,
    [`none was created, because ${problems.length} of ${count} ${name} can't be:`, ...lines].join('\n'),
  );
}

function itemBody(item: unknown): RequestBody {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw new ServiceError('body_invalid', `${quoteValue(item)} is not an object`);
  return collectBody('json', Object.entries(item));
}

function invalid(name: BatchName, problem: string): ServiceError {
  return new ServiceError(
    `${name}_invalid`,
    `${name} ${problem}; allowed: an array of 1 to ${maxBatch} ${words(name)}`,
  );
}

function words(name: BatchName): string {
  return name.replace('_', ' ');
}

/** Lists of new custom domains, each read like a single one. Source: docs/reference/domains.md ("Many at once"). */
import { quoteValue, ServiceError } from '../core/errors.ts';
import { type CustomDomainAttributes, customDomainResource } from './custom-domain.ts';
import { refuseUnknownAttributes } from './read-attributes.ts';
import { type OwnNames, readNewCustomDomain } from './read-custom-domain.ts';
import { collectBody, jsonValue, type RequestBody } from './request-body.ts';

export const maxCustomDomainBatch = 1_000;

/** A custom domain of the list, by its place from 0, that can't be created. */
export type BatchProblem = { readonly index: number; readonly error: ServiceError };

export type CustomDomainBatch = {
  readonly count: number;
  readonly lines: readonly { readonly index: number; readonly attributes: CustomDomainAttributes }[];
  readonly problems: readonly BatchProblem[];
};

/** Reads all of a list. Errors: `parameter_unknown`; `custom_domains_invalid` when it isn't a list of 1 to 1,000. */
export function readCustomDomainBatch(body: RequestBody, own: OwnNames): CustomDomainBatch {
  refuseUnknownAttributes(body, ['custom_domains']);
  const list = jsonValue(body.attributes.get('custom_domains'), body.encoding);
  if (body.repeated.has('custom_domains')) throw invalid('is given more than once');
  if (!Array.isArray(list)) throw invalid(body.attributes.size === 0 ? 'is missing' : 'is not an array');
  const items: readonly unknown[] = list;
  if (items.length === 0 || items.length > maxCustomDomainBatch)
    throw invalid(`has ${items.length} custom domains`);
  const lines: { index: number; attributes: CustomDomainAttributes }[] = [];
  const problems: BatchProblem[] = [];
  for (const [index, item] of items.entries()) {
    try {
      lines.push({ index, attributes: readItem(item, own) });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      problems.push({ index, error });
    }
  }
  return { count: items.length, lines, problems };
}

/** The error that names every problem of a list, a line each in the order of the list. */
export function batchRefused(count: number, problems: readonly BatchProblem[]): ServiceError {
  const lines = problems
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, error }) => `custom_domains[${index}] ${error.code}: ${error.message}`);
  return new ServiceError(
    'custom_domains_invalid',
    [`none was created, because ${problems.length} of ${count} custom_domains can't be:`, ...lines].join(
      '\n',
    ),
  );
}

function readItem(item: unknown, own: OwnNames): CustomDomainAttributes {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw new ServiceError('body_invalid', `${quoteValue(item)} is not an object`);
  const body = collectBody('json', Object.entries(item));
  refuseUnknownAttributes(body, customDomainResource.names);
  return readNewCustomDomain(body, own);
}

function invalid(problem: string): ServiceError {
  return new ServiceError(
    'custom_domains_invalid',
    `custom_domains ${problem}; allowed: an array of 1 to ${maxCustomDomainBatch} custom domains`,
  );
}

/** Segments: an account's named lists of filters. Source: docs/reference/segments.md. */
import { checkStoredFilters } from '../../analytics/query/stored-filters.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Collection } from '../../kernel/collection.ts';
import { callersAccount } from '../../kernel/owner.ts';
import type { Reading } from '../../resources/definition.ts';
import { defineResource } from '../../resources/resource.ts';
import { readName } from '../../resources/text-readings.ts';
import { filtersSchema } from '../reports/query-schemas.ts';

/** 500 segments are one list. */
const maxFiltersLength = 65_536;

const definitions = {
  uuid: { type: 'uuid', readOnly: true },
  name: {
    type: 'text',
    required: true,
    minLength: 1,
    maxLength: 200,
    allowed: '1 to 200 characters on one line',
    refused: 'is missing or not 1 to 200 characters on one line',
    description: 'What the segment is called.',
    examples: ['Readers in Germany'],
    read: (text: string): Reading<string> => readName(text),
  },
  filters: {
    type: 'json',
    required: true,
    allowed: 'filters as in queries, at least one, at most 65536 characters of JSON',
    refused:
      'of a segment are missing, or not filters that a query takes; the message names the place in them',
    schema: filtersSchema as Readonly<Record<string, unknown>>,
    read: (value: unknown): Reading<readonly unknown[]> => readFilters(value),
  },
  created_at: { type: 'timestamp', readOnly: true, description: 'Creation time.' },
  updated_at: { type: 'timestamp', readOnly: true, description: 'Time of last update.' },
} as const;

type Definitions = typeof definitions;

export const segments: Collection<Definitions> = {
  resource: defineResource('Segment', definitions),
  kind: 'segment',
  table: 'segments',
  owner: callersAccount,
  path: '/api/v1/analytics/segments',
  item: 'segment_uuid',
  label: 'name',
  sortFields: ['created_at', 'updated_at', 'name'],
  limit: { most: 500, code: 'too_many_segments' },
  tag: {
    name: 'Segments',
    description: 'Filters of queries, saved under a name for the whole account.',
  },
  verbs: {
    list: {},
    create: {
      description:
        '`filters` are checked as a query would. More than 500 segments in an account answer 400 `too_many_segments`.',
    },
    get: {},
    update: {},
    delete: {
      answer: 'A confirmation that names the uuid and the name.',
      description: 'Deletes the saved filters. Reports and other segments stay as they are.',
    },
  },
};

function readFilters(value: unknown): Reading<readonly unknown[]> {
  if (!Array.isArray(value)) return { ok: false };
  try {
    checkStoredFilters(value);
  } catch (error) {
    if (error instanceof ServiceError) return { ok: false, reason: error.message };
    throw error;
  }
  return JSON.stringify(value).length <= maxFiltersLength ? { ok: true, value } : { ok: false };
}

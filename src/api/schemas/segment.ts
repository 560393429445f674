/** Segments on the wire. Source: docs/reference/segments.md. */
import { type TObject, Type } from '@sinclair/typebox';
import { checkStoredFilters } from '../../analytics/query/stored-filters.ts';
import { type Segment, type SegmentAttributes, segmentSortFields } from '../../control/segments.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Reading } from '../../resources/definition.ts';
import { readOptional, readRequired } from '../../resources/read-attributes.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import { type DescribedAttribute, labelAttribute, schemasOf } from '../attributes.ts';
import { pageQuery, sortQuery, timestampSchema, uuidSchema } from './common.ts';
import { filtersSchema } from './query.ts';
import { bodySchemas } from './resource.ts';

/** 500 segments are one list. */
const maxFiltersLength = 65_536;

const nameAttribute: DescribedAttribute<string> = labelAttribute('name', {
  description: 'What the segment is called.',
  examples: ['Readers in Germany'],
});

const filtersAttribute: DescribedAttribute<readonly unknown[]> = {
  name: 'filters',
  allowed: `filters as in queries, at least one, at most ${maxFiltersLength} characters of JSON`,
  schema: filtersSchema,
  read(sent, encoding) {
    const value = encoding === 'form' && typeof sent === 'string' ? parseJson(sent) : sent;
    return Array.isArray(value) ? readFilterList(value) : { ok: false };
  },
};

function readFilterList(value: readonly unknown[]): Reading<readonly unknown[]> {
  try {
    checkStoredFilters(value);
  } catch (error) {
    if (error instanceof ServiceError) return { ok: false, reason: error.message };
    throw error;
  }
  return JSON.stringify(value).length <= maxFiltersLength ? { ok: true, value } : { ok: false };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** In the order in which they are checked. */
const writable: readonly DescribedAttribute<unknown>[] = [nameAttribute, filtersAttribute];

/** Every attribute that a body may have; the read-only ones are ignored. */
export const segmentAttributeNames: readonly string[] = [
  ...writable.map(({ name }) => name),
  'uuid',
  'created_at',
  'updated_at',
];

export const segmentSchema: TObject = Type.Object(
  {
    uuid: uuidSchema,
    name: nameAttribute.schema,
    filters: filtersAttribute.schema,
    created_at: timestampSchema('Creation time.'),
    updated_at: timestampSchema('Time of last update.'),
  },
  { $id: 'Segment' },
);

export const segmentBodySchemas: { readonly create: TObject; readonly update: TObject } = bodySchemas(
  'Segment',
  schemasOf(writable),
  ['name', 'filters'],
);

export const segmentQuerySchema: TObject = Type.Object({ ...pageQuery, sort: sortQuery(segmentSortFields) });

/** Reads all attributes of a new segment. Errors: the attribute's own code. */
export function readNewSegment(body: RequestBody): SegmentAttributes {
  return { name: readRequired(body, nameAttribute), filters: readRequired(body, filtersAttribute) };
}

/** Reads what is given and keeps the rest of `current`. Errors: the attribute's own code. */
export function readChangedSegment(body: RequestBody, current: SegmentAttributes): SegmentAttributes {
  return {
    name: readOptional(body, nameAttribute) ?? current.name,
    filters: readOptional(body, filtersAttribute) ?? current.filters,
  };
}

export function segmentToWire(segment: Segment): Record<string, unknown> {
  return {
    uuid: segment.uuid,
    name: segment.name,
    filters: segment.filters,
    created_at: formatTimestamp(segment.createdAt),
    updated_at: formatTimestamp(segment.updatedAt),
  };
}

export function deletedSegmentMessage({ uuid, name }: Segment): string {
  return `Segment ${uuid} (${JSON.stringify(name)}) was deleted.`;
}

/** What an export is. Source: docs/reference/exports.md ("Exports"). */
import { type TSchema, Type } from '@sinclair/typebox';
import { enumSchema, timestampSchema } from '../../api/schemas/common.ts';
import { allowedDate, formatDay, makeDateRange, parseDay } from '../../core/date-range.ts';
import { parseUuid } from '../../core/ids.ts';
import type { Entity, NewValues, Reading, Values } from '../../resources/definition.ts';
import { defineResource, type Resource } from '../../resources/resource.ts';

export const exportWhats = ['requests', 'events', 'visits'] as const;
export type ExportWhat = (typeof exportWhats)[number];
export const exportFormats = ['parquet', 'csv', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportStates = ['waiting', 'running', 'done', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

function readDate(given: string): Reading<string> {
  const read = parseDay(given);
  return read === undefined ? { ok: false } : { ok: true, value: formatDay(read) };
}

export function readUuid(given: string): Reading<string> {
  const uuid = parseUuid(given);
  return uuid === undefined ? { ok: false } : { ok: true, value: uuid };
}

/** Of exports and of schedules. */
export const what = {
  type: 'choice',
  // The compiler needs the type to be written out.
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
  choices: exportWhats as typeof exportWhats,
  required: true,
  description:
    '`requests` that the edge answered, `events` that the tracker or a server sent, or `visits` made of them.',
  option: { value: 'WHAT', help: 'requests, events or visits' },
} as const;
export const customDomainUuid = {
  type: 'text',
  nullable: true,
  allowed: 'the uuid of a custom domain of the account, or null',
  refused: 'is not the uuid of a custom domain of the account',
  description: 'Only this custom domain; null: everything of the account.',
  read: (given: string): Reading<string> => readUuid(given),
  option: { value: 'UUID', help: 'only this custom domain' },
} as const;
export const format = {
  type: 'choice',
  // The compiler needs the type to be written out.
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
  choices: exportFormats as typeof exportFormats,
  required: true,
  description: 'Apache Parquet, CSV (RFC 4180) or JSON Lines.',
  option: { value: 'FORMAT', help: 'parquet, csv or jsonl' },
} as const;

const definitions = {
  uuid: { type: 'uuid', readOnly: true },
  // The compiler needs the type to be written out.
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
  what: what as typeof what,
  // The compiler needs the type to be written out.
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
  custom_domain_uuid: customDomainUuid as typeof customDomainUuid,
  from: {
    type: 'text',
    required: true,
    // The compiler needs the type to be written out.
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
    allowed: allowedDate as typeof allowedDate,
    refused: 'is missing or not a date `YYYY-MM-DD`',
    description: 'The first day, UTC.',
    examples: ['2026-11-01'],
    read: (given: string): Reading<string> => readDate(given),
    option: { value: 'DAY', help: 'first day, YYYY-MM-DD in UTC' },
  },
  to: {
    type: 'text',
    required: true,
    // The compiler needs the type to be written out.
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
    allowed: allowedDate as typeof allowedDate,
    refused: 'is missing or not a date `YYYY-MM-DD`',
    description: 'The last day, UTC; it is included.',
    examples: ['2026-11-30'],
    read: (given: string): Reading<string> => readDate(given),
    option: { value: 'DAY', help: 'last day, which is included' },
  },
  // The compiler needs the type to be written out.
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
  format: format as typeof format,
  destination_uuid: {
    type: 'text',
    nullable: true,
    allowed: 'the uuid of an export destination of the account, or null',
    refused: 'is not the uuid of an export destination of the account',
    description: 'The bucket that it goes to; null: a file to download.',
    read: (given: string): Reading<string> => readUuid(given),
    option: { value: 'UUID', help: 'destination whose bucket it goes to' },
  },
  schedule_uuid: {
    type: 'text',
    readOnly: true,
    nullable: true,
    description: 'The schedule that made it; null: none.',
  },
  state: {
    type: 'computed',
    readOnly: true,
    description: 'An export waits, runs, and is done or has failed.',
  },
  progress: { type: 'computed', readOnly: true, description: 'What is written so far.' },
  error: { type: 'computed', readOnly: true, description: 'Why it failed, or what it waits for; else null.' },
  created_at: { type: 'timestamp', readOnly: true, description: 'Creation time.' },
  finished_at: { type: 'computed', readOnly: true },
  expires_at: { type: 'computed', readOnly: true },
} as const;

export type ExportDefinitions = typeof definitions;
export type Export = Entity<ExportDefinitions>;
export type ExportValues = Values<ExportDefinitions>;
export const exportResource: Resource<ExportDefinitions> = defineResource('Export', definitions);

const optionalTime = (description: string): TSchema =>
  Type.Union([timestampSchema(description), Type.Null()], { description });

export const computedSchemas: Readonly<Record<string, TSchema>> = {
  state: enumSchema(exportStates, { description: 'An export waits, runs, and is done or has failed.' }),
  progress: Type.Object(
    {
      rows: Type.Integer({ description: 'Rows written.' }),
      bytes: Type.Integer({ description: 'Their bytes.' }),
      days_done: Type.Integer({ description: 'Days written.' }),
      days: Type.Integer({ description: 'Days in all.' }),
    },
    { description: 'What is written so far.' },
  ),
  error: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it failed, or what it waits for; else null.',
  }),
  finished_at: optionalTime('When it was done or failed; null: not yet.'),
  expires_at: optionalTime('Until when its file can be downloaded; null: it has none.'),
};

/** Adds what follows from what was given. Errors: `date_range_invalid`. */
export function completeExport(given: NewValues<ExportDefinitions>, nowMs: number): ExportValues {
  const { from, to, customDomainUuid: domain = null, destinationUuid = null } = given;
  makeDateRange({ from: parseDay(from), to: parseDay(to) }, nowMs);
  return { ...given, customDomainUuid: domain, destinationUuid };
}

/** How many days it has, both ends included. */
export function daysOf({ from, to }: Pick<Export, 'from' | 'to'>): {
  readonly first: number;
  readonly last: number;
} {
  return { first: parseDay(from) ?? 0, last: parseDay(to) ?? 0 };
}

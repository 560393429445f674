/** Exports that are made every day. Source: docs/reference/exports.md ("Schedules"). */
import { type TSchema, Type } from '@sinclair/typebox';
import type { Entity, Reading, Values } from '../../resources/definition.ts';
import { defineResource, type Resource } from '../../resources/resource.ts';
import { customDomainUuid, format, readUuid, what } from './export.ts';

const definitions = {
  uuid: { type: 'uuid', readOnly: true },
  // The compiler needs the type to be written out.
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
  what: what as typeof what,
  // The compiler needs the type to be written out.
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
  custom_domain_uuid: customDomainUuid as typeof customDomainUuid,
  // The compiler needs the type to be written out.
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
  format: format as typeof format,
  destination_uuid: {
    type: 'text',
    required: true,
    allowed: 'the uuid of an export destination of the account',
    refused: 'is missing or not the uuid of an export destination of the account',
    description: 'The bucket that the exports go to.',
    read: (given: string): Reading<string> => readUuid(given),
    option: { value: 'UUID', help: 'destination whose bucket they go to' },
  },
  late_rows: { type: 'computed', readOnly: true },
  created_at: { type: 'timestamp', readOnly: true, description: 'Creation time.' },
} as const;

export type ScheduleDefinitions = typeof definitions;
export type Schedule = Entity<ScheduleDefinitions>;
export type ScheduleValues = Values<ScheduleDefinitions>;
export const scheduleResource: Resource<ScheduleDefinitions> = defineResource('ExportSchedule', definitions);

export const lateRowsSchema: TSchema = Type.Integer({
  description:
    'How many rows of the days that it has exported were stored after that; of visits, how many of their events.',
});

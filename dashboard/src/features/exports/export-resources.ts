/** What the cards of exports list and change. */
import type { components } from '../../../../client/src/openapi.ts';
import { resource } from '../../api/resource.ts';

type Schemas = components['schemas'];

const account = '/api/v1/accounts/{account_uuid}';

export type Export = Schemas['Export'];
export const exported = resource('exports', `${account}/exports`, `${account}/exports/{export_uuid}`);

export type Destination = Schemas['ExportDestination'];
export const destinations = resource(
  'export-destinations',
  `${account}/export_destinations`,
  `${account}/export_destinations/{export_destination_uuid}`,
);

export type Schedule = Schemas['ExportSchedule'];
export const schedules = resource(
  'export-schedules',
  `${account}/export_schedules`,
  `${account}/export_schedules/{export_schedule_uuid}`,
);

export const whats = [
  { value: 'requests', label: 'Requests' },
  { value: 'events', label: 'Events' },
  { value: 'visits', label: 'Visits' },
] as const;
export const formats = [
  { value: 'parquet', label: 'Parquet' },
  { value: 'csv', label: 'CSV' },
  { value: 'jsonl', label: 'JSON Lines' },
] as const;
export type What = (typeof whats)[number]['value'];
export type Format = (typeof formats)[number]['value'];

export function labelOf(
  choices: readonly { readonly value: string; readonly label: string }[],
  value: string,
): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}

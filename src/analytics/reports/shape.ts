/** Makes a report's answer from its groups. Source: docs/reference/web-analytics.md ("Time series", "Ranked lists"). */
import { bucketsIn, formatDay } from '../../core/date-range.ts';
import { percentageOf } from '../../core/percentage.ts';
import { type Dimension, dimensionOf, dimensions } from './labels.ts';
import type { GroupShape, Report, ReportRequest, Shape } from './report.ts';
import { responseTimeBuckets } from './response-time-buckets.ts';

/** A group; numbers are strings where an engine quotes wide integers. */
export type Row = {
  /** Of several lists in one answer, which one. */
  readonly list?: string;
  readonly key?: string | number;
  readonly total: string | number;
  /** Of all groups, the ones cut off included; of lists only. */
  readonly whole?: string | number;
};

/** As it goes over the wire. */
export type Answer = Readonly<Record<string, unknown>>;

export type ListShape = Extract<Shape, { kind: 'list' }>;

export function shapeAnswer(
  shape: GroupShape,
  report: Report,
  request: ReportRequest,
  rows: readonly Row[],
): Answer {
  if (shape.kind === 'count') return { [shape.field]: valueOf(rows[0]) };
  if (shape.kind === 'series') return { data: shapeSeries(request, rows) };
  if (shape.kind === 'distribution') return { data: shapeDistribution(rows) };
  if (shape.kind === 'devices') return { data: shapeDevices(request.limit, rows) };
  return { data: shapeList(shape, dimensionOf(report, request), request.limit, rows) };
}

/** The lists of `devices`, by the name of their dimension. */
export const deviceLists = [
  { field: 'browsers', dimension: 'browser', id: 'browser_id' },
  { field: 'operating_systems', dimension: 'operating_system', id: 'operating_system_id' },
  { field: 'screen_sizes', dimension: 'screen', id: 'screen_size_id' },
] as const;

/** The shape of one of the lists of `devices`. */
export function deviceShape(id: string): ListShape {
  const description = 'Slug of the name; it does not change.';
  return { kind: 'list', label: 'name', value: 'count', id: { field: id, type: 'string', description } };
}

function shapeDevices(limit: number, rows: readonly Row[]): Answer {
  return Object.fromEntries(
    deviceLists.map(({ field, dimension, id }) => [
      field,
      shapeList(
        deviceShape(id),
        dimensions[dimension],
        limit,
        rows.filter(({ list }) => list === dimension),
      ),
    ]),
  );
}

function valueOf(row: Row | undefined): number {
  return Number(row?.total ?? 0);
}

/** Every bucket in time order, also those without rows. Keys that look like dates keep the order of insertion. */
function shapeSeries({ range, frequency }: ReportRequest, rows: readonly Row[]): Record<string, number> {
  const byBucket = new Map(rows.map((row) => [Number(row.key), row]));
  return Object.fromEntries(
    bucketsIn(range, frequency).map((bucket) => [formatDay(bucket), valueOf(byBucket.get(bucket))]),
  );
}

function shapeDistribution(rows: readonly Row[]): Record<string, string> {
  const byIndex = new Map(rows.map(({ key, total }) => [Number(key), Number(total)]));
  return Object.fromEntries(
    responseTimeBuckets.map(({ label }, index) => [label, String(byIndex.get(index) ?? 0)]),
  );
}

function shapeList(shape: ListShape, dimension: Dimension, limit: number, rows: readonly Row[]): Answer[] {
  const items = rows.map((row) => toItem(dimension, row));
  const ranked = dimension.order === undefined ? items.toSorted(compareItems).slice(0, limit) : items;
  return ranked.map((item) => toWire(shape, dimension, item));
}

type Item = {
  readonly key: string;
  readonly label: string;
  readonly total: number;
  readonly percentage: number;
};

function toItem({ label }: Dimension, row: Row): Item {
  const key = String(row.key);
  const total = Number(row.total);
  return { key, label: label?.(key) ?? key, total, percentage: percentageOf(total, Number(row.whole)) };
}

function toWire({ label, id, value }: ListShape, dimension: Dimension, item: Item): Answer {
  const answer: Record<string, unknown> = { [label]: item.label };
  if (id !== undefined) {
    const text = dimension.id?.(item.key) ?? item.key;
    answer[id.field] = id.type === 'integer' ? Number(text) : text;
  }
  answer[value] = item.total;
  answer.percentage = item.percentage;
  return answer;
}

function compareItems(a: Item, b: Item): number {
  return b.total - a.total || compareBytes(a.label, b.label) || compareBytes(a.key, b.key);
}

/** As the engine compares text. */
export function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

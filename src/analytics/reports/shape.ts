/** Makes the answer of a report out of its groups. Source: spec section 2.3, contract section 6. */
import { bucketsIn, formatDay } from '../../core/date-range.ts';
import { type Dimension, dimensions } from './dimensions.ts';
import { type Measure, measures } from './measures.ts';
import type { Report, ReportRequest, Shape } from './report.ts';
import { responseTimeBuckets } from './response-time-buckets.ts';
import type { Row } from './sql.ts';

/** As it goes over the wire. */
export type Answer = Readonly<Record<string, unknown>>;

type ListShape = Extract<Shape, { kind: 'list' }>;

export function shapeAnswer(report: Report, request: ReportRequest, rows: readonly Row[]): Answer {
  const { shape } = report;
  const measure = measures[report.measure];
  if (shape.kind === 'count') return { [shape.field]: valueOf(measure, rows[0]) };
  if (shape.kind === 'series') return { data: shapeSeries(measure, request, rows) };
  if (shape.kind === 'distribution') return { data: shapeDistribution(rows) };
  return { data: shapeList(shape, dimensions[report.dimension], request.limit, rows) };
}

function valueOf(measure: Measure, row: Row | undefined): number {
  return measure.value(Number(row?.total ?? 0), Number(row?.units ?? 0));
}

/** Every bucket in time order, also those without rows. Keys that look like dates keep the order of insertion. */
function shapeSeries(
  measure: Measure,
  { range, frequency }: ReportRequest,
  rows: readonly Row[],
): Record<string, number> {
  const byBucket = new Map(rows.map((row) => [Number(row.key), row]));
  return Object.fromEntries(
    bucketsIn(range, frequency).map((bucket) => [formatDay(bucket), valueOf(measure, byBucket.get(bucket))]),
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
  return ranked.map((item) => toWire(shape, item));
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
  return { key, label: label?.(key) ?? key, total, percentage: percentage(total, Number(row.whole)) };
}

function toWire({ label, id, value }: ListShape, item: Item): Answer {
  const answer: Record<string, unknown> = { [label]: item.label };
  if (id !== undefined) answer[id.field] = id.type === 'integer' ? Number(item.key) : item.key;
  answer[value] = item.total;
  answer.percentage = item.percentage;
  return answer;
}

function compareItems(a: Item, b: Item): number {
  return b.total - a.total || compareBytes(a.label, b.label) || compareBytes(a.key, b.key);
}

/** Of 100, two decimals, half up; the product is exact, so no share that ends in 5 is rounded down. */
function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100;
}

/** As the engine compares text. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Runs journeys. Source: docs/reference/journeys.md. */
import { percentageOf } from '../../core/percentage.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { KnownDays, visitSource } from '../visits/visit-source.ts';
import type { Journey } from './journey.ts';
import { journeyStatement } from './journey-statement.ts';
import { knownRange } from './known-range.ts';
import { queryJson } from './query-json.ts';
import { maxRows } from './read-query.ts';
import { refuseBadPatterns } from './result-rows.ts';

export type JourneyAnswer = {
  readonly anchor: { readonly label: string; readonly visits: number };
  /** A list for each step. */
  readonly steps: readonly (readonly JourneyPath[])[];
};

export type JourneyPath = {
  /** From the anchor on: pages, and `(entry)`, `(exit)` or `(other)` as the last. */
  readonly path: readonly string[];
  readonly visits: number;
  /** Percentage of the anchor's visits, two decimals. */
  readonly rate: number;
};

type Row = { readonly visits: number; readonly hash: string } & Readonly<Record<`p${number}`, string>>;
type Parent = { readonly path: readonly string[]; readonly visits: number; readonly hash: string };

/** `domain` is a UUID as text. Rejects with what the store rejects with; errors: `query_invalid`. */
export async function runJourney(store: ReportStore, domain: string, asked: Journey): Promise<JourneyAnswer> {
  await refuseBadPatterns(store, asked);
  const journey = { ...asked, range: await knownRange(store, domain, asked.range, 'events') };
  const source = await visitSource(new KnownDays(store, domain), journey.range, 'start');
  const rowsOf = async (depth: number, parents: readonly string[]): Promise<Row[]> => {
    const rows = await store.query<Row>(journeyStatement(journey, source, depth, parents), { domain });
    if (rows.length > maxRows)
      throw queryJson.refuse(
        'limit',
        `is ${journey.limit}, and step ${depth} has more than ${maxRows} paths`,
        'a smaller one, or fewer steps',
      );
    return rows;
  };
  const [anchor] = await rowsOf(0, []);
  const all = anchor?.visits ?? 0;
  const steps: JourneyPath[][] = [];
  let parents: readonly Parent[] = all === 0 ? [] : [{ path: [], visits: all, hash: '' }];
  for (let depth = 1; depth <= journey.steps; depth += 1) {
    const hashes = parents.map(({ hash }) => hash);
    const rows = parents.length === 0 ? [] : await rowsOf(depth, hashes);
    const found = childrenOf(rows, depth);
    const below = parents.map((parent) => ({ parent, children: found.get(keyOf(parent.path)) ?? [] }));
    steps.push(below.flatMap(({ parent, children }) => level(parent, children, journey, all)));
    parents = below.flatMap(({ children }) => children.filter(({ path }) => path.at(-1) !== ''));
  }
  return { anchor: { label: journey.anchor.label, visits: all }, steps };
}

/** A step's paths by those they are below, in their order. */
function childrenOf(rows: readonly Row[], depth: number): ReadonlyMap<string, readonly Parent[]> {
  const found = new Map<string, Parent[]>();
  for (const row of rows) {
    const path = Array.from({ length: depth }, (_, index) => row[`p${index}`] ?? '');
    const key = keyOf(path.slice(0, -1));
    const siblings = found.get(key) ?? [];
    siblings.push({ path, visits: row.visits, hash: row.hash });
    found.set(key, siblings);
  }
  return found;
}

/** The pages below a path, then where visits ended, then what is beyond the limit: together the path's visits. */
function level(
  { path, visits }: Parent,
  children: readonly Parent[],
  { direction }: Journey,
  all: number,
): JourneyPath[] {
  const pages = children.filter((child) => child.path.at(-1) !== '');
  const ended = children.find((child) => child.path.at(-1) === '')?.visits ?? 0;
  const other = visits - ended - pages.reduce((sum, page) => sum + page.visits, 0);
  const named = (label: string, count: number) =>
    count > 0 ? [{ path: [...path, label], visits: count }] : [];
  return [
    ...pages,
    ...named(direction === 'after' ? '(exit)' : '(entry)', ended),
    ...named('(other)', other),
  ].map((one) => ({ path: one.path, visits: one.visits, rate: percentageOf(one.visits, all) }));
}

function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

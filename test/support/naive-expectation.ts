/**
 * Traffic against expectation, word for word as docs/reference/expectation.md defines it and without a calendar's arithmetic: what
 * clocks show is looked up for one quarter of an hour after another.
 */
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const quarterMs = 900_000;

export type NaiveSubject = {
  readonly zone: string;
  /** The times of its requests; those of crawlers apart. */
  readonly people: readonly number[];
  readonly crawlers: readonly number[];
};

export type NaiveHour = { hour: number; requests: number; expected: number | null; state: string };

const formats = new Map<string, Intl.DateTimeFormat>();
const shownBy = new Map<string, string>();

function clock(instant: number, zone: string): string {
  const key = `${zone} ${instant}`;
  const known = shownBy.get(key);
  if (known !== undefined) return known;
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  const shown = format.format(instant);
  shownBy.set(key, shown);
  return shown;
}

const searched = new Map<string, number | undefined>();

/** Undefined: the clock never showed that time, or not at a whole hour of UTC. */
export function naiveReference(hour: number, days: number, zone: string): number | undefined {
  const key = `${hour} ${days} ${zone}`;
  if (!searched.has(key)) searched.set(key, search(hour, days, zone));
  return searched.get(key);
}

function search(hour: number, days: number, zone: string): number | undefined {
  const [date = '', time = ''] = clock(hour, zone).split(' ');
  const wanted = `${new Date(Date.parse(`${date}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)} ${time}`;
  const around = hour - days * dayMs;
  for (let at = around - 25 * hourMs; at <= around + 25 * hourMs; at += quarterMs)
    if (clock(at, zone) === wanted) return at % hourMs === 0 ? at : undefined;
  return undefined;
}

/** `served`: the hours in which anything was recorded at all. `keptSince`: before it, retention has removed everything. */
export function naiveHour(
  hour: number,
  subject: NaiveSubject,
  counts: ReadonlyMap<number, number>,
  served: ReadonlySet<number>,
  kept: { readonly since: number; readonly now: number },
): NaiveHour {
  const first = Math.min(...subject.people, ...subject.crawlers);
  const references: number[] = [];
  for (const days of [7, 14, 21, 28]) {
    const reference = naiveReference(hour, days, subject.zone);
    if (reference === undefined) continue;
    if (reference + hourMs <= first || reference < kept.since || reference + hourMs > kept.now) continue;
    if (served.has(reference)) references.push(counts.get(reference) ?? 0);
  }
  references.sort((one, other) => one - other);
  const requests = counts.get(hour) ?? 0;
  const expected = medianOf(references);
  const isOver = hour + hourMs <= kept.now;
  return {
    hour,
    requests,
    expected,
    state: expected !== null && isOver ? stateOf(requests, expected) : 'none',
  };
}

function medianOf(sorted: readonly number[]): number | null {
  const [a = 0, b = 0, c = 0] = sorted;
  return [null, null, (a + b) / 2, b, (b + c) / 2][sorted.length] ?? null;
}

function stateOf(requests: number, expected: number): string {
  if (expected >= 100 && requests * 10 < expected * 3) return 'low';
  return requests > 500 && requests > expected * 5 ? 'high' : 'usual';
}

export function countsByHour(times: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const time of times) {
    const hour = time - (time % hourMs);
    counts.set(hour, (counts.get(hour) ?? 0) + 1);
  }
  return counts;
}

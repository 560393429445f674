/**
 * The groups of a report, from memory where that is what asking would answer. Source: contract section 6 (an answer never
 * depends on caches), src/analytics/answers/answer-memory.ts.
 *
 * Pageviews arrive all the time, and nearly all of them belong to the last minutes. So a report that adds up is asked in
 * parts once it was asked before (answer-parts.ts): those that the last minutes have no say in stay in memory.
 */
import type { Question } from '../answers/answer-memory.ts';
import { type ReportStore, remembered } from '../answers/report-store.ts';
import { type AnswerPart, cutOf, keyOf, partsOf, tableOf } from './answer-parts.ts';
import { askGroups } from './ask-groups.ts';
import { GroupSums } from './group-sums.ts';
import type { Report, ReportRequest } from './report.ts';
import { dimensionOf, type Groups, maxGroups } from './sql.ts';

export function rememberedGroups(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
): Promise<Groups> {
  return remembered<Groups>(store, questionOf(report, request), async (memory) => {
    const groups =
      (memory?.outdated && (await addedUp(store, report, request))) ??
      (await askGroups(store, report, request));
    return { value: groups, rows: groups.rows.length, to: groups.to };
  });
}

/** Undefined when there are no parts, or they cannot be added up: too many groups, or numbers that are not whole any more. */
async function addedUp(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
): Promise<Groups | undefined> {
  const parts = await partsOf(store, report, request);
  if (parts === undefined) return undefined;
  const found: Groups[] = [];
  for (const part of parts) {
    const groups = await groupsOfPart(store, part);
    if (groups === undefined) return undefined;
    found.push(groups);
  }
  // What came meanwhile may have changed one part before, and another one after it was asked.
  for (const [index, part] of parts.entries())
    if (part.question && (await groupsOfPart(store, part)) !== found[index]) return undefined;
  if (cutOf(await partsOf(store, report, request)) !== cutOf(parts)) return undefined;
  const isRemembered = (_: Groups, index: number): boolean => parts[index]?.question !== undefined;
  const settled = settledSums(report, request, found.filter(isRemembered));
  const recent = found.filter((groups, index) => !isRemembered(groups, index));
  const rows = settled.with(
    recent.flatMap((groups) => groups.rows),
    request.limit,
  );
  return rows && { rows, to: Math.max(...found.map(({ to }) => to)) };
}

/** What remembered parts come to, by the first one of them, which changes least. */
const sumsOfSettled = new WeakMap<
  Groups,
  { readonly settled: readonly Groups[]; readonly sums: GroupSums }
>();

function settledSums(report: Report, request: ReportRequest, settled: readonly Groups[]): GroupSums {
  const [first] = settled;
  const known = first && sumsOfSettled.get(first);
  const isSame = (groups: Groups, index: number): boolean => groups === settled[index];
  if (known && known.settled.length === settled.length && known.settled.every(isSame)) return known.sums;
  const sums = new GroupSums(
    dimensionOf(report, request),
    report.shape,
    settled.map((groups) => groups.rows),
  );
  if (first) sumsOfSettled.set(first, { settled, sums });
  return sums;
}

function groupsOfPart(store: ReportStore, { question, ask }: AnswerPart): Promise<Groups | undefined> {
  const fitting = async (): Promise<Groups | undefined> => {
    const groups = await ask();
    return groups !== undefined && groups.rows.length <= maxGroups ? groups : undefined;
  };
  if (question === undefined) return fitting();
  return remembered<Groups | undefined>(store, question, async () => {
    const value = await fitting();
    // Twice: what it comes to with others is kept as well.
    const rows = 2 * (value?.rows.length ?? 0);
    // Only without an instant: with one it is the question that says how far it reaches.
    return { value, rows, ...(question.before === undefined && value ? { to: value.to } : {}) };
  });
}

function questionOf(report: Report, request: ReportRequest): Question {
  return {
    key: keyOf(report, request),
    domain: request.domainUuid,
    of: [tableOf(report)],
    // A visit of the day before may go on in the range.
    from: report.source === 'visits' ? request.range.from - 1 : request.range.from,
    to: request.range.to,
  };
}

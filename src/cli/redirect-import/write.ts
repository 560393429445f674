/**
 * The second pass of an import: writes the validated lines, creations in batches that are committed whole. Lines that
 * became impossible since the first pass are refused, which isn't fatal.
 */
import { type HostUse, sourceHostTaken } from '../../control/redirects.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Redirect, RedirectAttributes } from '../../resources/redirect.ts';
import type { LineFormat } from './line.ts';
import { applyLine } from './merge.ts';
import type { Outcome, ValidLine } from './outcome.ts';
import { findOwn, type Target } from './validate.ts';

/** Redirects written in one transaction. */
const batchSize = 500;

/** Writes every valid line of `outcome` and counts it there; `onLines` hears how many are done. */
export async function writeLines(
  format: LineFormat,
  target: Target,
  outcome: Outcome,
  onLines: (count: number) => void,
): Promise<void> {
  let batch: ValidLine[] = [];
  let done = 0;
  const writeBatch = async () => {
    const [toCreate, toUpdate] = [
      batch.filter(({ uuid }) => uuid === null),
      batch.filter(({ uuid }) => uuid !== null),
    ];
    await createBatch(toCreate, format, target, outcome);
    await updateBatch(toUpdate, format, target, outcome);
    done += batch.length;
    batch = [];
    onLines(done);
  };
  for await (const line of outcome.valid.read()) {
    batch.push(line);
    if (batch.length === batchSize) await writeBatch();
  }
  await writeBatch();
}

/** Creates a batch; while a host of it was taken in the meantime, what is left without such hosts. */
async function createBatch(
  lines: readonly ValidLine[],
  format: LineFormat,
  target: Target,
  outcome: Outcome,
): Promise<void> {
  for (let left = lines; left.length > 0; ) {
    try {
      const created = await target.store.redirects.createMany(
        target.accountUuid,
        left.map(({ attributes }) => attributes),
      );
      outcome.created += left.length;
      await warnOfCircles(left, created, target, outcome);
      return;
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'source_host_taken')) throw error;
    }
    const taken = await target.store.redirects.takenHosts(
      target.accountUuid,
      left.map(({ attributes }) => attributes.sourceHost),
    );
    for (const line of left) {
      const takenBy = taken.get(line.attributes.sourceHost);
      if (takenBy) await takenMeanwhile(line, takenBy, format, target, outcome);
    }
    left = left.filter(({ attributes }) => !taken.has(attributes.sourceHost));
  }
}

async function takenMeanwhile(
  line: ValidLine,
  takenBy: HostUse,
  format: LineFormat,
  target: Target,
  outcome: Outcome,
): Promise<void> {
  const host = line.attributes.sourceHost;
  const own = target.update && takenBy === 'redirect' ? await findOwn(target, host) : undefined;
  if (own) await updateBatch([{ ...line, uuid: own.uuid }], format, target, outcome);
  else await outcome.refuse(line.line, host, sourceHostTaken(target.accountUuid, host, takenBy).message);
}

/** Updates a batch; a line whose redirect has changed too much since the first pass is refused alone. */
async function updateBatch(
  lines: readonly ValidLine[],
  format: LineFormat,
  target: Target,
  outcome: Outcome,
): Promise<void> {
  const { store, accountUuid } = target;
  const problems = new Map<ValidLine, string>();
  const updated = await store.redirects.updateMany(
    accountUuid,
    lines.map((line) => ({
      uuid: line.uuid ?? '',
      change: (current) => {
        const merged = merge(line.attributes, format, current);
        if (typeof merged !== 'string') return merged;
        problems.set(line, merged);
        return undefined;
      },
    })),
  );
  for (const [index, line] of lines.entries()) {
    const host = line.attributes.sourceHost;
    if (updated[index]) outcome.updated += 1;
    else {
      const gone = `the redirect of ${host} was deleted during the import`;
      await outcome.refuse(line.line, host, problems.get(line) ?? gone);
    }
  }
  await warnOfCircles(lines, updated, target, outcome);
}

/** A circle is found where its last redirect is written. */
async function warnOfCircles(
  lines: readonly ValidLine[],
  written: readonly (Redirect | undefined)[],
  { store, accountUuid }: Target,
  outcome: Outcome,
): Promise<void> {
  const pairs = lines.flatMap((line, place) => {
    const redirect = written[place];
    return redirect ? [{ line: line.line, redirect }] : [];
  });
  const circles = await store.redirects.findCircles(
    accountUuid,
    pairs.map(({ redirect }) => redirect),
  );
  for (const [place, { line, redirect }] of pairs.entries()) {
    const warning = circles[place];
    if (warning !== undefined)
      await outcome.warned.append({ line, source_host: redirect.sourceHost, warning });
  }
}

/** Answers the new attributes, or why there are none. */
function merge(
  attributes: RedirectAttributes,
  format: LineFormat,
  current: RedirectAttributes,
): RedirectAttributes | string {
  if (current.sourceHost !== attributes.sourceHost) {
    return `the redirect of ${attributes.sourceHost} moved to ${current.sourceHost} during the import`;
  }
  return applyLine(attributes, format.given, current);
}

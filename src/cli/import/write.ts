/**
 * The second pass of an import: what was validated is written, creations in batches that are committed whole. Lines
 * that have become impossible since the first pass are refused, not fatal.
 */
import { type RedirectAttributes, sourceHostTaken } from '../../control/redirects.ts';
import { ServiceError } from '../../core/errors.ts';
import type { LineFormat } from './line.ts';
import { applyLine } from './merge.ts';
import type { Outcome, ValidLine } from './outcome.ts';
import { findOwn, type Target } from './validate.ts';

/** Redirects created in one transaction. */
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
  for await (const line of outcome.valid.read()) {
    if (line.uuid === null) batch.push(line);
    else await updateOne(line, line.uuid, format, target, outcome);
    done += 1;
    if (batch.length < batchSize) {
      if (line.uuid !== null) onLines(done);
      continue;
    }
    await createBatch(batch, format, target, outcome);
    batch = [];
    onLines(done);
  }
  await createBatch(batch, format, target, outcome);
  onLines(done);
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
      await target.store.redirects.createMany(
        target.accountUuid,
        left.map(({ attributes }) => attributes),
      );
      outcome.created += left.length;
      return;
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'source_host_taken')) throw error;
    }
    const taken = await target.store.redirects.takenHosts(
      left.map(({ attributes }) => attributes.sourceHost),
    );
    for (const line of left.filter(({ attributes }) => taken.has(attributes.sourceHost))) {
      await takenMeanwhile(line, format, target, outcome);
    }
    left = left.filter(({ attributes }) => !taken.has(attributes.sourceHost));
  }
}

async function takenMeanwhile(
  line: ValidLine,
  format: LineFormat,
  target: Target,
  outcome: Outcome,
): Promise<void> {
  const host = line.attributes.sourceHost;
  const own = target.update ? await findOwn(target, host) : undefined;
  if (own) await updateOne(line, own.uuid, format, target, outcome);
  else await outcome.refuse(line.line, host, sourceHostTaken(host).message);
}

async function updateOne(
  { line, attributes }: ValidLine,
  uuid: string,
  format: LineFormat,
  { store, accountUuid }: Target,
  outcome: Outcome,
): Promise<void> {
  const host = attributes.sourceHost;
  try {
    const updated = await store.redirects.update(accountUuid, uuid, (current) =>
      mergedOrRefused(attributes, format, current),
    );
    if (updated) outcome.updated += 1;
    else await outcome.refuse(line, host, `the redirect of ${host} was deleted during the import`);
  } catch (error) {
    if (!(error instanceof LineRefused || error instanceof ServiceError)) throw error;
    await outcome.refuse(line, host, error.message);
  }
}

function mergedOrRefused(
  attributes: RedirectAttributes,
  format: LineFormat,
  current: RedirectAttributes,
): RedirectAttributes {
  if (current.sourceHost !== attributes.sourceHost) {
    throw new LineRefused(
      `the redirect of ${attributes.sourceHost} moved to ${current.sourceHost} during the import`,
    );
  }
  const merged = applyLine(attributes, format.given, current);
  if (typeof merged === 'string') throw new LineRefused(merged);
  return merged;
}

/** Leaves the transaction of an update without changing anything. */
class LineRefused extends Error {
  override readonly name = 'LineRefused';
}

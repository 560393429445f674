/**
 * The second pass of an import: writes the validated lines, creations in batches that are committed whole. Lines that
 * became impossible since the first pass are refused, which isn't fatal.
 */
import { Unanswered } from '../sending.ts';
import { batchSize, type Written } from './api-redirects.ts';
import type { LineFormat } from './line.ts';
import { sameAttributes } from './merge.ts';
import type { Outcome, ValidLine } from './outcome.ts';
import type { Target } from './validate.ts';

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
  let left = lines;
  let isLost = false;
  while (left.length > 0) {
    let written: Written[];
    try {
      written = await target.redirects.create(left.map(({ attributes }) => attributes));
    } catch (error) {
      // The service was replaced or killed: what it has created before is found to be there.
      if (!(error instanceof Unanswered) || isLost) throw error;
      isLost = true;
      continue;
    }
    const refused = left.flatMap((line, place) => {
      const problem = written[place]?.problem;
      return problem ? [{ line, problem }] : [];
    });
    await refusedMeanwhile(refused, format, target, outcome);
    if (refused.length === 0) {
      outcome.created += left.length;
      await outcome.warn(left, written);
      return;
    }
    left = left.filter((_, place) => !written[place]?.problem);
  }
}

type Refused = {
  readonly line: ValidLine;
  readonly problem: { readonly code: string; readonly message: string };
};

async function refusedMeanwhile(
  refused: readonly Refused[],
  format: LineFormat,
  target: Target,
  outcome: Outcome,
): Promise<void> {
  const own = await target.redirects.findMany(refused.map(({ line }) => line.attributes.sourceHost));
  for (const [place, { line, problem }] of refused.entries()) {
    const current = problem.code === 'source_host_taken' ? own[place] : undefined;
    // It was free in the first pass, so an answer to this import was lost.
    if (current && sameAttributes(line.attributes, current)) outcome.created += 1;
    else if (current && target.update)
      await updateBatch([{ ...line, uuid: current.uuid }], format, target, outcome);
    else await outcome.refuse(line.line, line.attributes.sourceHost, problem.message);
  }
}

/** Updates a batch; a line whose redirect has changed too much since the first pass is refused alone. */
async function updateBatch(
  lines: readonly ValidLine[],
  format: LineFormat,
  { redirects }: Target,
  outcome: Outcome,
): Promise<void> {
  const changes = lines.map(({ uuid, attributes }) => ({ uuid: uuid ?? '', attributes }));
  const written = await redirects.updateMany(changes, format.given);
  for (const [place, { line, attributes }] of lines.entries()) {
    const host = attributes.sourceHost;
    const problem = written[place]?.problem;
    if (!problem) outcome.updated += 1;
    else if (problem.code === 'not_found')
      await outcome.refuse(line, host, `the redirect of ${host} was deleted during the import`);
    else await outcome.refuse(line, host, problem.message);
  }
  await outcome.warn(lines, written);
}

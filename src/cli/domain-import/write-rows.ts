/**
 * Creates the custom domains of a file's rows. Up to 1,000 are one transaction; of more, every batch is rehearsed before the first is
 * written. Source: docs/reference/domains.md ("Many at once").
 */
import { quoteValue } from '../../core/errors.ts';
import { maxBatch } from '../../resources/batch.ts';
import { counted } from '../counted.ts';
import type { ShownDomain } from '../domain-show.ts';
import { CliError, failureLine } from '../failures.ts';
import { note } from '../output.ts';
import { type BatchProblem, batchesOf, type DomainBatches } from './domain-batches.ts';
import type { Row } from './rows.ts';

export type RowOptions = { readonly dryRun: boolean; readonly skipInvalid: boolean };
type Written = {
  /** Those of a dry run are not kept. */
  readonly created: readonly ShownDomain[];
  /** How many rows were left out. */
  readonly refused: number;
};

/** Refused rows are printed; without `skipInvalid` nothing is written then. */
export async function writeRows(
  batches: DomainBatches,
  rows: readonly Row[],
  { dryRun, skipInvalid }: RowOptions,
): Promise<Written> {
  const readable = rows.filter(({ reason }) => reason === undefined);
  const isOne = readable.length <= maxBatch;
  for (const { place, reason } of rows) if (reason !== undefined) note(`${place}: ${reason}`);
  let refused = rows.length - readable.length;
  let valid: readonly Row[] = readable;
  let rehearsed: readonly ShownDomain[] = [];
  // One batch that nothing can be wrong with, and that is not only tried, needs no rehearsal: the API takes all of it or none.
  const isRehearsed = !isOne || dryRun || skipInvalid || refused > 0;
  if (isRehearsed && readable.length > 0) {
    const rehearsal = await rehearse(batches, readable, isOne);
    for (const { row, problem } of rehearsal.problems) noteProblem(row, problem);
    refused += rehearsal.problems.length;
    valid = rehearsal.valid;
    rehearsed = rehearsal.created;
  }
  if (refused > 0 && !skipInvalid)
    throw new CliError(`none was created, because ${refused} of ${rows.length} custom_domains can't be`);
  if (dryRun || (valid.length === 0 && refused > 0)) return { created: rehearsed, refused };
  return { created: await write(batches, valid), refused };
}

type Rehearsal = {
  readonly valid: readonly Row[];
  readonly created: readonly ShownDomain[];
  readonly problems: readonly { readonly row: Row; readonly problem: BatchProblem }[];
};

async function rehearse(batches: DomainBatches, rows: readonly Row[], isOne: boolean): Promise<Rehearsal> {
  const problems: { row: Row; problem: BatchProblem }[] = [];
  const [valid, created]: [Row[], ShownDomain[]] = [[], []];
  const seen = new Set<string>();
  for (const part of isOne ? [rows] : partsOf(rows)) {
    let left = part;
    for (;;) {
      const outcome =
        left.length === 0 ? { created: [] } : await batches.create(left.map(attributesOf), 'rehearse');
      if ('created' in outcome) {
        for (const [place, domain] of outcome.created.entries()) {
          const row = left[place];
          if (!row) continue;
          // A rehearsal doesn't see the batches before it.
          if (seen.has(domain.host)) {
            const message = `host ${quoteValue(domain.host)} is already used by an earlier one`;
            problems.push({ row, problem: { place, code: 'host_taken', message } });
            continue;
          }
          seen.add(domain.host);
          valid.push(row);
          created.push(domain);
        }
        break;
      }
      const places = new Set(outcome.problems.map(({ place }) => place));
      for (const problem of outcome.problems) {
        const row = left[problem.place];
        if (row) problems.push({ row, problem });
      }
      left = left.filter((_, place) => !places.has(place));
    }
  }
  return { valid, created, problems };
}

async function write(batches: DomainBatches, rows: readonly Row[]): Promise<ShownDomain[]> {
  const created: ShownDomain[] = [];
  for (const part of rows.length <= maxBatch ? [rows] : partsOf(rows)) {
    if (part.length === 0 && rows.length > 0) continue;
    try {
      const outcome = await batches.create(part.map(attributesOf), 'create');
      if ('created' in outcome) {
        created.push(...outcome.created);
        continue;
      }
      for (const problem of outcome.problems) {
        const row = part[problem.place];
        if (row) noteProblem(row, problem);
      }
      throw new CliError(outcome.summary);
    } catch (error) {
      const line = failureLine(error);
      if (line === undefined || created.length === 0) throw error;
      throw new CliError(
        `${line}; before that ${counted(created.length, 'custom domain')} of ${rows.length} ${created.length === 1 ? 'was' : 'were'} created`,
        { cause: error },
      );
    }
  }
  return created;
}

function* partsOf(rows: readonly Row[]): Generator<readonly Row[]> {
  for (const { start, part } of batchesOf(rows.map(attributesOf)))
    yield rows.slice(start, start + part.length);
}

function attributesOf({ attributes }: Row): unknown {
  return attributes;
}

/** Failures are one line each, so the problems are printed before. */
function noteProblem({ place }: Row, { code, message }: BatchProblem): void {
  note(`${place}${place.endsWith(']') ? '' : ':'} ${code}: ${message}`);
}

/**
 * Imports one file: reads it to its end into staged segments, then, when all of it could be read, places them in the
 * spool under names made of its digest.
 */
import {
  type ImportKind,
  ImportReader,
  type ImportSummary,
  type OnRefused,
} from '../../analytics/import/import-reader.ts';
import { type StagedSegment, StagedSegments } from '../../analytics/import/staged-segments.ts';
import { type PlacedSegment, placeSegment } from '../../analytics/ingest/place-segment.ts';
import { quoteValue } from '../../core/errors.ts';
import { CliError, failureLine } from '../failures.ts';
import { type NamedFile, openNamedFile } from '../named-file.ts';
import { startProgress } from '../progress.ts';
import { decompress } from './decompress.ts';
import type { FileReport } from './report.ts';
import { type SpoolLocation, SpoolRoom } from './spool-room.ts';

export type FileImport<Item extends object, Refusal extends string> = {
  /** Made for each file, for it may remember what it has read. */
  readonly kindOf: () => ImportKind<Item, Refusal>;
  readonly segmentKind: PlacedSegment['kind'];
  readonly isDryRun: boolean;
  readonly onRefused: OnRefused<Refusal> | undefined;
  readonly spool: SpoolLocation;
  /** Of the files before in the same command. */
  readonly digestsBefore: ReadonlySet<string>;
};

const mebibyte = 1024 * 1024;

/** Errors: a line that names the file; nothing of it is imported then, unless the line says so. */
export async function importFile<Item extends object, Refusal extends string>(
  path: string,
  options: FileImport<Item, Refusal>,
): Promise<FileReport<Refusal>> {
  await using file = await openNamedFile('FILE', path);
  try {
    await using staged = options.isDryRun ? undefined : await StagedSegments.create(options.spool.path);
    const summary = await readFile(path, file, staged, options);
    const isRepeated = options.digestsBefore.has(summary.digest) && summary.records > 0;
    if (staged && !isRepeated) await placeAll(path, staged, summary.digest, options);
    return { kind: 'read', path, isRepeated, ...summary };
  } catch (error) {
    const line = failureLine(error);
    if (line === undefined) throw error;
    throw new CliError(`cannot import ${nameOf(path)}: ${line}`, { cause: error });
  }
}

async function readFile<Item extends object, Refusal extends string>(
  path: string,
  file: NamedFile,
  staged: StagedSegments | undefined,
  { kindOf, onRefused }: Pick<FileImport<Item, Refusal>, 'kindOf' | 'onRefused'>,
): Promise<ImportSummary<Refusal>> {
  const before = await file.stat();
  const full: StagedSegment[] = [];
  const reader = new ImportReader(kindOf(), (segment) => full.push(segment), onRefused);
  let readBytes = 0;
  const counted = countBytes(file.chunks, (bytes) => {
    readBytes += bytes;
  });
  const total = before && Math.ceil(before.size / mebibyte);
  const progress = startProgress(
    `Reading ${nameOf(path)}`,
    total ?? null,
    total === undefined ? 'lines' : 'MiB',
  );
  try {
    for await (const chunk of decompress(counted)) {
      reader.push(chunk);
      if (reader.problem !== undefined) break;
      for (const segment of full.splice(0)) await staged?.append(segment);
      progress.at(total === undefined ? reader.lineCount : Math.floor(readBytes / mebibyte));
    }
  } finally {
    progress.stop();
  }
  const summary = reader.end();
  if (reader.problem !== undefined) throw new CliError(reader.problem);
  for (const segment of full) await staged?.append(segment);
  const after = await file.stat();
  if (before && after && (before.size !== after.size || before.mtimeMs !== after.mtimeMs)) {
    throw new CliError('it was written to while it was read; import it when it is rotated away');
  }
  return summary;
}

async function placeAll(
  path: string,
  staged: StagedSegments,
  digest: string,
  { spool, segmentKind }: { readonly spool: SpoolLocation; readonly segmentKind: PlacedSegment['kind'] },
): Promise<void> {
  const room = await SpoolRoom.find(spool, staged.sizeBytes);
  const progress = startProgress(`Handing over ${nameOf(path)}`, staged.count, 'segments');
  let placed = 0;
  try {
    for await (const { number, lines } of staged.read()) {
      await room.take(lines.length);
      await placeSegment(spool.path, { kind: segmentKind, digest, number, lines: lines.toString() });
      placed += 1;
      progress.at(placed);
    }
  } catch (error) {
    const line = failureLine(error);
    if (line === undefined || placed === 0) throw error;
    const done = `${placed} of ${staged.count} parts of it were handed over`;
    throw new CliError(`${line}; ${done}: import it again for the rest, nothing is counted twice`, {
      cause: error,
    });
  } finally {
    progress.stop();
  }
}

async function* countBytes(
  chunks: AsyncIterable<Buffer>,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

function nameOf(path: string): string {
  return path === '-' ? 'standard input' : quoteValue(path);
}

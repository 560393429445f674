/**
 * Names and the first line of segments, the files of the spool. Source: docs/reference/spool.md.
 *
 * A name is `<kind>.<origin>.<number>`: origin is the writer's id, or the digest of an imported file. It is never used
 * twice for other records, because the analytics store tells by it whether it has a batch already.
 */
import { importedArrival } from '../engine/pageview-row.ts';

/** `import-…` segments are put there whole by an import; they hold the same records as the kind they are named for. */
export const segmentKinds = [
  'requests',
  'pageviews',
  'handshakes',
  'import-requests',
  'import-pageviews',
] as const;
export type SegmentKind = (typeof segmentKinds)[number];
export type RecordKind = 'requests' | 'pageviews' | 'handshakes';

/** A segment is closed when it reaches this size, or slightly before. */
export const maxSegmentBytes: number = 8 * 1024 * 1024;

export type SegmentFileName = {
  readonly kind: SegmentKind;
  /** Id of the writer, or digest of the imported file. */
  readonly origin: string;
  /** Without the extension: the same while it is written, waits and is shipped. */
  readonly name: string;
  readonly state: 'open' | 'closed';
};

const pattern =
  /^(requests|pageviews|handshakes|import-requests|import-pageviews)\.([0-9a-z-]{1,128})\.\d{1,16}\.(open|ndjson)$/;
const numberLength = 8;

/** Names a segment; `number` counts the segments of one origin, so that names sort as they were written. */
export function segmentName(kind: SegmentKind, origin: string, number: number): string {
  return `${kind}.${origin}.${String(number).padStart(numberLength, '0')}`;
}

const linesPerSegment = 2 ** 20;
const segmentsPerOrigin = 2 ** 32;

/**
 * Where a line stands among all lines of its origin, from 1: the segment's number, then the line's in it, from 0; those of
 * imports come behind all others. It follows from the name and the file alone, so a batch that is tried again has the same, and
 * is at most 2^53 - 1.
 */
export function arrivalOf(name: string, line: number): number {
  const number = Number(name.slice(name.lastIndexOf('.') + 1));
  const place = (number % segmentsPerOrigin) * linesPerSegment + Math.min(line + 1, linesPerSegment - 1);
  return name.startsWith('import-') ? importedArrival + place : place;
}

export function openFileName(name: string): string {
  return `${name}.open`;
}

export function closedFileName(name: string): string {
  return `${name}.ndjson`;
}

/** The file the process that ships holds locked. */
export const spoolLockFileName = 'spool.lock';

/** The file a writer holds locked as long as its process lives. */
export function writerLockFileName(writerId: string): string {
  return `${writerId}.lock`;
}

/** Reads the name of a file in the spool; undefined when it is not a segment. */
export function parseSegmentFileName(fileName: string): SegmentFileName | undefined {
  const match = pattern.exec(fileName);
  const kind = segmentKinds.find((one) => one === match?.[1]);
  const origin = match?.[2];
  if (!kind || origin === undefined) return undefined;
  return {
    kind,
    origin,
    name: fileName.slice(0, fileName.lastIndexOf('.')),
    state: match?.[3] === 'open' ? 'open' : 'closed',
  };
}

/** The first line of a segment: its format's version and what its records are. */
export function segmentHeader(kind: SegmentKind): string {
  return `{"nameplate_segment":1,"kind":"${recordKindOf(kind)}"}\n`;
}

/** What the records of a segment are. */
export function recordKindOf(kind: SegmentKind): RecordKind {
  if (kind === 'import-requests') return 'requests';
  return kind === 'import-pageviews' ? 'pageviews' : kind;
}

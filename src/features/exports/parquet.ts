/**
 * Puts Parquet files of one schema together: the bytes of their row groups as they are, and one footer whose offsets are those of the
 * new file. Nothing is decoded, so a file of any size takes the memory of its footer.
 * Source: Apache Parquet, "File Format" and `parquet.thrift`.
 */
import type { FileHandle } from 'node:fs/promises';
import {
  fieldHead,
  listHead,
  type Struct,
  ThriftReader,
  type Value,
  writeStruct,
  writeValue,
} from './thrift.ts';

const magic = 'PAR1';
/** A file begins with the magic word. */
export const dataStart: number = magic.length;
/** Its length, and the magic word. */
const endBytes = 8;
/** Of types of the protocol. */
const [list, structType] = [9, 12];
const ids = { rows: 3, rowGroups: 4 };
const rowGroupIds = { columns: 1, offset: 5, ordinal: 7 };
const chunkIds = { offset: 2, metadata: 3, offsetIndex: 4, columnIndex: 6 };
/** Of pages of data, indexes and dictionaries, and of Bloom filters. */
const metadataOffsets = [9, 10, 11, 14];

export type ParquetEnd = {
  /** What {@link metadata} was read from. */
  readonly footer: Buffer;
  readonly metadata: Struct;
  readonly rows: number;
  /** Where the row groups end. */
  readonly dataEnd: number;
};

/** Reads the footer of a file. Throws Error when it isn't one. */
export async function readParquetEnd(file: FileHandle): Promise<ParquetEnd> {
  const { size } = await file.stat();
  const end = await readAt(file, size - endBytes, endBytes);
  const dataEnd = size - endBytes - end.readUInt32LE(0);
  if (end.toString('latin1', 4) !== magic || dataEnd < dataStart) throw new Error('it is no Parquet file');
  const footer = await readAt(file, dataEnd, size - endBytes - dataEnd);
  const metadata = new ThriftReader(footer).struct();
  return { footer, metadata, rows: Number(valueOf(metadata, ids.rows)), dataEnd };
}

/** The row groups of a footer as the file with them moved by so many bytes has them, without their numbers, which are optional. */
export function moveRowGroups(metadata: Struct, by: number): Buffer[] {
  return rowGroupsOf(metadata).map((group) => {
    shift(group, rowGroupIds.offset, by);
    for (const chunk of structsOf(valueOf(group, rowGroupIds.columns))) {
      for (const id of [chunkIds.offset, chunkIds.offsetIndex, chunkIds.columnIndex]) shift(chunk, id, by);
      const described = valueOf(chunk, chunkIds.metadata);
      if (Array.isArray(described)) for (const id of metadataOffsets) shift(described, id, by);
    }
    return writeStruct(group.filter(({ id }) => id !== rowGroupIds.ordinal));
  });
}

/** The end of a file with these row groups; everything else is as in the footer of one of them. */
export function endOf(metadata: Struct, rows: number, rowGroups: readonly Buffer[]): Buffer {
  let before = 0;
  const pieces = metadata.flatMap((field) => {
    const head = fieldHead(field.type, field.id, before);
    before = field.id;
    if (field.id === ids.rowGroups) return [head, listHead(structType, rowGroups.length), ...rowGroups];
    return [head, writeValue(field.type, field.id === ids.rows ? rows : field.value)];
  });
  const footer = Buffer.concat([...pieces, Buffer.from([0])]);
  const end = Buffer.alloc(endBytes, magic);
  end.write(magic, 4, 'latin1');
  end.writeUInt32LE(footer.length, 0);
  return Buffer.concat([footer, end]);
}

function rowGroupsOf(metadata: Struct): Struct[] {
  const field = metadata.find(({ id }) => id === ids.rowGroups);
  return field?.type === list ? structsOf(field.value) : [];
}

function structsOf(value: Value | undefined): Struct[] {
  if (typeof value !== 'object' || Buffer.isBuffer(value) || Array.isArray(value)) return [];
  return value.items.filter((item): item is Struct => Array.isArray(item));
}

function valueOf(struct: Struct, wanted: number): Value | undefined {
  return struct.find(({ id }) => id === wanted)?.value;
}

/** Offsets of what isn't there are 0, or no fields. */
function shift(struct: Struct, wanted: number, by: number): void {
  const field = struct.find(({ id }) => id === wanted);
  if (typeof field?.value === 'number' && field.value > 0) field.value += by;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  if (bytesRead < length) throw new Error('it is cut off');
  return bytes;
}

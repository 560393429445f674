/** Assembles columns into a block of ClickHouse's Native format. Source: ClickHouse docs, "Native Format". */
import { type NativeColumn, writeLength } from './native-columns.ts';

const maxHeadBytes = 20;

/** The block as pieces to be sent one after the other. */
export function nativeBlock(
  columns: Readonly<Record<string, NativeColumn>>,
  rows: number,
): readonly Uint8Array[] {
  const entries = Object.entries(columns);
  const head = Buffer.alloc(maxHeadBytes);
  const headEnd = writeLength(head, writeLength(head, 0, entries.length), rows);
  const pieces: Uint8Array[] = [head.subarray(0, headEnd)];
  for (const [name, column] of entries) pieces.push(textOf(name), textOf(column.type), ...column.bytes());
  return pieces;
}

function textOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(maxHeadBytes);
  return Buffer.concat([head.subarray(0, writeLength(head, 0, bytes.length)), bytes]);
}

/** Groups rows of large texts, so that as many are read at once as memory has room for. */

export type SizedRow = { readonly uuid: string; readonly size_bytes: number };

const bytesAtOnce = 8 * 1024 * 1024;
const rowsAtOnce = 500;

/** The uuids, in groups of up to 8 MiB; a larger row is alone. */
export function* groupBySize(rows: readonly SizedRow[]): Generator<string[]> {
  let group: string[] = [];
  let bytes = 0;
  for (const { uuid, size_bytes: size } of rows) {
    if (group.length > 0 && (bytes + size > bytesAtOnce || group.length === rowsAtOnce)) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(uuid);
    bytes += size;
  }
  if (group.length > 0) yield group;
}

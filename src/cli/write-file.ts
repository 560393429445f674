/** Files that commands write. */
import { lstatSync } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';

const chunkLength = 64 * 1024;

/** Joins small pieces of text. */
export async function* gather(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < chunkLength) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** Writes beside the file and renames, so that a failure leaves the old one; a device or a link is written through. */
export async function writeFileWhole(
  path: string,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const existing = lstatSync(path, { throwIfNoEntry: false });
  const inPlace = existing !== undefined && !existing.isFile();
  const target = inPlace ? path : `${path}.${process.pid}.part`;
  const file = await open(target, 'w');
  try {
    for await (const chunk of chunks) await file.appendFile(chunk);
    if (!inPlace) await file.sync();
    await file.close();
    if (!inPlace) await rename(target, path);
  } catch (error) {
    await file.close().catch(() => {});
    if (!inPlace) await unlink(target).catch(() => {});
    throw error;
  }
}

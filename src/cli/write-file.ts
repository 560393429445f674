/** Files that commands write. */
import { lstat, open, rename, unlink } from 'node:fs/promises';
import { unwritable } from './named-file.ts';

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

/**
 * Writes beside the file and renames, so that a failure leaves the old one; a device or a link is written through. `name` is what the
 * help calls the file.
 */
export async function writeFileWhole(
  name: string,
  path: string,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const existing = await lstat(path).catch(() => undefined);
  const inPlace = existing !== undefined && !existing.isFile();
  const target = inPlace ? path : `${path}.${process.pid}.part`;
  const writing = async <T>(work: Promise<T>): Promise<T> =>
    await work.catch((error: unknown) => {
      throw unwritable(name, path, error);
    });
  const file = await writing(open(target, 'w'));
  try {
    for await (const chunk of chunks) await writing(file.appendFile(chunk));
    if (!inPlace) await writing(file.sync());
    await writing(file.close());
    if (!inPlace) await writing(rename(target, path));
  } catch (error) {
    await file.close().catch(() => {});
    if (!inPlace) await unlink(target).catch(() => {});
    throw error;
  }
}

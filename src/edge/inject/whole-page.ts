/** A small compressed page that has arrived completely: processed at once, for half the cost of streams. */
import type { Codec } from './coders.ts';
import type { PageHead } from './page-head.ts';
import type { PageOutcome } from './page-outcome.ts';
import { TagInserter } from './tag-inserter.ts';

/** Decoded: more would hold up other requests. */
const maxDecodedBytes = 128 * 1024;

/** `recoded` is null when the page is left alone. */
export type WholePage = { readonly outcome: PageOutcome; readonly recoded: Buffer | null };

/** Returns undefined when the page is too long for it. */
export function recodeWhole(
  coded: Buffer,
  codec: Codec,
  { judge, scripts }: Pick<PageHead, 'judge' | 'scripts'>,
): WholePage | undefined {
  const start = codec.contentStart(coded);
  if (start === undefined || start < 0) return { outcome: 'coding', recoded: null };
  let decoded: Buffer;
  try {
    decoded = codec.decode(coded.subarray(start), maxDecodedBytes);
  } catch (error) {
    // The length; anything else is about the content.
    return error instanceof RangeError ? undefined : { outcome: 'coding', recoded: null };
  }
  const pieces: Buffer[] = [];
  const inserter = new TagInserter(
    judge,
    (chunk, from, to) => pieces.push(chunk.subarray(from, to)),
    scripts.tag,
  );
  inserter.write(decoded, 0, decoded.length);
  inserter.finish();
  if (inserter.outcome !== 'injected') return { outcome: inserter.outcome ?? 'unfinished', recoded: null };
  return { outcome: 'injected', recoded: codec.encode(Buffer.concat(pieces)) };
}

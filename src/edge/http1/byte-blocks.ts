/**
 * Blocks of memory for bytes that wait to be written, used over and over. Buffers made anew for every piece of a large
 * answer are memory outside of JavaScript's heap: each 64 MiB of them make the engine search all of the heap, routes of a
 * million hosts included, for garbage that is not there.
 */

export const blockBytes: number = 128 * 1024;
/** 8 MiB; what is given back beyond them is for the garbage collector. */
const maxFree = 64;
const free: Buffer[] = [];

export function takeBlock(): Buffer {
  return free.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
}

/** Returns a block that is no longer read. */
export function giveBlock(block: Buffer): void {
  if (free.length < maxFree) free.push(block);
}

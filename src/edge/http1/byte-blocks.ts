/**
 * Reusable memory blocks for bytes waiting to be written. Allocating a new buffer for every piece of a large
 * response uses memory outside the JavaScript heap: every 64 MiB of it trigger a collection of the whole heap, including the
 * routes of a million hosts, which finds no garbage.
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

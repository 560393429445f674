/**
 * A deadline for what arrives on a socket.
 *
 * A process that stood still for longer than the deadline runs its timers first, and only then reads what arrived meanwhile: Node's
 * event loop goes from timers to poll to check. So the end of the wait is put off until what is there has been read.
 */

/** Calls `giveUp` once, after `ms`, unless the function that it returns is called before. */
export function giveUpAfter(ms: number, giveUp: () => void): () => void {
  let afterReads: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    afterReads = setImmediate(giveUp);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(afterReads);
  };
}

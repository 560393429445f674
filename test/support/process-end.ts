/**
 * What files of one process share, such as a service, ends with the process: `shared-process.ts`, the environment of their
 * project, calls `endProcess`. Kept in a global, as the environment is loaded apart from the tests.
 */

declare global {
  // oxlint-disable-next-line no-var -- a global's declaration can't be anything else
  var processEndings: (() => Promise<unknown>)[] | undefined;
}

/** Has something ended when the last test file of this process is over; what began last ends first. */
export function atProcessEnd(end: () => Promise<unknown>): void {
  globalThis.processEndings ??= [];
  globalThis.processEndings.push(end);
}

export async function endProcess(): Promise<void> {
  for (const end of (globalThis.processEndings ?? []).splice(0).toReversed()) await end();
}

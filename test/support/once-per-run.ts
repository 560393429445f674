/** Work that several projects of a run need and that is done once: their global setups run in one process, one after the other. */

declare global {
  // oxlint-disable-next-line no-var -- a global's declaration can't be anything else
  var doneInRun: Map<string, unknown> | undefined;
}

/** Answers what `work` returned the first time that a setup asked for it under this name. */
export function oncePerRun<T>(name: string, work: () => T): T {
  globalThis.doneInRun ??= new Map();
  const done = globalThis.doneInRun;
  if (!done.has(name)) done.set(name, work());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name has one caller
  return done.get(name) as T;
}

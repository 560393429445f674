/** What is removed when a test file ends; `finish-file.ts` sees to it. */

const removals: (() => Promise<void>)[] = [];

/** Has something removed when the file is over. May be called in a hook. */
export function onFileFinished(remove: () => Promise<void>): void {
  removals.push(remove);
}

/** Removes what the file that ends has left. */
export async function finishFile(): Promise<void> {
  await Promise.all(removals.splice(0).map((remove) => remove()));
}

/** Counts in sentences. */

/** `1 rule`, `2 rules`. The plural is the noun with an s, unless it is given. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

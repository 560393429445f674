/** How long a thread's event loop is busy at once: for so long, all other requests wait. */

/** What `work` takes of this thread's CPU. */
export function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The longest turn of this thread's loop while `work` runs, by its own CPU: no neighbour and no other thread has a part in that. */
export async function longestTurnMs(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isDone = false;
  let last = process.threadCpuUsage();
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, user + system);
    last = process.threadCpuUsage();
    if (!isDone) setTimeout(turn, 1);
  };
  setTimeout(turn, 1);
  await work();
  isDone = true;
  return longest / 1000;
}

/** Time in which the machine has this process wait, so that bounds in time are for what is tested alone. */

const beatMs = 50;

/**
 * Answers a function that tells for how many milliseconds this process has stood still since, counting 50 ms and more at once. Time in
 * which it computed is its own.
 */
export function watchStalls(): () => number {
  let stalledMs = 0;
  let beatTick = performance.now();
  let before = process.cpuUsage();
  const beat = (): void => {
    const { user, system } = process.cpuUsage(before);
    const lateMs = performance.now() - beatTick - beatMs - (user + system) / 1000;
    if (lateMs > beatMs) stalledMs += lateMs;
    beatTick = performance.now();
    before = process.cpuUsage();
  };
  setInterval(beat, beatMs).unref();
  return () => {
    beat();
    return stalledMs;
  };
}

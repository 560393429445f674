/** Time in which the machine has this process wait, so that bounds in time are for what is tested alone. */

const beatMs = 50;

/** Answers a function that tells for how many milliseconds the event loop has stood still since, counting 50 ms and more at once. */
export function watchStalls(): () => number {
  let stalledMs = 0;
  let beatTick = performance.now();
  const beat = (): void => {
    const lateMs = performance.now() - beatTick - beatMs;
    if (lateMs > beatMs) stalledMs += lateMs;
    beatTick = performance.now();
  };
  setInterval(beat, beatMs).unref();
  return () => {
    beat();
    return stalledMs;
  };
}

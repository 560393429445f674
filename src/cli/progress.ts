/** A progress bar on standard error, if that is a terminal. */
import { SingleBar } from 'cli-progress';

export type Progress = {
  /** How far it is; not less than before. */
  readonly at: (value: number) => void;
  readonly stop: () => void;
};

const silent: Progress = { at: () => {}, stop: () => {} };

/** Shows a bar until `stop`; with `total` null only what is done so far. */
export function startProgress(label: string, total: number | null, unit: string): Progress {
  if (!process.stderr.isTTY) return silent;
  const format =
    total === null
      ? `${label} {value} ${unit}`
      : `${label} {bar} {percentage} % of {total} ${unit}, {eta_formatted} left`;
  // Without gracefulExit a signal ends the program as always, between two batches.
  const bar = new SingleBar({
    format,
    stream: process.stderr,
    clearOnComplete: true,
    gracefulExit: false,
    barsize: 30,
    fps: 5,
  });
  bar.start(total ?? 0, 0);
  return { at: (value) => bar.update(value), stop: () => bar.stop() };
}

/** A progress bar on standard error, if that is a terminal. */
import { oneLine } from './terminal-text.ts';

export type Progress = {
  /** How far it is; not less than before. */
  readonly at: (value: number) => void;
  readonly stop: () => void;
};

const silent: Progress = { at: () => {}, stop: () => {} };
const barSize = 30;
const drawEveryMs = 200;

/** Shows a bar until `stop`; with `total` null only what is done so far. */
export function startProgress(
  label: string,
  total: number | null,
  unit: string,
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
): Progress {
  if (!stream.isTTY) return silent;
  const startedAt = performance.now();
  let done = 0;
  let drawnAt = 0;
  const draw = () => {
    drawnAt = performance.now();
    const text =
      total === null
        ? `${done} ${unit}`
        : barOf(total === 0 ? 1 : done / total, `${total} ${unit}`, drawnAt - startedAt);
    // Wrapping is off for this write only, so that a signal between two leaves the terminal as it was.
    stream.write(`\r\x1b[?7l${oneLine(label)} ${text}\x1b[K\x1b[?7h`);
  };
  draw();
  const timer = setInterval(draw, drawEveryMs);
  return {
    at: (value) => {
      done = value;
      // Work that leaves no time for timers is shown too.
      if (performance.now() - drawnAt > 2 * drawEveryMs) draw();
    },
    stop: () => {
      clearInterval(timer);
      stream.write('\r\x1b[K');
    },
  };
}

function barOf(progress: number, total: string, elapsedMs: number): string {
  const share = Math.min(progress, 1);
  const bar = '='.repeat(Math.round(share * barSize)).padEnd(barSize, '-');
  const left = share === 0 ? '' : `, ${timeOf((elapsedMs * (1 - share)) / share)} left`;
  return `${bar} ${Math.floor(share * 100)} % of ${total}${left}`;
}

function timeOf(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds}s`;
  return minutes < 60 ? `${minutes}m${seconds % 60}s` : `${Math.floor(minutes / 60)}h${minutes % 60}m`;
}

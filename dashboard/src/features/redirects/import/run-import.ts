/** Writes a checked import, a few lines at a time, until all are done or a person stops it. */
import { ApiError, sentenceOf } from '../../../api/api-error.ts';
import { type RetryOptions, withRetry } from '../../../api/with-retry.ts';
import type { PlannedLine } from './plan-import.ts';

/** A line that is to be written. */
export type WrittenLine = Extract<PlannedLine, { readonly kind: 'create' | 'update' }>;

export type FailedLine = Extract<PlannedLine, { readonly kind: 'problem' }>;

export type Progress = {
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly failed: readonly FailedLine[];
  /** Lines that were written and have something to warn of, such as a circle. */
  readonly warned: readonly FailedLine[];
  /** Seconds for which the API has asked for a pause; undefined while it goes on. */
  readonly waitSeconds: number | undefined;
};

export type Ended = Omit<Progress, 'waitSeconds'> & {
  /** Lines that were not tried, as it was stopped or the session ended. */
  readonly left: readonly WrittenLine[];
};

const atOnce = 4;

export async function runImport(
  lines: readonly WrittenLine[],
  write: (line: WrittenLine) => Promise<{ readonly warnings?: readonly string[] | undefined }>,
  options: Pick<RetryOptions, 'sleep'> & {
    readonly signal: AbortSignal;
    readonly onProgress: (progress: Progress) => void;
  },
): Promise<Ended> {
  const { signal, onProgress, ...patience } = options;
  const done: WrittenLine[] = [];
  const failed: FailedLine[] = [];
  const warned: FailedLine[] = [];
  const handled = new Set<WrittenLine>();
  const queue = lines.values();
  let isOver = false;
  const counts = () => ({
    total: lines.length,
    created: done.filter(({ kind }) => kind === 'create').length,
    updated: done.filter(({ kind }) => kind === 'update').length,
    failed: failed.toSorted((one, other) => one.line - other.line),
    warned: warned.toSorted((one, other) => one.line - other.line),
  });
  const tell = (waitSeconds?: number): void => onProgress({ ...counts(), waitSeconds });
  const worker = async (): Promise<void> => {
    for (const line of queue) {
      if (isOver || signal.aborted) return;
      try {
        const { warnings = [] } = await withRetry(() => write(line), { ...patience, signal, onWait: tell });
        done.push(line);
        for (const warning of warnings) warned.push(remarkOn(line, `It ${warning}.`));
      } catch (error) {
        if (signal.aborted) return;
        // Every further line would be refused too: what is left can go on after the next sign-in.
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) isOver = true;
        if (isOver) return;
        failed.push(remarkOn(line, sentenceOf(error)));
      }
      handled.add(line);
      tell();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { ...counts(), left: lines.filter((line) => !handled.has(line)) };
}

function remarkOn({ line, cells, host }: WrittenLine, problem: string): FailedLine {
  return { line, cells, host, kind: 'problem', problem };
}

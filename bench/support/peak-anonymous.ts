/** The most anonymous memory that the edge workers below this process have had: what their files take of the page cache is not in it. */
import { anonymousBytesOf, workersOf } from '../../test/support/proc.ts';

const everyMs = 20;

export class PeakAnonymous implements Disposable {
  readonly #peaks = new Map<number, number>();
  readonly #timer: NodeJS.Timeout = setInterval(() => this.#look(), everyMs);

  /** Of a worker, in bytes; NaN for one that was never seen. */
  bytesOf(pid: number): number {
    return this.#peaks.get(pid) ?? Number.NaN;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    for (const pid of workersOf(process.pid)) {
      try {
        this.#peaks.set(pid, Math.max(this.#peaks.get(pid) ?? 0, anonymousBytesOf(pid)));
      } catch {
        // It has ended.
      }
    }
  }
}

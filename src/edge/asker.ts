/**
 * The worker's side of its questions to the main process.
 *
 * A question is open until it is answered, fails, or its time is up; the caller hears of it once.
 */
import type { EdgeAnswer, EdgeQuestion } from './question.ts';

type Open = {
  readonly resolve: (answer: EdgeAnswer) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
};

/** For clients that wait in a handshake. */
const defaultTimeoutMs = 5_000;

export class Asker {
  readonly #send: (id: number, question: EdgeQuestion) => void;
  readonly #open = new Map<number, Open>();
  #lastId = 0;

  constructor(send: (id: number, question: EdgeQuestion) => void) {
    this.#send = send;
  }

  ask(question: EdgeQuestion, timeoutMs: number = defaultTimeoutMs): Promise<EdgeAnswer> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.answered(id, null), timeoutMs);
      this.#open.set(id, { resolve, reject, timer });
      this.#send(id, question);
    });
  }

  /** Hands an answer to its caller; null: there is none. */
  answered(id: number, answer: EdgeAnswer | null): void {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    clearTimeout(open.timer);
    if (answer) open.resolve(answer);
    else open.reject(new Error('the main process gave no answer'));
  }
}

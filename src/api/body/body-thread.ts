/**
 * A thread that reads one long body or stored text, and is ended then, so that everyone else is answered meanwhile: what both sides of it
 * have in common. It does what it is ordered one after the other. Source: docs/reference/limits.md ("Shares").
 */
import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';
import { errorField } from '../../core/error-field.ts';
import { ServiceError } from '../../core/errors.ts';

type Refusal = { readonly code: string; readonly message: string };
type Reply = { readonly answer: unknown } | { readonly error: Refusal };

/** 32 MiB of rules take a gigabyte. */
const maxHeapMegabytes = 1536;

export class BodyThread<Order> implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #overdue: NodeJS.Timeout;
  readonly #ended = new AbortController();
  readonly #errorOf: (refusal: Refusal) => ServiceError;
  readonly #tooLarge: string;

  /** `errorOf` makes the error of what the thread has refused; `tooLarge` says that it ran out of memory or time. */
  constructor(
    path: string,
    deadlineMs: number,
    errorOf: (refusal: Refusal) => ServiceError,
    tooLarge: string,
  ) {
    this.#errorOf = errorOf;
    this.#tooLarge = tooLarge;
    this.#worker = new Worker(path, {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    });
    this.#overdue = setTimeout(() => void this.#worker.terminate(), deadlineMs);
    this.#worker.once('exit', () => this.#ended.abort());
    // Whoever waits for an answer learns of it.
    this.#worker.on('error', () => {});
  }

  /** From now on it has no limit of time. */
  protected takeTime(): void {
    clearTimeout(this.#overdue);
  }

  /** Waits for work no longer than the thread lasts, whatever else the work waits for. Errors: `payload_too_large`. */
  async whileThere<Result>(work: Promise<Result>): Promise<Result> {
    const ended = new Promise<never>((_resolve, reject) => {
      const refuse = (): void => reject(new ServiceError('payload_too_large', this.#tooLarge));
      this.#ended.signal.addEventListener('abort', refuse, { once: true });
    });
    return await Promise.race([work, ended]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#overdue);
    await this.#worker.terminate();
  }

  /** Errors: `payload_too_large`, and what the thread refuses. */
  protected async ask<Answer>(order: Order): Promise<Answer> {
    try {
      const replied = once(this.#worker, 'message', { signal: this.#ended.signal });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
      this.#worker.postMessage(order);
      const [reply]: Reply[] = await replied;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread's answer to this order
      if (reply && 'answer' in reply) return reply.answer as Answer;
      throw this.#errorOf(reply?.error ?? { code: '', message: '' });
    } catch (error) {
      const isDefect =
        !this.#ended.signal.aborted && errorField(error, 'code') !== 'ERR_WORKER_OUT_OF_MEMORY';
      if (error instanceof ServiceError || isDefect) throw error;
      throw new ServiceError('payload_too_large', this.#tooLarge);
    }
  }
}

/** In the thread: has orders obeyed, and sends back answers and refusals. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it is what the other side sends
export function obeyOrders<Order>(obey: (order: Order) => Promise<unknown>): void {
  const reply = async (order: Order): Promise<void> => {
    const answer = await obey(order)
      .then((done): Reply => ({ answer: done }))
      .catch((error: unknown): Reply => {
        if (error instanceof ServiceError) return { error: { code: error.code, message: error.message } };
        throw error;
      });
    parentPort?.postMessage(answer, 'answer' in answer ? textsOf(answer.answer) : []);
  };
  parentPort?.on('message', (order: Order) => void reply(order));
}

/** The memory of texts in an answer, which is handed over instead of being copied: each may have 32 MiB. */
function textsOf(answer: unknown): ArrayBuffer[] {
  const texts = new Set<ArrayBuffer>();
  for (const value of Object.values(answer ?? {}))
    if (
      value instanceof Uint8Array &&
      value.buffer instanceof ArrayBuffer &&
      value.length === value.buffer.byteLength
    )
      texts.add(value.buffer);
  return [...texts];
}

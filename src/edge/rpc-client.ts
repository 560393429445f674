/**
 * The worker's side of its requests to the application process.
 *
 * A request is open until it is answered, fails, or times out; the caller is told once.
 */
import { giveUpAfter } from '../core/give-up-after.ts';
import type { RpcRequest, RpcResponse } from './rpc.ts';

type Open = {
  readonly resolve: (answer: RpcResponse) => void;
  readonly reject: (error: Error) => void;
  readonly stopWaiting: () => void;
};

/** For clients that wait in a handshake. */
const timeoutMs = 5_000;

export class RpcClient implements Disposable {
  readonly #send: (id: number, request: RpcRequest) => void;
  readonly #isAway: () => boolean;
  readonly #open = new Map<number, Open>();
  #lastId = 0;

  /** While `isAway`, requests fail at once: clients wait for the answer. */
  constructor(send: (id: number, request: RpcRequest) => void, isAway: () => boolean = () => false) {
    this.#send = send;
    this.#isAway = isAway;
  }

  get isAway(): boolean {
    return this.#isAway();
  }

  call(request: RpcRequest): Promise<RpcResponse> {
    if (this.isAway) return Promise.reject(new Error('the application process is away'));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const stopWaiting = giveUpAfter(timeoutMs, () => this.settle(id, null));
      this.#open.set(id, { resolve, reject, stopWaiting });
      this.#send(id, request);
    });
  }

  /** Passes the answer to its caller; null if there is none. */
  settle(id: number, answer: RpcResponse | null): void {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    open.stopWaiting();
    if (answer) open.resolve(answer);
    else open.reject(new Error('the application process gave no answer'));
  }

  /** Fails what is open. */
  [Symbol.dispose](): void {
    for (const id of this.#open.keys()) this.settle(id, null);
  }
}

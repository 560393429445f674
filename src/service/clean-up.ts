/** Closes what was opened, in reverse order; stands in for AsyncDisposableStack, which Node 20 doesn't have. */

export class CleanUp implements AsyncDisposable {
  readonly #steps: (() => unknown)[] = [];

  /** Adds a step; steps run last in, first out. */
  defer(step: () => unknown): void {
    this.#steps.push(step);
  }

  /** Runs every step, even after a failure, and then rejects with the first failure. */
  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.#steps.splice(0).toReversed()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

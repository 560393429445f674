/** The outcome of an import's lines. */
import type { RedirectAttributes } from '../../resources/redirect.ts';
import type { Written } from './api-redirects.ts';
import { TemporaryValues } from './temporary-values.ts';

/** A line that was not taken, and why. */
export type Refusal = { readonly line: number; readonly source_host: string; readonly reason: string };

/** A line that was written, or would be, and what to warn of. */
export type LineWarning = { readonly line: number; readonly source_host: string; readonly warning: string };

/** A line that passed validation; `uuid` is the redirect it updates, null when it creates one. */
export type ValidLine = {
  readonly line: number;
  readonly uuid: string | null;
  readonly attributes: RedirectAttributes;
};

/** Counts as they grow; the lines themselves are on disk. */
export class Outcome implements AsyncDisposable {
  readonly valid: TemporaryValues<ValidLine>;
  readonly refused: TemporaryValues<Refusal>;
  readonly warned: TemporaryValues<LineWarning>;
  created = 0;
  updated = 0;
  /** Lines whose redirect is already as they say; only with `--update`. */
  unchanged = 0;

  private constructor(
    valid: TemporaryValues<ValidLine>,
    refused: TemporaryValues<Refusal>,
    warned: TemporaryValues<LineWarning>,
  ) {
    this.valid = valid;
    this.refused = refused;
    this.warned = warned;
  }

  static async create(): Promise<Outcome> {
    return new Outcome(
      await TemporaryValues.create(),
      await TemporaryValues.create(),
      await TemporaryValues.create(),
    );
  }

  refuse(line: number, host: string, reason: string): Promise<void> {
    return this.refused.append({ line, source_host: host, reason });
  }

  async warn(
    lines: readonly Pick<ValidLine, 'line' | 'attributes'>[],
    written: readonly Written[],
  ): Promise<void> {
    for (const [place, { line, attributes }] of lines.entries())
      for (const warning of written[place]?.warnings ?? [])
        await this.warned.append({ line, source_host: attributes.sourceHost, warning });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.valid[Symbol.asyncDispose]();
    await this.refused[Symbol.asyncDispose]();
    await this.warned[Symbol.asyncDispose]();
  }
}

/** Asks before something is deleted for good. Source: docs/reference/cli.md. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { CliError, UsageError } from './failures.ts';
import { oneLine } from './terminal-text.ts';

export const yesText = 'do not ask; needed where there is no terminal';
/** Goes into the help of every command that asks. */
export const yesHelp: string = `  --yes           ${yesText}`;

export type Terminal = {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
};

/**
 * Returns when `--yes` is given or the person at the terminal answers "y" or "yes". `question` ends with a question
 * mark. Errors: a UsageError that names `--yes` where there is no terminal, a CliError after any other answer.
 */
export async function confirm(
  question: string,
  options: { readonly yes?: true },
  // Data goes to standard output, so the question doesn't.
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (options.yes) return;
  if (!input.isTTY || !output.isTTY) {
    throw new UsageError(`${question} There is no terminal to answer on: add --yes to do it`);
  }
  const lines = createInterface({ input, output });
  try {
    // At Ctrl-C and Ctrl-D the interface closes without an answer.
    const answered = new Promise<string>((resolve) => lines.question(`${oneLine(question)} [y/N] `, resolve));
    const answer = await Promise.race([answered, once(lines, 'close').then(() => '')]);
    if (!/^\s*y(?:es)?\s*$/i.test(answer)) throw new CliError('nothing was changed');
  } finally {
    lines.close();
  }
}

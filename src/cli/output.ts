/**
 * What commands print: data on standard output, everything else on standard error, so that output can be piped.
 * No colours are used, which is what NO_COLOR asks for.
 */
import { once } from 'node:events';
import { errorField } from '../core/error-field.ts';
import { manyLines, oneLine } from './terminal-text.ts';

const pipeColumns = Number.POSITIVE_INFINITY;

/** Lets a reader that has seen enough (`| head`) end the program quietly. Call it once, before anything is printed. */
export function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (errorField(error, 'code') === 'EPIPE') process.exit(process.exitCode ?? 0);
      if (stream === process.stdout) note(`nameplate: standard output failed: ${error.message}`);
      process.exit(1);
    });
  }
}

/** Writes text for people, without what a terminal would act on. */
export function print(text: string): Promise<void> {
  return printData(manyLines(text));
}

/** Writes a line for people; what others wrote in it stays on that line. */
export function printLine(line: string): Promise<void> {
  return printData(`${oneLine(line)}\n`);
}

/** Writes data for programs as it is; resolves when there is room for more. */
export async function printData(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** Writes one value as indented JSON. */
export function printJson(value: unknown): Promise<void> {
  return printData(`${JSON.stringify(value, null, 2)}\n`);
}

/** Writes a line for the person at the terminal, without what that would act on. */
export function note(line: string): void {
  process.stderr.write(`${oneLine(line)}\n`);
}

/** How many columns a table may take: the terminal's, or any number if there is no terminal. */
export function outputColumns(): number {
  return process.stdout.isTTY ? process.stdout.columns || 80 : pipeColumns;
}

/** The file of an import: its format known, its lines numbered. */
import { basename, extname } from 'node:path';
import { quoteValue } from '../../core/errors.ts';
import { CliError } from '../failures.ts';
import { csvFormat } from './csv-format.ts';
import type { LineFormat } from './line.ts';
import { netlifyFormat } from './netlify-format.ts';
import { textLines } from './text-lines.ts';

export type FormatName = 'csv' | 'netlify';
export type NumberedLine = { readonly number: number; readonly text: string };

export type SourceOptions = {
  readonly format: FormatName | undefined;
  /** The host of `_redirects` lines without one. */
  readonly defaultHost: string | undefined;
};

export type ImportSource = {
  readonly format: LineFormat;
  readonly lines: AsyncIterable<NumberedLine[]>;
};

/** Finds out the format, by option, name or first line, and reads a CSV header. */
export async function readImportSource(
  path: string,
  chunks: AsyncIterable<Buffer>,
  options: SourceOptions,
): Promise<ImportSource> {
  const parts = numberLines(textLines(chunks));
  const head = await readHead(parts);
  const first = head.find(({ text }) => text.trim() !== '');
  if (!first) throw new CliError(`${path === '-' ? 'standard input' : quoteValue(path)} has no lines`);
  const name = options.format ?? formatOf(path, first.text);
  if (name === 'netlify') {
    return { format: netlifyFormat(options.defaultHost), lines: joined(head, parts) };
  }
  if (options.defaultHost !== undefined) throw new CliError('--host is for _redirects files only');
  const rest = head.slice(head.indexOf(first) + 1);
  return { format: csvFormat(first.text), lines: joined(rest, parts) };
}

/** A CSV header has no spaces; what else begins like a source or a comment is a `_redirects` line. */
function formatOf(path: string, firstLine: string): FormatName {
  if (basename(path).startsWith('_redirects')) return 'netlify';
  if (extname(path).toLowerCase() === '.csv') return 'csv';
  return /^\s*(?:#|\/|https?:\/\/)/i.test(firstLine) ? 'netlify' : 'csv';
}

async function* numberLines(parts: AsyncIterable<string[]>): AsyncGenerator<NumberedLine[]> {
  let count = 0;
  for await (const part of parts) yield part.map((text) => ({ number: ++count, text }));
}

/** The first lines, up to one that is not blank. */
async function readHead(parts: AsyncGenerator<NumberedLine[]>): Promise<NumberedLine[]> {
  for (;;) {
    const part = await parts.next();
    if (part.done) return [];
    if (part.value.some(({ text }) => text.trim() !== '')) return part.value;
  }
}

async function* joined(
  head: NumberedLine[],
  rest: AsyncIterable<NumberedLine[]>,
): AsyncGenerator<NumberedLine[]> {
  yield head;
  yield* rest;
}

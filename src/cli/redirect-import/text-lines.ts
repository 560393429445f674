/** Cuts a stream of bytes into lines, holding no more than one chunk and one line. */
import { StringDecoder } from 'node:string_decoder';
import { CliError } from '../failures.ts';

const maxLineLength = 256 * 1024;
const byteOrderMark = '\ufeff';

/**
 * Yields the lines of each chunk together, without LF or CRLF and without a byte order mark. Bytes that are not UTF-8
 * become U+FFFD. Errors: a line longer than 256 KiB, which no redirect is.
 */
export async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let lineNumber = 0;
  for await (const chunk of chunks) {
    let text = rest + decoder.write(chunk);
    if (lineNumber === 0 && rest === '' && text.startsWith(byteOrderMark)) text = text.slice(1);
    const lines = text.split('\n');
    rest = lines.pop() ?? '';
    lineNumber += lines.length;
    if (rest.length > maxLineLength) {
      throw new CliError(`line ${lineNumber + 1} is longer than ${maxLineLength} characters`);
    }
    if (lines.length > 0) yield lines.map(withoutReturn);
  }
  rest += decoder.end();
  if (rest !== '') yield [withoutReturn(rest)];
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

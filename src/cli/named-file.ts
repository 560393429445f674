/**
 * Files that an option or an argument names. What is wrong with one is a line with what the help calls it, its path and the problem:
 * `--key "key.pem": no such file`. Source: docs/reference/cli.md.
 */
import { constants, readFileSync, type Stats } from 'node:fs';
import { access, type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer as readInput } from 'node:stream/consumers';
import { getSystemErrorMap } from 'node:util';
import { errorMessage } from '../core/error-field.ts';
import { quoteValue } from '../core/errors.ts';
import { CliError } from './failures.ts';

/** What is wrong with a path, whatever was to be done with it. */
const plainProblems: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'is a directory',
  ELOOP: 'is a link in a circle',
};
/** The system's own words begin with "operation not permitted", which tells less. */
const systemProblems: Readonly<Record<string, string>> = { EPERM: 'permission denied' };

export type NamedFile = AsyncDisposable & {
  readonly chunks: AsyncIterable<Buffer>;
  /** Size and time of a regular file as they are now; undefined for standard input, pipes and devices. */
  readonly stat: () => Promise<Stats | undefined>;
};

/** "-" is a file of that name. `name` is what the help calls it. */
export async function readNamedFile(name: string, path: string): Promise<Buffer> {
  return await readFile(path).catch((error: unknown) => {
    throw unreadable(name, path, error);
  });
}

/** "-" is standard input. */
export async function readFileOrInput(name: string, path: string): Promise<Buffer> {
  return await (path === '-' ? readInput(process.stdin) : readNamedFile(name, path));
}

export function readNamedFileSync(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(name, path, error);
  }
}

/** Opens a file to be read in parts; "-" is standard input. */
export async function openNamedFile(name: string, path: string): Promise<NamedFile> {
  if (path === '-')
    return {
      chunks: process.stdin,
      stat: () => Promise.resolve(undefined),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  const file = await openToRead(name, path);
  return {
    chunks: partsOf(file, name, path),
    stat: () => file.stat().then((stats) => (stats.isFile() ? stats : undefined)),
    [Symbol.asyncDispose]: () => file.close(),
  };
}

async function* partsOf(file: FileHandle, name: string, path: string): AsyncGenerator<Buffer> {
  try {
    yield* file.createReadStream({ autoClose: false, highWaterMark: 256 * 1024 });
  } catch (error) {
    throw unreadable(name, path, error);
  }
}

/** Throws what reading would. */
export async function refuseUnreadable(name: string, path: string): Promise<void> {
  await (await openToRead(name, path)).close();
}

/** Throws what writing a new file would. */
export async function refuseUnwritable(name: string, path: string): Promise<void> {
  await access(`${dirname(path)}/`, constants.W_OK).catch((error: unknown) => {
    throw unwritable(name, path, error);
  });
}

/** Opening a directory works; reading it doesn't. */
async function openToRead(name: string, path: string): Promise<FileHandle> {
  const file = await open(path).catch((error: unknown) => {
    throw unreadable(name, path, error);
  });
  const stats = await file.stat();
  if (!stats.isDirectory()) return file;
  await file.close();
  throw wrongFile(name, path, 'is a directory');
}

export function unreadable(name: string, path: string, error: unknown): CliError {
  return wrongFile(name, path, readProblem(error), error);
}

export function unwritable(name: string, path: string, error: unknown): CliError {
  const problem = problemOf(error, 'written');
  return wrongFile(name, path, problem === 'no such file' ? 'no such directory' : problem, error);
}

export function wrongFile(name: string, path: string, problem: string, cause?: unknown): CliError {
  return new CliError(`${name} ${quoteValue(path)}: ${problem}`, { cause });
}

export function readProblem(error: unknown): string {
  return problemOf(error, 'read');
}

function problemOf(error: unknown, done: 'read' | 'written'): string {
  const errno = error instanceof Error && 'errno' in error ? Number(error.errno) : Number.NaN;
  const [code = '', text] = getSystemErrorMap().get(errno) ?? [];
  return plainProblems[code] ?? `can't be ${done}: ${systemProblems[code] ?? text ?? errorMessage(error)}`;
}

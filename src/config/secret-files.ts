/**
 * Reads secrets from files: each secret variable may be given as `<name>_FILE`, the path of a file that holds its value, as
 * systemd's credentials and Docker's secrets provide them. Source: docs/reference/config.md ("Secrets from files").
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { errorField } from '../core/error-field.ts';
import { quoteValue } from '../core/errors.ts';
import { ConfigError } from './config-error.ts';
import { definitionOf, type VariableName, variableNames } from './variables.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** No secret is longer; a path that leads to a device or a log by mistake must not fill the memory. */
const maxFileBytes = 64 * 1024;
const allowed = 'the path of a readable file that holds the value';

const secretFileNames: ReadonlyMap<string, VariableName> = new Map(
  variableNames.filter((name) => definitionOf(name).secret).map((name) => [`${name}_FILE`, name]),
);

/** The variables that name a file, in the order of the table. */
export const secretFileVariables: readonly string[] = [...secretFileNames.keys()];

/** Returns the variable whose value the file holds that `name` names; undefined when it names none. */
export function variableOfFile(name: string): VariableName | undefined {
  return secretFileNames.get(name);
}

/**
 * Returns the environment with the contents of the files in place of their paths; one trailing line break is dropped. Throws
 * {@link ConfigError}, which never shows what a file holds.
 */
export function readSecretFiles(env: Environment): Environment {
  const values: Record<string, string | undefined> = { ...env };
  for (const [fileName, name] of secretFileNames) {
    const path = env[fileName];
    delete values[fileName];
    if (!path) continue;
    if (env[name]) {
      throw new ConfigError(fileName, `${fileName} is set, but ${name} is too; allowed: one of the two`);
    }
    values[name] = readSecretFile(fileName, path);
  }
  return values;
}

/** Reads the secret that a variable's file holds. Throws {@link ConfigError}, which never shows what a file holds. */
export function readSecretFile(fileName: string, path: string): string {
  // Whoever mistakes the variable for the plain one sets it to the secret.
  const shown = isAbsolute(path) ? quoteValue(path) : `(hidden, ${path.length} characters)`;
  const problem = (reason: string): ConfigError =>
    new ConfigError(fileName, `${fileName} is ${shown}, ${reason}; allowed: ${allowed}`);
  let content: Buffer;
  try {
    content = readStart(path, maxFileBytes + 1);
  } catch (error) {
    throw problem(`which cannot be read (${errorField(error, 'code') ?? 'not a path'})`);
  }
  if (content.length > maxFileBytes) throw problem(`which is larger than ${maxFileBytes / 1024} KiB`);
  const value = content.toString('utf8').replace(/\r?\n$/, '');
  if (value === '') throw problem('which is empty');
  return value;
}

function readStart(path: string, sizeBytes: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(sizeBytes);
    let length = 0;
    for (;;) {
      const read = readSync(file, buffer, length, sizeBytes - length, null);
      length += read;
      if (read === 0 || length === sizeBytes) return buffer.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

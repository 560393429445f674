import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { secretFileVariables } from './secret-files.ts';

const directory = mkdtempSync(join(tmpdir(), 'nameplate-secret-files-'));
afterAll(() => rmSync(directory, { recursive: true }));

const key = Buffer.alloc(32, 7).toString('base64');
let files = 0;

function fileOf(content: string): string {
  const path = join(directory, `secret-${files++}`);
  writeFileSync(path, content);
  return path;
}

function errorOf(env: Record<string, string>): ConfigError {
  try {
    parseConfig(env, 1);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('accepted');
}

describe('a secret in a file', () => {
  it('is a possibility of every secret, and of nothing else', () => {
    expect(secretFileVariables).toEqual(
      expect.arrayContaining(['NAMEPLATE_DATABASE_URL_FILE', 'NAMEPLATE_SECRET_KEY_FILE']),
    );
    expect(errorOf({ NAMEPLATE_HOST_FILE: fileOf('::1') }).message).toContain('is not a variable');
  });

  it.each([key, `${key}\n`, `${key}\r\n`])(
    'is what the file holds, without one line break: %j',
    (content) => {
      expect(parseConfig({ NAMEPLATE_SECRET_KEY_FILE: fileOf(content) }, 1).secretKey).toBe(key);
    },
  );

  it('keeps every other character', () => {
    const { message } = errorOf({ NAMEPLATE_SECRET_KEY_FILE: fileOf(`${key}\n\n`) });
    expect(message).toMatch(/^NAMEPLATE_SECRET_KEY is \(hidden, 45 characters\); allowed: /);
  });

  it('may be left out with an empty path', () => {
    expect(parseConfig({ NAMEPLATE_SECRET_KEY_FILE: '' }, 1).secretKey).toBeUndefined();
  });

  it('is refused together with its variable', () => {
    const env = { NAMEPLATE_SECRET_KEY: key, NAMEPLATE_SECRET_KEY_FILE: fileOf(key) };
    expect(errorOf(env).message).toBe(
      'NAMEPLATE_SECRET_KEY_FILE is set, but NAMEPLATE_SECRET_KEY is too; allowed: one of the two',
    );
  });

  it.each([
    ['is not there', () => join(directory, 'none'), 'cannot be read (ENOENT)'],
    ['is a directory', () => directory, 'cannot be read (EISDIR)'],
    ['is empty', () => fileOf(''), 'is empty'],
    ['has a line break only', () => fileOf('\n'), 'is empty'],
    ['is endless', () => '/dev/zero', 'is larger than 64 KiB'],
    ['has no possible name', () => '/a\0b', 'cannot be read (ERR_INVALID_ARG_VALUE)'],
  ])('is refused when the file %s', (_case, makePath, reason) => {
    const path = makePath();
    const error = errorOf({ NAMEPLATE_SECRET_KEY_FILE: path });
    expect(error.variable).toBe('NAMEPLATE_SECRET_KEY_FILE');
    expect(error.message).toContain(
      `NAMEPLATE_SECRET_KEY_FILE is ${JSON.stringify(path)}, which ${reason}; allowed: `,
    );
  });

  it('is refused when the file is not ours to read', () => {
    const path = fileOf(key);
    chmodSync(path, 0);
    const isRoot = process.getuid?.() === 0;
    // Root may read every file, so it becomes the user `nobody` for a moment.
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect(errorOf({ NAMEPLATE_SECRET_KEY_FILE: path }).message).toContain('cannot be read (EACCES)');
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  it('never shows in an error', () => {
    const { message } = errorOf({ NAMEPLATE_DATABASE_URL_FILE: fileOf('mysql://user:hunter2@db/x') });
    expect(message).toContain('mysql://***@db/x');
    expect(errorOf({ NAMEPLATE_BOOTSTRAP_TOKEN_FILE: fileOf('hunter2') }).message).not.toContain('hunter2');
    // Set to the secret itself by mistake.
    const mistaken = errorOf({ NAMEPLATE_DATABASE_URL_FILE: 'postgres://user:hunter2@db/x' });
    expect(mistaken.message).toMatch(
      /^NAMEPLATE_DATABASE_URL_FILE is \(hidden, 28 characters\), which cannot be read \(ENOENT\); allowed: /,
    );
  });
});

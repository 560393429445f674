/**
 * Creates the account and token of a first start, and shows the token where no log records it: on the terminal or in a
 * file. Source: docs/reference/service.md ("First start").
 */
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { newTokenSecret } from '../control/access-tokens.ts';
import type { ControlStore } from '../control/store.ts';
import { errorField } from '../core/error-field.ts';
import { quoteValue } from '../core/errors.ts';

export type FirstStart = {
  readonly accountUuid: string;
  readonly token: /** The operator set it, so it is not repeated. */
    | { readonly kind: 'given' }
    | { readonly kind: 'printed'; readonly secret: string }
    | { readonly kind: 'file'; readonly path: string };
};

/**
 * Answers what was created, or undefined when the store has an account already. The file is written before the account
 * is created, so every token that exists can be read. Throws a one-line error when the file cannot be written.
 */
export async function createFirstAccount(
  store: ControlStore,
  { bootstrapToken, firstTokenFile, dataDir }: Config,
  isTerminal: boolean,
): Promise<FirstStart | undefined> {
  if ((await store.accounts.list()).length > 0) return undefined;
  if (bootstrapToken !== undefined) {
    const first = await store.bootstrap(bootstrapToken);
    return first && { accountUuid: first.accountUuid, token: { kind: 'given' } };
  }
  const secret = newTokenSecret();
  const file = firstTokenFile ?? (isTerminal ? undefined : join(dataDir, 'first-token'));
  if (file === undefined) {
    const first = await store.bootstrap(secret);
    return first && { accountUuid: first.accountUuid, token: { kind: 'printed', secret } };
  }
  const path = resolve(file);
  const name = firstTokenFile === undefined ? 'NAMEPLATE_DATA_DIR' : 'NAMEPLATE_FIRST_TOKEN_FILE';
  await writeTokenFile(path, secret, name);
  const first = await store.bootstrap(secret).catch(async (error: unknown) => {
    await rm(path, { force: true });
    throw error;
  });
  // Another node was first and shows its token.
  if (!first) await rm(path, { force: true });
  return first && { accountUuid: first.accountUuid, token: { kind: 'file', path } };
}

async function writeTokenFile(path: string, secret: string, variable: string): Promise<void> {
  try {
    await writeFile(path, `${secret}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    const reason =
      errorField(error, 'code') === 'EEXIST'
        ? 'it exists already; move it away, or set NAMEPLATE_FIRST_TOKEN_FILE to another path'
        : error instanceof Error
          ? error.message
          : String(error);
    throw new Error(
      `${variable}: the first access token cannot be written to ${quoteValue(path)}: ${reason}`,
      { cause: error },
    );
  }
}

/**
 * Creates the account and token of a first start, and shows the token where no log records it: on the terminal or in a
 * file. Source: docs/reference/service.md ("First start").
 */
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { exclusively } from '../control/migrate.ts';
import type { ControlStore } from '../control/store.ts';
import { unnamedAccount } from '../core/account-name.ts';
import { errorField } from '../core/error-field.ts';
import { quoteValue } from '../core/errors.ts';
import { AccessTokens } from '../features/access-tokens/access-token-store.ts';
import { Accounts } from '../features/accounts/account-store.ts';
import { newTokenSecret } from '../secrets/access-token-secret.ts';

export type FirstAccount = { readonly accountUuid: string; readonly secret: string };

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
  if ((await new Accounts(store).list()).length > 0) return undefined;
  if (bootstrapToken !== undefined) {
    const first = await bootstrap(store, bootstrapToken);
    return first && { accountUuid: first.accountUuid, token: { kind: 'given' } };
  }
  const secret = newTokenSecret();
  const file = firstTokenFile ?? (isTerminal ? undefined : join(dataDir, 'first-token'));
  if (file === undefined) {
    const first = await bootstrap(store, secret);
    return first && { accountUuid: first.accountUuid, token: { kind: 'printed', secret } };
  }
  const path = resolve(file);
  const name = firstTokenFile === undefined ? 'NAMEPLATE_DATA_DIR' : 'NAMEPLATE_FIRST_TOKEN_FILE';
  await writeTokenFile(path, secret, name);
  const first = await bootstrap(store, secret).catch(async (error: unknown) => {
    await rm(path, { force: true });
    throw error;
  });
  // Another node was first and shows its token.
  if (!first) await rm(path, { force: true });
  return first && { accountUuid: first.accountUuid, token: { kind: 'file', path } };
}

/**
 * Creates one account and one full token when there is no account at all, once however many processes start
 * together. Answers undefined when there was one already.
 */
export function bootstrap(store: ControlStore, secret?: string): Promise<FirstAccount | undefined> {
  const [accounts, tokens] = [new Accounts(store), new AccessTokens(store)];
  return exclusively(store.database, async (trx) => {
    const [existing] = await accounts.list(trx);
    if (existing) return undefined;
    const account = await accounts.create(unnamedAccount, trx);
    const created = await tokens.create(
      { accountUuid: account.uuid, name: 'First token', scope: 'write', expiresAt: null, secret },
      trx,
    );
    return { accountUuid: account.uuid, secret: created.secret };
  });
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

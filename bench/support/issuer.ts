/** A store with an account, an authority in a process of its own, and the issuer between them, all by one clock that is set. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Issuer } from '../../src/acme/issuer.ts';
import { ControlDatabase } from '../../src/control/database.ts';
import { ControlStore } from '../../src/control/store.ts';
import { newRow } from '../../src/control/wanted-certificates.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { newSecretKey } from '../../src/secrets/secret-key.ts';
import type { CleanUp } from '../../src/service/clean-up.ts';
import type { FakeAuthority } from '../../test/support/fake-authority.ts';
import { shortLivedIssuer } from '../../test/support/short-lived.ts';
import type { Seen } from './authority.ts';
import { rootDir } from './child.ts';

export type OpenedIssuer = {
  readonly clock: { time: number; readonly now: () => number };
  readonly child: ChildProcess;
  readonly store: ControlStore;
  readonly accountUuid: string;
  readonly database: ControlDatabase;
  readonly issuer: Issuer;
};

/** `perPeriod`: orders in three hours. */
export async function openIssuer(
  dir: string,
  perPeriod: number,
  settings: Partial<Pick<FakeAuthority, 'checksReplaced' | 'limit' | 'suggestsEverySeconds'>>,
  cleanUp: CleanUp,
): Promise<OpenedIssuer> {
  const clock = { time: Date.now(), now: () => clock.time };
  const child = fork(join(rootDir, 'bench/support/authority.ts'), [JSON.stringify(settings)]);
  cleanUp.defer(async () => void child.kill('SIGKILL'));
  const [answer]: { directoryUrl: string }[] = await once(child, 'message');
  const { directoryUrl } = answer ?? {};
  if (directoryUrl === undefined) throw new Error('the authority did not start');
  const location = { kind: 'sqlite', path: join(dir, 'control.db') } as const;
  const store = await ControlStore.open(location, clock, { kind: 'given', keys: newSecretKey() });
  cleanUp.defer(() => store[Symbol.asyncDispose]());
  await store.secretKeys.prepare();
  const { uuid: accountUuid } = await new Accounts(store).create('Bench');
  const database = await ControlDatabase.open(location, 1);
  cleanUp.defer(() => database[Symbol.asyncDispose]());
  const issuer = shortLivedIssuer(store, directoryUrl, clock, perPeriod);
  cleanUp.defer(() => issuer[Symbol.asyncDispose]());
  return { clock, child, store, accountUuid, database, issuer };
}

export async function moveTo({ clock, child }: OpenedIssuer, time: number): Promise<void> {
  clock.time = time;
  await ask(child, { now: time });
}

/** What the authority has issued, and the CPU time that it took. */
export async function seenBy({ child }: OpenedIssuer): Promise<Seen> {
  return await ask<Seen>(child, {});
}

async function ask<T>(child: ChildProcess, message: { readonly now?: number }): Promise<T> {
  const answered = once(child, 'message');
  child.send(message);
  const [answer] = await answered;
  return answer;
}

export async function addHosts(
  { database, accountUuid, clock }: OpenedIssuer,
  names: readonly string[],
): Promise<void> {
  for (let from = 0; from < names.length; from += 500) {
    const part = names.slice(from, from + 500);
    await database.queries
      .insertInto('host_claims')
      .values(
        part.map((host) => ({
          host,
          account_uuid: accountUuid,
          claimed_at: clock.time,
          seen_at: clock.time,
        })),
      )
      .execute();
    await database.queries
      .insertInto('automatic_certificates')
      .values(part.map((host) => newRow(host, accountUuid, clock.time)))
      .execute();
  }
}

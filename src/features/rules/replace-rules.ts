/**
 * Replaces the rules of a host by rules as callers give them: read and checked, their passwords hashed or kept.
 * Source: docs/reference/rules.md ("Reading and replacing").
 */

import { hashPasswords } from '../../control/rule-passwords.ts';
import type { PackedRules, ReadRules, RulesReader } from '../../control/rules-reading.ts';
import { mayHavePasswords } from '../../control/rules-text.ts';
import type { Clock } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import type { RuleWarning } from '../../rules/rule-warnings.ts';
import { entityTagOf, type HostRules, type HostRulesStore } from './host-rules-store.ts';

const maxAttempts = 5;

type Wanted = {
  readonly accountUuid: string;
  /** Normalised. */
  readonly host: string;
  /** Of what the caller gave as `rules`. */
  readonly reader: RulesReader;
  /** Whether the rules with this entity tag may be replaced. */
  readonly isExpected: (entityTag: string) => boolean;
  /** A list as it was stored, whose hashes users without a password have; the present one if it is left out. */
  readonly hashesFrom?: Uint8Array;
  /** What is there again, where there are none now. */
  readonly again?: Pick<HostRules, 'uuid' | 'version'> | undefined;
};

export type Replaced = {
  /** JSON, without hashes of passwords. */
  readonly json: Uint8Array;
  readonly entityTag: string;
  readonly warnings: readonly RuleWarning[];
};

/** Errors: `rules_invalid`, `rules_too_expensive`, `precondition_failed`, `host_taken`, `payload_too_large`. */
export async function replaceRules(
  hostRules: HostRulesStore,
  clock: Clock,
  { accountUuid, host, reader, isExpected, hashesFrom, again }: Wanted,
): Promise<Replaced> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const previous = hashesFrom ? undefined : await findPrevious(hostRules, accountUuid, host);
    const packed = await packRules(accountUuid, reader, hashesFrom ?? passwordsIn(previous));
    const { shown, keepsPasswords, ...text } = packed;
    const keptFrom = keepsPasswords && !hashesFrom ? entityTagOf(previous) : null;
    const replaced = await hostRules.replace({ ...text, accountUuid, host, isExpected, keptFrom, again });
    // The passwords to keep may have changed since they were read.
    if (replaced === 'stale') continue;
    await hostRules.followLinks(accountUuid, host, (hosts) => reader.follow(hosts));
    const warnings = await reader.findWarnings(clock.now());
    return { json: shown, entityTag: entityTagOf(replaced), warnings };
  }
  throw new ServiceError('precondition_failed', `the rules of ${quoteValue(host)} keep changing`);
}

/** Reads rules, with hashes in place of their passwords. Errors: `rules_invalid`, `rules_too_expensive`. */
export async function packRules(
  accountUuid: string,
  reader: RulesReader,
  hashesFrom: Uint8Array,
): Promise<PackedRules & Pick<ReadRules, 'keepsPasswords'>> {
  const { passwords, keepsPasswords } = await reader.read(hashesFrom);
  const packed = await reader.pack(await hashPasswords(accountUuid, passwords));
  return { ...packed, keepsPasswords };
}

/** Reads rules and checks them as {@link replaceRules} does, without storing them. Errors: `rules_invalid`, `rules_too_expensive`. */
export async function readReplacement(
  hostRules: HostRulesStore,
  accountUuid: string,
  reader: RulesReader,
  previous: HostRules | undefined,
): Promise<void> {
  await reader.read(passwordsIn(previous));
  const { upstreams } = await reader.pack([]);
  await hostRules.checkUpstreams(accountUuid, upstreams);
}

/** Without any where the host is another account's: replacing says so. */
async function findPrevious(
  hostRules: HostRulesStore,
  accountUuid: string,
  host: string,
): Promise<HostRules | undefined> {
  try {
    return await hostRules.find(accountUuid, host);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined;
    throw error;
  }
}

const noText = new Uint8Array();

/** The list, if it has passwords: others have nothing that is kept. */
export function passwordsIn(previous: HostRules | undefined): Uint8Array {
  return previous && mayHavePasswords(previous.json) ? previous.json : noText;
}

/**
 * Hashes passwords with scrypt. A hash names its parameters, so they can grow: a password is hashed anew at the next
 * sign-in. Source: RFC 7914, OWASP Password Storage Cheat Sheet (scrypt), docs/reference/people.md ("Passwords").
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { FairPool } from '../core/fair-pool.ts';
import { normalizePassword } from '../core/password-rule.ts';

/** 32 MiB for each, and about 0.2 s of a core. */
const current = { cost: 32_768, blockSize: 8, parallelization: 3 } as const;
const saltBytes = 16;
const hashBytes = 32;
const hashPattern = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

/** libuv's pool is shared with the analytics store and with files. Those that wait take turns by `whose` they are. */
const places = new FairPool(2);

type Parameters = { readonly cost: number; readonly blockSize: number; readonly parallelization: number };

/**
 * Hashes a password, as `scrypt$N$r$p$salt$hash`; with the salt of another hash, so that one derivation checks both. Errors:
 * `too_many_requests_under_way`.
 */
export async function hashPassword(password: string, beside?: string, whose = ''): Promise<string> {
  const [, , , , shared] = hashPattern.exec(beside ?? '') ?? [];
  const salt = shared === undefined ? randomBytes(saltBytes) : Buffer.from(shared, 'base64url');
  return format(current, salt, await derive(password, salt, current, whose));
}

/**
 * Whether a password is the one that was hashed. Without a hash, as there is none of an unknown user, the answer is no
 * and takes as long.
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  whose = '',
): Promise<boolean> {
  return (await findPassword(password, stored === undefined ? [] : [stored], whose)) === 0;
}

/**
 * The first of some hashes that is the password's; -1: none. Hashes that share a salt take as long as one, and none at all does,
 * too.
 */
export async function findPassword(password: string, stored: readonly string[], whose = ''): Promise<number> {
  const groups = new Map<string, number[]>();
  const hashes = stored.length === 0 ? [nobodysHash] : stored;
  for (const [index, hash] of hashes.entries()) {
    const group = groups.get(saltOf(hash));
    if (group) group.push(index);
    else groups.set(saltOf(hash), [index]);
  }
  const found: number[] = [];
  for (const [settings, indexes] of groups) {
    const [, cost, blockSize, parallelization, salt = ''] = settings.split('$');
    const parameters = {
      cost: Number(cost),
      blockSize: Number(blockSize),
      parallelization: Number(parallelization),
    };
    const key = await derive(password, Buffer.from(salt, 'base64url'), parameters, whose);
    for (const index of indexes) {
      const wanted = Buffer.from(hashes[index]?.slice(settings.length + 1) ?? '', 'base64url');
      if (wanted.length === hashBytes && timingSafeEqual(key, wanted)) found.push(index);
    }
  }
  return stored.length === 0 || found.length === 0 ? -1 : Math.min(...found);
}

/** A hash without what the password made of it: parameters and salt. */
export function saltOf(hash: string): string {
  return hash.slice(0, Math.max(0, hash.lastIndexOf('$')));
}

/** Whether a hash was made with other parameters than a new one would be. */
export function isOutdated(stored: string): boolean {
  const [, cost, blockSize, parallelization] = hashPattern.exec(stored) ?? [];
  return (
    Number(cost) !== current.cost ||
    Number(blockSize) !== current.blockSize ||
    Number(parallelization) !== current.parallelization
  );
}

const nobodysHash = format(current, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));

function format({ cost, blockSize, parallelization }: Parameters, salt: Buffer, hash: Buffer): string {
  const numbers = `${cost}$${blockSize}$${parallelization}`;
  return `scrypt$${numbers}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

function derive(password: string, salt: Buffer, parameters: Parameters, whose: string): Promise<Buffer> {
  const options: ScryptOptions = {
    ...parameters,
    // What the algorithm needs, and room beside it.
    maxmem: 128 * parameters.blockSize * (parameters.cost + parameters.parallelization + 64),
  };
  return places.run(
    whose,
    () =>
      new Promise((resolve, reject) => {
        scrypt(normalizePassword(password), salt, hashBytes, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}

/**
 * Hashes passwords with scrypt. A hash names its parameters, so they can grow: a password is hashed anew at the next
 * sign-in. Source: RFC 7914, OWASP Password Storage Cheat Sheet (scrypt), docs/reference/people.md ("Passwords").
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { normalizePassword } from '../core/password-rule.ts';
import { Semaphore } from '../core/semaphore.ts';

/** 32 MiB for each, and about 0.2 s of a core. */
const current = { cost: 32_768, blockSize: 8, parallelization: 3 } as const;
const saltBytes = 16;
const hashBytes = 32;
const hashPattern = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

/** libuv's pool is shared with the analytics store and with files. */
const underWay = new Semaphore(2);

type Parameters = { readonly cost: number; readonly blockSize: number; readonly parallelization: number };

/** Hashes a password, as `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  return format(current, salt, await derive(password, salt, current, hashBytes));
}

/**
 * Whether a password is the one that was hashed. Without a hash, as there is none of an unknown user, the answer is no
 * and takes as long.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, cost, blockSize, parallelization, salt = '', hash = ''] =
    hashPattern.exec(stored ?? nobodysHash) ?? [];
  const wanted = Buffer.from(hash, 'base64url');
  const parameters = {
    cost: Number(cost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
  };
  const found = await derive(password, Buffer.from(salt, 'base64url'), parameters, wanted.length);
  return timingSafeEqual(found, wanted) && stored !== undefined;
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

function derive(password: string, salt: Buffer, parameters: Parameters, length: number): Promise<Buffer> {
  const options: ScryptOptions = {
    ...parameters,
    // What the algorithm needs, and room beside it.
    maxmem: 128 * parameters.blockSize * (parameters.cost + parameters.parallelization + 64),
  };
  return underWay.run(
    () =>
      new Promise((resolve, reject) => {
        scrypt(normalizePassword(password), salt, length, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}

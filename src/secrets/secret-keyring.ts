/**
 * The secret keys that this machine has, from the environment or from the file. The control store, which all machines
 * share, decides which of them encrypts new secrets. Source: docs/reference/certificates.md ("The secret key").
 */
import { newSecretKey, parseSecretKey, type SecretKey } from './secret-key.ts';
import { SecretKeyError } from './secret-key-error.ts';
import {
  findExposure,
  makeSecretKeyFile,
  readSecretKeyFile,
  replaceSecretKeyFile,
} from './secret-key-file.ts';

/** Where the keys are; plain data, so that it can be handed to another process. */
export type SecretKeyLocation =
  /** One key, or `NEW,OLD` while it is rotated: the value of NAMEPLATE_SECRET_KEY. */
  { readonly kind: 'given'; readonly keys: string } | { readonly kind: 'file'; readonly path: string };

/** A key that is asked for and not there is looked for in the file, but for the same one not more often than this. */
const rereadEveryMs = 1_000;

export class SecretKeyring {
  readonly location: SecretKeyLocation;
  #keys: readonly SecretKey[] = [];
  readonly #missedAt = new Map<string, number>();

  constructor(location: SecretKeyLocation) {
    this.location = location;
  }

  /** Every key, the newest first, read again. Throws SecretKeyError. */
  async read(): Promise<readonly SecretKey[]> {
    const texts =
      this.location.kind === 'given'
        ? this.location.keys.split(',')
        : await readSecretKeyFile(this.location.path);
    const keys = texts.map((text) => parseSecretKey(text));
    this.#keys = keys.filter((key) => key !== undefined);
    if (this.#keys.length < keys.length) {
      throw new SecretKeyError('NAMEPLATE_SECRET_KEY is not the base64 form of 32 bytes, or two of them');
    }
    return this.#keys;
  }

  /** The same, after making the file where there is none. Throws SecretKeyError. */
  async readOrMake(): Promise<readonly [SecretKey, ...SecretKey[]]> {
    if (this.location.kind === 'file' && (await this.read()).length === 0) {
      await makeSecretKeyFile(this.location.path);
    }
    const [newest, ...others] = await this.read();
    if (!newest) throw new SecretKeyError(`${this.describe()} has no key`);
    return [newest, ...others];
  }

  /** The key with an id; a rotation may have added it since the keys were read. Throws SecretKeyError. */
  async find(id: string): Promise<SecretKey | undefined> {
    const known = this.#keys.find((key) => key.id === id);
    const missedAt = this.#missedAt.get(id) ?? Number.NEGATIVE_INFINITY;
    if (known || performance.now() - missedAt < rereadEveryMs) return known;
    const found = (await this.read()).find((key) => key.id === id);
    if (found) this.#missedAt.delete(id);
    else this.#missedAt.set(id, performance.now());
    return found;
  }

  /** Puts a new key before the others into the file and answers it. Throws SecretKeyError. */
  async addNewKey(): Promise<SecretKey> {
    if (this.location.kind === 'given') {
      throw new SecretKeyError(
        'NAMEPLATE_SECRET_KEY has no new key to rotate to: set it to NEW,OLD on every machine (NEW from "openssl rand -base64 32"), restart them, then rotate',
      );
    }
    const { path } = this.location;
    await replaceSecretKeyFile(path, [newSecretKey(), ...(await readSecretKeyFile(path))]);
    const [newest] = await this.readOrMake();
    return newest;
  }

  /** Takes all keys but one out of the file; those of the environment are not ours to change. */
  async keepOnly(id: string): Promise<void> {
    if (this.location.kind === 'given') return;
    const { path } = this.location;
    const keys = await readSecretKeyFile(path);
    const kept = keys.filter((key) => parseSecretKey(key)?.id === id);
    if (kept.length > 0 && kept.length < keys.length) await replaceSecretKeyFile(path, kept);
    await this.read();
  }

  /** What others on this machine could do with the file; undefined: nothing. */
  async findExposure(): Promise<string | undefined> {
    return this.location.kind === 'file' ? findExposure(this.location.path) : undefined;
  }

  /** How the place of the keys is called in a sentence. */
  describe(): string {
    return this.location.kind === 'given' ? 'NAMEPLATE_SECRET_KEY' : JSON.stringify(this.location.path);
  }
}

/** The official binary of Node, as nodejs.org or a mirror of it has it: what the one in an npm package is compared with. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

const maxBinaryBytes = 512 * 1024 * 1024;

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Answers one file of a `.tar.gz`. Throws if it isn't there. */
export function fileOfArchive(archive: Uint8Array, path: string): Buffer {
  return execFileSync('tar', ['-xzOf', '-', path], {
    input: archive,
    maxBuffer: maxBinaryBytes,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

/** `url` could not be read, which says nothing about the binary. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/**
 * Answers the binary of a release, such as version `24.21.0` for `linux-x64`. Throws {@link Unreachable}, or an error when the
 * archive isn't the one that the release's list of checksums names.
 */
export async function officialBinary(base: string, version: string, target: string): Promise<Buffer> {
  const directory = `node-v${version}-${target}`;
  const name = `${directory}.tar.gz`;
  const checksums = (await download(`${base}/v${version}/SHASUMS256.txt`)).toString('utf8');
  const expected = checksums.split('\n').find((line) => line.endsWith(`  ${name}`));
  const archive = await download(`${base}/v${version}/${name}`);
  if (expected?.split(' ')[0] !== sha256(archive))
    throw new Error(`${name} is not the archive that SHASUMS256.txt names`);
  return fileOfArchive(archive, `${directory}/bin/node`);
}

async function download(url: string): Promise<Buffer> {
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  } catch (error) {
    const { cause } = error instanceof Error ? error : {};
    const why =
      cause instanceof Error ? cause.message : error instanceof Error ? error.message : String(error);
    throw new Unreachable(`${url} can't be read (${why})`);
  }
}

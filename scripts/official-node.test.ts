import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tempDir } from '../test/support/temp-dir.ts';
import { officialBinary, sha256, Unreachable } from './official-node.ts';

/** Serves files as nodejs.org does; answers the address. */
async function serve(files: Readonly<Record<string, Uint8Array | string>>): Promise<string> {
  const server = createServer(({ url = '' }, answer) => {
    const file = files[url];
    answer.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

async function release(): Promise<Buffer> {
  const directory = await tempDir();
  await mkdir(join(directory, 'node-v24.1.0-linux-x64/bin'), { recursive: true });
  await writeFile(join(directory, 'node-v24.1.0-linux-x64/bin/node'), 'the binary');
  execFileSync('tar', ['-czf', 'node.tar.gz', 'node-v24.1.0-linux-x64'], { cwd: directory });
  return readFile(join(directory, 'node.tar.gz'));
}

const archivePath = '/v24.1.0/node-v24.1.0-linux-x64.tar.gz';
const listPath = '/v24.1.0/SHASUMS256.txt';
const listOf = (hash: string) => `${'0'.repeat(64)}  other.tar.gz\n${hash}  node-v24.1.0-linux-x64.tar.gz\n`;

it('answers the binary of the archive that the list of checksums names', async () => {
  const archive = await release();
  const base = await serve({ [archivePath]: archive, [listPath]: listOf(sha256(archive)) });
  expect((await officialBinary(base, '24.1.0', 'linux-x64')).toString()).toBe('the binary');
});

it('refuses another archive, and one that the list does not name', async () => {
  const archive = await release();
  for (const list of [listOf('1'.repeat(64)), '']) {
    const base = await serve({ [archivePath]: archive, [listPath]: list });
    await expect(officialBinary(base, '24.1.0', 'linux-x64')).rejects.toThrow(
      'node-v24.1.0-linux-x64.tar.gz is not the archive that SHASUMS256.txt names',
    );
  }
});

it('says what it could not reach', async () => {
  const base = await serve({ [listPath]: '' });
  await expect(officialBinary(base, '24.1.0', 'linux-x64')).rejects.toThrow(
    new Unreachable(`${base}${archivePath} can't be read (status 404)`),
  );
  await expect(officialBinary('http://127.0.0.1:1', '24.1.0', 'linux-x64')).rejects.toThrow(Unreachable);
});

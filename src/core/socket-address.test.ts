import { once } from 'node:events';
import { mkdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/support/temp-dir.ts';
import { listenPrivately, socketAddress } from './socket-address.ts';

test('a socket is for its owner alone, and folders made meanwhile stay searchable', async () => {
  const directory = await tempDir();
  const making: Promise<string>[] = [];
  for (let n = 0; n < 100; n++) {
    // Other threads make these while the mask of the process is another one.
    for (let m = 0; m < 8; m++) {
      const folder = join(directory, `folder-${n}-${m}`);
      making.push(mkdir(folder, { mode: 0o700 }).then(() => folder));
    }
    using address = socketAddress(directory, `${n}.sock`);
    const server = createServer();
    listenPrivately(server, address);
    await once(server, 'listening');
    expect((await stat(address.path)).mode & 0o777).toBe(0o600);
    server.close();
  }
  for (const folder of await Promise.all(making))
    expect((await stat(folder)).mode & 0o777, folder).toBe(0o700);
});

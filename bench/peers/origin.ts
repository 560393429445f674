/** The upstream behind all proxies: nginx with an answer of 200 bytes at `/small` and a file of 1 MB at `/big`. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CleanUp } from '../../src/service/clean-up.ts';
import { acceptsConnections, type RunningProgram, startProgram } from '../support/child.ts';
import { nginxConfig } from './nginx.ts';
import type { PeerOptions } from './peer-options.ts';

export const smallBytes = 200;
export const bigBytes = 1_000_000;

export async function startOrigin(
  options: Pick<PeerOptions, 'command' | 'dir' | 'port'>,
  cleanUp: CleanUp,
): Promise<RunningProgram> {
  const { command, dir, port } = options;
  const configPath = join(dir, 'origin.conf');
  // When root starts nginx, its workers read files as another user.
  await chmod(dir, 0o755);
  await writeFile(join(dir, 'big'), 'x'.repeat(bigBytes));
  await writeFile(
    configPath,
    nginxConfig({
      dir,
      port,
      accessLog: null,
      server: `
    sendfile on;
    location = /small { default_type text/plain; return 200 "${'x'.repeat(smallBytes)}"; }
    location = /big { root ${dir}; default_type application/octet-stream; }`,
    }),
  );
  return startProgram(
    {
      name: 'origin',
      command,
      args: ['-p', dir, '-e', 'stderr', '-c', configPath],
      dir,
      isReady: () => acceptsConnections(port),
    },
    cleanUp,
  );
}

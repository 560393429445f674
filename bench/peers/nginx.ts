/** A peer: nginx answering every request with `return 301`; one worker process. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CleanUp } from '../../src/clean-up.ts';
import { acceptsConnections, type RunningProgram, startProgram } from '../support/child.ts';
import type { PeerOptions } from './peer-options.ts';

/** Directories that nginx makes at its start, by default where only root may. */
const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

export async function startNginx(options: PeerOptions, cleanUp: CleanUp): Promise<RunningProgram> {
  const { name, command, dir, port, accessLog } = options;
  const configPath = join(dir, `nginx-${port}.conf`);
  await writeFile(
    configPath,
    `daemon off;
worker_processes 1;
pid ${dir}/nginx-${port}.pid;
error_log stderr crit;
events {}
http {
  ${temporaryPaths.map((kind) => `${kind}_temp_path ${dir}/nginx-${port}-${kind};`).join('\n  ')}
  access_log ${accessLog === null ? 'off' : `${accessLog} combined buffer=64k flush=1s`};
  keepalive_requests 100000000;
  server {
    listen 127.0.0.1:${port};
    location / { return 301 https://dest.example$request_uri; }
  }
}
`,
  );
  return startProgram(
    {
      name,
      command,
      args: ['-p', dir, '-e', 'stderr', '-c', configPath],
      dir,
      isReady: () => acceptsConnections(port),
    },
    cleanUp,
  );
}

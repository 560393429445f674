/** A peer: nginx, one worker process, answering every request with `return 301` or passing it on. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CleanUp } from '../../src/service/clean-up.ts';
import { acceptsConnections, type RunningProgram, startProgram } from '../support/child.ts';
import type { PeerOptions } from './peer-options.ts';

/** Directories that nginx makes at its start, by default where only root may. */
const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** A configuration of one server; `http` and `server` are directives of these blocks. */
export function nginxConfig(options: {
  readonly dir: string;
  readonly port: number;
  readonly accessLog: string | null;
  readonly http?: string;
  readonly server: string;
  readonly tls?: PeerOptions['tls'];
}): string {
  const { dir, port, accessLog, http = '', server, tls } = options;
  const certificate =
    tls === undefined
      ? ''
      : // By default, TLS 1.3 is on since nginx 1.27.3 only.
        `ssl_protocols TLSv1.2 TLSv1.3;\n    ssl_certificate ${tls.certificate};\n    ssl_certificate_key ${tls.privateKey};`;
  return `daemon off;
worker_processes 1;
pid ${dir}/nginx-${port}.pid;
error_log stderr crit;
events {}
http {
  ${temporaryPaths.map((kind) => `${kind}_temp_path ${dir}/nginx-${port}-${kind};`).join('\n  ')}
  access_log ${accessLog === null ? 'off' : `${accessLog} combined buffer=64k flush=1s`};
  keepalive_requests 100000000;
  ${http}
  server {
    listen 127.0.0.1:${port}${tls === undefined ? '' : ' ssl http2'};
    ${certificate}
    ${server}
  }
}
`;
}

export async function startNginx(options: PeerOptions, cleanUp: CleanUp): Promise<RunningProgram> {
  const { name, command, dir, port, originPort } = options;
  const configPath = join(dir, `nginx-${port}.conf`);
  const work =
    originPort === undefined
      ? { server: 'location / { return 301 https://dest.example$request_uri; }' }
      : proxying(originPort);
  await writeFile(configPath, nginxConfig({ ...options, ...work }));
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

/** With connections to the origin kept, as many as Nameplate keeps, and the fields that Nameplate sets. */
function proxying(originPort: number): { readonly http: string; readonly server: string } {
  return {
    http: `upstream origin {
    server 127.0.0.1:${originPort};
    keepalive 128;
    keepalive_requests 100000000;
  }`,
    server: `location / {
      proxy_pass http://origin;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host 127.0.0.1;
      proxy_set_header X-Served-For $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host $host;
    }`,
  };
}

/** A peer: Caddy answering every request with `redir … permanent`, or passing it on. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CleanUp } from '../../src/service/clean-up.ts';
import { acceptsConnections, type RunningProgram, startProgram } from '../support/child.ts';
import type { PeerOptions } from './peer-options.ts';

export async function startCaddy(options: PeerOptions, cleanUp: CleanUp): Promise<RunningProgram> {
  const { name, command, dir, port, accessLog, originPort, tls } = options;
  const configPath = join(dir, `Caddyfile-${port}`);
  const log =
    accessLog === null ? '' : `log {\n    output file ${accessLog} {\n      roll_disabled\n    }\n  }`;
  await writeFile(
    configPath,
    `{
  admin off
  auto_https off
}
${tls === undefined ? 'http' : 'https'}://:${port} {
  ${tls === undefined ? '' : `tls ${tls.certificate} ${tls.privateKey}`}
  bind 127.0.0.1
  ${originPort === undefined ? 'redir https://dest.example{uri} permanent' : proxying(originPort)}
  ${log}
}
`,
  );
  return startProgram(
    {
      name,
      command,
      args: ['run', '--adapter', 'caddyfile', '--config', configPath],
      // Where it would keep its configuration and its certificates.
      env: { HOME: dir, XDG_CONFIG_HOME: dir, XDG_DATA_HOME: dir },
      dir,
      isReady: () => acceptsConnections(port),
    },
    cleanUp,
  );
}

/** With connections to the origin kept, as many as Nameplate keeps; it sets the X-Forwarded fields by itself. */
function proxying(originPort: number): string {
  return `reverse_proxy 127.0.0.1:${originPort} {
    header_up Host 127.0.0.1
    header_up X-Served-For {host}
    transport http {
      keepalive_idle_conns 128
      keepalive_idle_conns_per_host 128
    }
  }`;
}

/**
 * Takes the sockets that systemd passes to the first process. Source: sd_listen_fds(3), docs/reference/service.md
 * ("Sockets from systemd").
 */
import type { Config } from '../config/config.ts';
import type { ListenVariables } from '../config/env.ts';
import { quoteValue } from '../core/errors.ts';
import { commandName } from '../core/program-files.ts';
import {
  openDescriptor,
  type PassedPorts,
  type PassedSockets,
  type SocketName,
  socketNames,
} from '../edge/passed-sockets.ts';
import type { Role } from './role.ts';
import { StartError } from './start-error.ts';

/** SD_LISTEN_FDS_START. */
const firstDescriptor = 3;
const maxSockets = 1024;

/**
 * Answers the sockets that the variables name; none when they are another process's. Throws {@link StartError} for a socket
 * that has no use here.
 */
export function readPassedSockets(
  { LISTEN_PID: pid, LISTEN_FDS: count, LISTEN_FDNAMES: names = '' }: ListenVariables,
  ownPid: number,
  portAt: (descriptor: number) => number | undefined = listeningPort,
): PassedSockets {
  if (pid !== String(ownPid) || count === undefined) return {};
  if (!/^\d{1,4}$/.test(count) || Number(count) > maxSockets)
    throw new StartError(
      `LISTEN_FDS is ${quoteValue(count)}; allowed: a whole number from 0 to ${maxSockets}`,
    );
  const given = names.split(':');
  const sockets: Partial<Record<SocketName, { descriptor: number; port: number }>> = {};
  for (let index = 0; index < Number(count); index++) {
    const name = nameOf(given[index] || 'unknown');
    if (sockets[name])
      throw new StartError(`systemd passes two sockets called "${name}"; allowed: one of each name`);
    const descriptor = firstDescriptor + index;
    const port = portAt(descriptor);
    if (port === undefined)
      throw new StartError(
        `the socket "${name}" that systemd passes is not a TCP socket that listens; allowed: ListenStream= with a port, and Accept=no`,
      );
    sockets[name] = { descriptor, port };
  }
  return sockets;
}

function nameOf(given: string): SocketName {
  const name = socketNames.find((known) => known === given);
  if (name) return name;
  throw new StartError(
    `systemd passes a socket called ${quoteValue(given)}; allowed: FileDescriptorName=${socketNames.join(', ')}`,
  );
}

function listeningPort(descriptor: number): number | undefined {
  try {
    const socket = openDescriptor(descriptor);
    const address = socket.address();
    // With Accept=yes, systemd passes a connection.
    return 'port' in address && socket.remoteAddress === undefined ? address.port : undefined;
  } catch {
    return undefined;
  }
}

const portVariables = {
  api: 'NAMEPLATE_API_PORT',
  http: 'NAMEPLATE_EDGE_HTTP_PORT',
  https: 'NAMEPLATE_EDGE_HTTPS_PORT',
} as const satisfies Record<SocketName, string>;

type ConfiguredPorts = {
  readonly api: Pick<Config['api'], 'port'>;
  readonly edge: Pick<Config['edge'], 'httpPort' | 'httpsPort'>;
};

/**
 * Throws {@link StartError} when the settings name another port than a passed socket has: commands find the service by its
 * settings, and an upgrade may have changed them.
 */
export function checkPassedPorts(ports: PassedPorts, role: Role, { api, edge }: ConfiguredPorts): void {
  const wanted = { api: api.port, http: edge.httpPort, https: edge.httpsPort };
  for (const name of socketNames) {
    const port = ports[name];
    if (port === undefined) continue;
    if (role === 'app' && name !== 'api')
      throw new StartError(
        `systemd passes the socket "${name}", but "${commandName} app" serves no visitors; allowed: "api"`,
      );
    if (port !== wanted[name])
      throw new StartError(
        `${portVariables[name]} is ${wanted[name]}, but the socket "${name}" that systemd passes has port ${port}; allowed: the same port`,
      );
  }
}

/**
 * Takes the sockets that systemd passes to the first process. Source: sd_listen_fds(3), docs/reference/service.md
 * ("Sockets from systemd").
 */
import type { Config } from '../config/config.ts';
import type { ListenVariables } from '../config/env.ts';
import { quoteValue } from '../core/errors.ts';
import { commandName } from '../core/program-files.ts';
import {
  findBoundUdp,
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

/** As `FileDescriptorName=` has them. */
const givenNames = ['api', 'http', 'https', 'dns'] as const;

type FoundSocket = { readonly protocol: 'TCP' | 'UDP'; readonly port: number };

/**
 * Answers the sockets that the variables name; none when they are another process's. Throws {@link StartError} for a socket
 * that has no use here.
 */
export function readPassedSockets(
  { LISTEN_PID: pid, LISTEN_FDS: count, LISTEN_FDNAMES: names = '' }: ListenVariables,
  ownPid: number,
  find: (descriptor: number) => FoundSocket | undefined = findSocket,
): PassedSockets {
  if (pid !== String(ownPid) || count === undefined) return {};
  if (!/^\d{1,4}$/.test(count) || Number(count) > maxSockets)
    throw new StartError(
      `LISTEN_FDS is ${quoteValue(count)}; allowed: a whole number from 0 to ${maxSockets}`,
    );
  const given = names.split(':');
  const sockets: Partial<Record<SocketName, { descriptor: number; port: number }>> = {};
  for (let index = 0; index < Number(count); index++) {
    const givenName = readName(given[index] || 'unknown');
    const descriptor = firstDescriptor + index;
    const found = find(descriptor);
    const isDns = givenName === 'dns';
    if (!found || (found.protocol === 'UDP' && !isDns))
      throw new StartError(
        `the socket "${givenName}" that systemd passes is not a TCP socket that listens; allowed: ListenStream= with a port, and Accept=no${isDns ? ', or ListenDatagram= with a port' : ''}`,
      );
    const name =
      givenName === 'dns' ? (`dns_${found.protocol === 'TCP' ? 'tcp' : 'udp'}` as const) : givenName;
    if (sockets[name])
      throw new StartError(
        `systemd passes two ${isDns ? `${found.protocol} ` : ''}sockets called "${givenName}"; allowed: one of each name${isDns ? ' and protocol' : ''}`,
      );
    sockets[name] = { descriptor, port: found.port };
  }
  return sockets;
}

function readName(given: string): (typeof givenNames)[number] {
  const name = givenNames.find((known) => known === given);
  if (name) return name;
  throw new StartError(
    `systemd passes a socket called ${quoteValue(given)}; allowed: FileDescriptorName=${givenNames.join(', ')}`,
  );
}

function findSocket(descriptor: number): FoundSocket | undefined {
  return findListening(descriptor) ?? findDatagrams(descriptor);
}

function findListening(descriptor: number): FoundSocket | undefined {
  try {
    const socket = openDescriptor(descriptor);
    const address = socket.address();
    // With Accept=yes, systemd passes a connection.
    return 'port' in address && socket.remoteAddress === undefined
      ? { protocol: 'TCP', port: address.port }
      : undefined;
  } catch {
    return undefined;
  }
}

function findDatagrams(descriptor: number): FoundSocket | undefined {
  try {
    const bound = findBoundUdp(descriptor);
    return bound && { protocol: 'UDP', port: bound.port };
  } catch {
    // No such descriptor, or no Linux.
    return undefined;
  }
}

const portVariables = {
  api: 'NAMEPLATE_API_PORT',
  http: 'NAMEPLATE_EDGE_HTTP_PORT',
  https: 'NAMEPLATE_EDGE_HTTPS_PORT',
  dns_tcp: 'NAMEPLATE_DNS_PORT',
  dns_udp: 'NAMEPLATE_DNS_PORT',
} as const satisfies Record<SocketName, string>;

type ConfiguredPorts = {
  readonly api: Pick<Config['api'], 'port'>;
  readonly edge: Pick<Config['edge'], 'httpPort' | 'httpsPort'>;
  readonly responder: Pick<NonNullable<Config['responder']>, 'port'> | undefined;
};

/**
 * Throws {@link StartError} when the settings name another port than a passed socket has: commands find the service by its
 * settings, and an upgrade may have changed them.
 */
export function checkPassedPorts(
  ports: PassedPorts,
  role: Role,
  { api, edge, responder }: ConfiguredPorts,
): void {
  const dns = responder?.port ?? 0;
  const wanted = { api: api.port, http: edge.httpPort, https: edge.httpsPort, dns_tcp: dns, dns_udp: dns };
  for (const name of socketNames) {
    const port = ports[name];
    if (port === undefined) continue;
    const isDns = name === 'dns_tcp' || name === 'dns_udp';
    const shown = isDns ? 'dns' : name;
    if (isDns && !responder)
      throw new StartError(
        `systemd passes the socket "${shown}", but NAMEPLATE_DNS_ZONE is not set; allowed: with a zone only`,
      );
    if (role === 'app' && name !== 'api' && !isDns)
      throw new StartError(
        `systemd passes the socket "${name}", but "${commandName} app" serves no visitors; allowed: "api", "dns"`,
      );
    if (port !== wanted[name])
      throw new StartError(
        `${portVariables[name]} is ${wanted[name]}, but the socket "${shown}" that systemd passes has port ${port}; allowed: the same port`,
      );
  }
}

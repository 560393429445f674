/** Which processes have which sockets, as Linux says. Source: proc(5). */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const listening = '0A';

type TcpSocket = {
  readonly name: string;
  readonly state: string;
  readonly port: number;
  readonly peerPort: number;
};

/** The names of a process's sockets, such as `socket:[4711]`; none for a process that has ended. */
export function socketsOf(pid: number): Set<string> {
  const directory = `/proc/${pid}/fd`;
  try {
    const links = readdirSync(directory).map((name) => readlinkIfThere(`${directory}/${name}`));
    return new Set(links.filter((link) => link.startsWith('socket:')));
  } catch {
    return new Set();
  }
}

/** Those of these processes that listen on a port over IPv4. */
export function listenersOn(port: number, pids: readonly number[]): number[] {
  const names = tcpSockets()
    .filter((socket) => socket.state === listening && socket.port === port)
    .map(({ name }) => name);
  return pids.filter((pid) => {
    const sockets = socketsOf(pid);
    return names.some((name) => sockets.has(name));
  });
}

/**
 * Which of these processes holds the server's end of a connection over IPv4; undefined when none does, or when it has
 * not been accepted yet.
 */
export function holderOfConnection(
  serverPort: number,
  clientPort: number,
  pids: readonly number[],
): number | undefined {
  const socket = tcpSockets().find(({ port, peerPort }) => port === serverPort && peerPort === clientPort);
  return socket && pids.find((pid) => socketsOf(pid).has(socket.name));
}

/** Over IPv4. The name of one that has not been accepted yet is `socket:[0]`, which no process has. */
function tcpSockets(): TcpSocket[] {
  const [, ...lines] = readFileSync('/proc/net/tcp', 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    // Number, local address, remote address, state, …; the tenth is the inode.
    const [, local = '', remote = '', state = '', , , , , , inode] = line.trim().split(/\s+/);
    return { name: `socket:[${inode}]`, state, port: portIn(local), peerPort: portIn(remote) };
  });
}

/** Of an address such as `0100007F:1F90`. */
function portIn(address: string): number {
  return Number.parseInt(address.split(':')[1] ?? '', 16);
}

function readlinkIfThere(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

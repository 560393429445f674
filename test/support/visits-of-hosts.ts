/** Visitors of many hosts at one address, each with a TLS handshake of its own, while the server behind the address changes. */
import { once } from 'node:events';
import tls from 'node:tls';

export type HostVisits = {
  /** Visits by the port that they went to. */
  readonly byPort: ReadonlyMap<number, number>;
  /** What went wrong, a line each. */
  readonly failures: readonly string[];
  /** The fingerprint of the certificate that each host was last served with. */
  readonly fingerprints: ReadonlyMap<string, string>;
};

/** A visit: a handshake, which takes any issuer, and a request. Answers the status and the certificate's fingerprint. */
export async function visit(
  host: string,
  port: number,
): Promise<{ readonly status: string; readonly fingerprint: string }> {
  const socket = tls.connect({
    port,
    host: '127.0.0.1',
    servername: host,
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
  });
  try {
    const failed = once(socket, 'error').then(([error]) => {
      throw error;
    });
    failed.catch(() => {});
    await Promise.race([once(socket, 'secureConnect'), failed]);
    const certificate = socket.getPeerX509Certificate();
    const problem = certificate?.checkHost(host) === undefined ? 'a certificate for another host' : undefined;
    if (problem !== undefined) throw new Error(problem);
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const [chunk] = await Promise.race([once(socket, 'data'), failed]);
    const status = String(chunk).split(' ')[1] ?? '';
    return { status, fingerprint: certificate?.fingerprint256 ?? '' };
  } finally {
    socket.destroy();
  }
}

/** Visits the hosts in turn, so many at a time, until `until` is aborted; the port may change meanwhile. */
export async function visitAll(
  hosts: readonly string[],
  portNow: () => number,
  atOnce: number,
  until: AbortSignal,
): Promise<HostVisits> {
  const byPort = new Map<number, number>();
  const failures: string[] = [];
  const fingerprints = new Map<string, string>();
  let next = 0;
  const one = async () => {
    while (!until.aborted) {
      const host = hosts[next++ % hosts.length] ?? '';
      const port = portNow();
      try {
        const { status, fingerprint } = await visit(host, port);
        if (status !== '200') failures.push(`${host} at ${port}: ${status}`);
        fingerprints.set(host, fingerprint);
        byPort.set(port, (byPort.get(port) ?? 0) + 1);
      } catch (error) {
        failures.push(`${host} at ${port}: ${String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return { byPort, failures, fingerprints };
}

/** Ports that nothing listens on. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below the range that Linux, macOS and Windows hand out to outgoing connections, one of which could otherwise take
 * the port between here and its use.
 */
const lowestPort = 15_000;
const highestPort = 32_000;
const maxAttempts = 1000;

/**
 * Test files that run beside each other take from parts of their own, and nobody takes a port twice: whoever has it may not have
 * listened yet, or may be about to start again.
 */
const parts = 4;
const ownPart = Number(process.env.VITEST_POOL_ID ?? 0) % parts;
const given = new Set<number>();

function anyPort(): number {
  return lowestPort + parts * Math.floor((Math.random() * (highestPort - lowestPort)) / parts) + ownPart;
}

/** Answers `count` distinct ports of 127.0.0.1 that were free a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const held = new Map<number, Server>();
  try {
    for (let attempt = 0; held.size < count; attempt++) {
      if (attempt === maxAttempts) throw new Error(`no ${count} free ports in ${maxAttempts} attempts`);
      const port = anyPort();
      if (given.has(port)) continue;
      const server = await listen(port);
      if (!server) continue;
      given.add(port);
      held.set(port, server);
    }
    return [...held.keys()];
  } finally {
    await Promise.all([...held.values()].map((server) => new Promise((closed) => server.close(closed))));
  }
}

/** Answers one port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error('freePorts(1) answered none');
  return port;
}

async function listen(port: number): Promise<Server | undefined> {
  const server = createServer();
  try {
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
    return server;
  } catch {
    return undefined;
  }
}

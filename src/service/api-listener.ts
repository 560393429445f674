/** The API's socket: how it begins to listen, how it ends, and where it is. Source: docs/reference/service.md. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { errorField } from '../core/error-field.ts';
import { describeFailure, StartError } from './start-error.ts';

/** Connections the kernel may hold for a moment in which this process gets no CPU, as when another version starts. */
const backlog = 4096;

export async function listen(api: FastifyInstance, config: Config): Promise<void> {
  const { host, port } = config.api;
  try {
    await api.listen({ host, port, backlog });
  } catch (error) {
    const problems: Record<string, string> = {
      EADDRINUSE: `NAMEPLATE_API_PORT is ${port}, but another program already listens on port ${port} of ${host}`,
      EACCES: `NAMEPLATE_API_PORT is ${port}, but this user may not listen on port ${port}`,
      EADDRNOTAVAIL: `NAMEPLATE_HOST is ${JSON.stringify(host)}, but this machine has no such address`,
    };
    const fallback = `the API cannot listen on port ${port} of ${host}: ${describeFailure(error)}`;
    throw new StartError(problems[errorField(error, 'code') ?? ''] ?? fallback);
  }
}

/** Lets requests under way finish for up to `drainMs`. */
export async function stopApi(api: FastifyInstance, drainMs: number): Promise<void> {
  const cutOff = setTimeout(() => api.server.closeAllConnections(), drainMs);
  await api.close();
  clearTimeout(cutOff);
}

/** Where people on this machine reach a listener. */
export function originOf(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  const shown =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `${scheme}://${shown}:${port}`;
}

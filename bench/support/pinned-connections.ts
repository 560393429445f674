/** One established connection to each of the processes that share a port. */
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { CleanUp } from '../../src/service/clean-up.ts';
import { holderOfConnection } from '../../test/support/open-sockets.ts';
import { ask, type HttpAnswer, type HttpRequest } from './http.ts';

/** The kernel gives a connection to whichever process takes it first; a busy one may need many tries. */
const maxAttempts = 500;
const pauseMs = 2;

export type PinnedConnection = {
  /** The process at the other end. */
  readonly pid: number;
  /** Sends a request over this very connection; rejects when it was closed meanwhile. */
  ask(what: Omit<HttpRequest, 'port' | 'agent'>): Promise<HttpAnswer>;
};

/** Connects until every process in `pids` holds one connection; each has answered a request when this resolves. */
export async function connectToEach(
  port: number,
  pids: readonly number[],
  cleanUp: CleanUp,
): Promise<PinnedConnection[]> {
  const found = new Map<number, Agent>();
  for (let attempt = 0; found.size < pids.length; attempt++) {
    if (attempt === maxAttempts) {
      throw new Error(`${maxAttempts} connections reached ${found.size} of ${pids.length} workers`);
    }
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    cleanUp.defer(() => agent.destroy());
    const { clientPort } = await ask({ port, path: '/', headers: { host: 'nobody.example' }, agent });
    const pid = holderOfConnection(port, clientPort, pids);
    if (pid !== undefined && !found.has(pid)) found.set(pid, agent);
    await delay(pauseMs);
  }
  return [...found].map(([pid, agent]) => ({
    pid,
    ask: async (what) => {
      const answer = await ask({ ...what, port, agent });
      if (!answer.isConnectionReused) throw new Error(`worker ${pid} closed its connection`);
      return answer;
    },
  }));
}

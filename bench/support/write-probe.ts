/** Writes through the API, each followed at once by a request to every worker: was the write live? */
import { Agent } from 'node:http';
import type { CleanUp } from '../../src/service/clean-up.ts';
import { ask, type HttpAnswer } from './http.ts';
import type { Nameplate } from './nameplate.ts';
import type { PinnedConnection } from './pinned-connections.ts';
import { percentile } from './statistics.ts';

export type WriteProbe = {
  readonly kind: string;
  /** From sending the write until its answer was there. */
  readonly writeMs: number;
  /** From sending the write until every worker had answered a request sent after the write's answer. */
  readonly seenMs: number;
  /** How many workers answered that first request from older routes. */
  readonly staleWorkers: number;
};

export type WriteSummary = {
  readonly kind: string;
  readonly count: number;
  readonly writeMsP50: number;
  readonly writeMsP99: number;
  readonly seenMsP50: number;
  readonly seenMsP99: number;
  /** Writes that one worker or more did not serve at the first request. */
  readonly stale: number;
};

/** `Location` of the answer, or undefined where nothing is to be found. */
type Expected = string | undefined;

type Write = {
  readonly kind: string;
  readonly method: string;
  readonly json?: unknown;
  readonly expected: Expected;
};

const requestPath = '/probe';
const firstOrigin = 'https://first.example';
const secondOrigin = 'https://second.example';

/** The life of a redirect, each step another answer than the one before. */
const writes: readonly [create: Write, ...later: Write[]] = [
  { kind: 'create', method: 'POST', expected: firstOrigin + requestPath },
  {
    kind: 'update',
    method: 'PUT',
    json: { destination_url: secondOrigin },
    expected: secondOrigin + requestPath,
  },
  { kind: 'pause', method: 'PUT', json: { active: false }, expected: undefined },
  { kind: 'resume', method: 'PUT', json: { active: true }, expected: secondOrigin + requestPath },
  { kind: 'delete', method: 'DELETE', expected: undefined },
];

/** Makes `count` writes, one at a time; the redirects that it creates are on hosts of their own. */
export async function probeWrites(
  nameplate: Nameplate,
  connections: readonly PinnedConnection[],
  count: number,
  cleanUp: CleanUp,
): Promise<WriteProbe[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  cleanUp.defer(() => agent.destroy());
  const probes: WriteProbe[] = [];
  let path = nameplate.redirects;
  for (let index = 0; index < count; index++) {
    const write = writes[index % writes.length] ?? writes[0];
    const host = `probe-${Math.floor(index / writes.length)}.customers.example`;
    const json = write.kind === 'create' ? { source_host: host, destination_url: firstOrigin } : write.json;
    const { method, kind, expected } = write;
    const startTick = performance.now();
    const answer = await ask({
      port: nameplate.apiPort,
      path: kind === 'create' ? nameplate.redirects : path,
      method,
      headers: nameplate.authorization,
      json,
      agent,
    });
    if (answer.status >= 300) throw new Error(`${kind} answered ${answer.status}: ${answer.body}`);
    const seen = await Promise.all(
      connections.map((connection) => connection.ask({ path: requestPath, headers: { host } })),
    );
    const seenMs = performance.now() - startTick;
    const staleWorkers = seen.filter((redirect) => !isAsExpected(redirect, expected)).length;
    probes.push({ kind, writeMs: answer.elapsedMs, seenMs, staleWorkers });
    if (kind === 'create') path = answer.headers.location ?? '';
  }
  return probes;
}

/** Summarises the probes of each kind, and all of them at the end. */
export function summariseProbes(probes: readonly WriteProbe[]): { kinds: WriteSummary[]; all: WriteSummary } {
  const kinds = [...new Set(probes.map((probe) => probe.kind))];
  return {
    kinds: kinds.map((kind) =>
      summarise(
        kind,
        probes.filter((probe) => probe.kind === kind),
      ),
    ),
    all: summarise('all', probes),
  };
}

function summarise(kind: string, probes: readonly WriteProbe[]): WriteSummary {
  const writeMs = probes.map((probe) => probe.writeMs);
  const seenMs = probes.map((probe) => probe.seenMs);
  return {
    kind,
    count: probes.length,
    writeMsP50: percentile(writeMs, 0.5),
    writeMsP99: percentile(writeMs, 0.99),
    seenMsP50: percentile(seenMs, 0.5),
    seenMsP99: percentile(seenMs, 0.99),
    stale: probes.filter((probe) => probe.staleWorkers > 0).length,
  };
}

function isAsExpected(answer: HttpAnswer, expected: Expected): boolean {
  return answer.status === (expected === undefined ? 404 : 301) && answer.headers.location === expected;
}

/** An edge whose hosts have rules that challenge visitors. Source: docs/reference/rules.md ("Challenge"). */
import { runInNewContext } from 'node:vm';
import { onTestFinished } from 'vitest';
import type { DomainRoute } from '../../src/core/route.ts';
import { solverScript } from '../../src/edge/rules/challenge-page.ts';
import { readRules } from '../../src/rules/read-rules.ts';
import { openRawEdge, type RawEdge, type RawEdgeOptions } from './raw-http.ts';
import { rulesSource, storedRules } from './rules-on-edge.ts';

const hosts = ['go.example', 'other.example'];

/** As the application process says keys. */
export const challengeKey = (byte: number): string => Buffer.alloc(32, byte).toString('base64');

/** `go.example` and `other.example` have these rules, and the custom domain if there is one. The edge believes the test who its clients are. */
export async function openChallengeEdge(
  list: readonly object[],
  domain: DomainRoute | null = null,
  keys: readonly string[] = [challengeKey(7)],
  further: RawEdgeOptions = {},
  onDone: (close: () => Promise<void>) => void = onTestFinished,
): Promise<RawEdge> {
  const edge = await openRawEdge({}, ['127.0.0.1'], onDone, further);
  edge.edge.challenges.setKeys(keys);
  const read = readRules(list);
  if (!read.ok) throw new Error(read.reason);
  const stored = hosts.map((host, index) =>
    storedRules(host, `01900000-0000-7000-8000-00000000000${index}`, 1, read.rules),
  );
  const change = {
    fromRevision: edge.table.revision,
    toRevision: edge.table.revision + 1,
    mark: '',
    hosts: stored.map(({ host, uuid }) => ({
      host,
      redirect: null,
      domain,
      rules: { uuid, version: 1, upstreams: [] },
    })),
  };
  const fail = (error: unknown): never => {
    throw error;
  };
  edge.table.apply(change, await edge.table.readRules(change, rulesSource(stored), fail));
  return edge;
}

export type Puzzle = { readonly token: string; readonly answer: number };

/** Solves the page's puzzle by its own script. */
export function solvePuzzle(page: string): Puzzle {
  const [, token = '', text = '', bits = ''] =
    /data-token="([^"]+)" data-text="([^"]+)" data-bits="(\d+)"/.exec(page) ?? [];
  const find: unknown = runInNewContext(`${solverScript};solver(${JSON.stringify(text)},${bits})`);
  if (typeof find !== 'function') throw new Error('no solver');
  return { token, answer: Number(find(10_000_000)) };
}

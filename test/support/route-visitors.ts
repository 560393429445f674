/**
 * Visitors of the hosts that a test writes (recorded-routes.ts), at every edge, whatever happens there. Each request has a path of its own,
 * so what an edge answered can be compared with what was stored of it. Sources: docs/reference/api.md ("Live before answered"),
 * docs/reference/spool.md ("What is lost when").
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { nothing, type RecordedRoute, type Version } from './recorded-routes.ts';
import type { ServiceClient } from './service-client.ts';

const everyMs = 40;
/** Those that were written last are asked for most. */
const newest = 12;
/** A new worker may listen with the routes of its file while its application process is silent, as on a busy machine (src/edge/worker-pool.ts). */
const workersDifferForMs = 10_000;
/** Records wait for up to 50 ms in which the worker runs; others may have had its processor. */
const unwrittenForMs = 250;
/** How long the connections of a killed worker may take to tell. */
const noticedWithinMs = 1_000;

type Edge = { readonly name: string; readonly service: Pick<ServiceClient, 'edge'> };

type Visit = {
  readonly edge: string;
  readonly path: string;
  readonly route: RecordedRoute;
  readonly sentTick: number;
  readonly endedTick: number;
  /** Undefined: the connection was cut. */
  readonly version: Version | undefined;
};

/** How the upstream of the custom domains answers: with what it learned of the domain, and the path. */
export function answerWithDomain({ headers, url }: IncomingMessage, answer: ServerResponse): void {
  answer.end(`${String(headers['x-nameplate-external-id'])} ${url}`);
}

export class RouteVisitors {
  readonly visits: Visit[] = [];
  /** What no visitor may get. */
  readonly wrong: string[] = [];
  readonly #edges: readonly Edge[];
  readonly #routes: readonly RecordedRoute[];
  readonly #timers: NodeJS.Timeout[];
  readonly #underWay = new Set<Promise<void>>();
  readonly #kills: { readonly edge: string; readonly tick: number }[] = [];
  /** By edge and host: the newest version that it has served, and since when. */
  readonly #seen = new Map<string, { readonly index: number; readonly tick: number }[]>();
  #sent = 0;

  /** Begins. The routes may grow. */
  constructor(edges: readonly Edge[], routes: readonly RecordedRoute[]) {
    this.#edges = edges;
    this.#routes = routes;
    this.#timers = edges.map((edge) => setInterval(() => this.#visitAny(edge), everyMs));
  }

  /** Has connections to an edge cut, and its newest records lost: its workers are killed now. */
  noteKill(edge: string): void {
    this.#kills.push({ edge, tick: performance.now() });
  }

  /** Sends no more, and waits for the answers. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#underWay);
  }

  /** Asks every edge for every host once; answers what differs from what was acknowledged last. */
  async differences(): Promise<string[]> {
    const found: string[] = [];
    for (const edge of this.#edges)
      for (const route of this.#routes) {
        const version = await this.#visit(edge, route);
        if (version !== route.current)
          found.push(`${edge.name}: ${route.host} is ${version}, not ${route.current}`);
      }
    return found;
  }

  /** Compares how often each path was stored with what was answered; answers what differs. */
  unlikeStored(stored: ReadonlyMap<string, number>): string[] {
    return this.visits.flatMap((visit) => {
      const { version, path } = visit;
      const count = stored.get(path) ?? 0;
      // A host that isn't served has no records.
      const isCounted = version !== nothing && version !== undefined;
      if (count === (isCounted ? 1 : 0)) return [];
      if (version === undefined && count === 1) return [];
      if (isCounted && count === 0 && this.#mayBeUnwritten(visit)) return [];
      return [`${visit.edge} ${visit.route.host}${path}, ${version ?? 'cut'}: stored ${count} times`];
    });
  }

  #visitAny(edge: Edge): void {
    const [from, to] =
      Math.random() < 0.5 ? [0, this.#routes.length] : [this.#routes.length - newest, newest];
    const route = this.#routes[Math.max(0, from) + Math.floor(Math.random() * to)] ?? this.#routes[0];
    if (!route) return;
    const visiting: Promise<void> = this.#visit(edge, route).then(() => void this.#underWay.delete(visiting));
    this.#underWay.add(visiting);
  }

  async #visit(edge: Edge, route: RecordedRoute): Promise<Version | undefined> {
    const path = `/visit/${this.#sent++}`;
    const sentTick = performance.now();
    const answer = await edge.service.edge(route.host, path).catch((error: unknown) => String(error));
    const endedTick = performance.now();
    const version = typeof answer === 'string' ? undefined : versionOf(answer, path);
    const visit: Visit = { edge: edge.name, path, route, sentTick, endedTick, version };
    this.visits.push(visit);
    const isAllowed = version === undefined ? this.#wasCutByKill(visit) : this.#follows(visit, version);
    if (!isAllowed) {
      const seen = (this.#seen.get(`${edge.name} ${route.host}`) ?? [])
        .map(({ index, tick }) => `${route.versions[index]} ${Math.round(sentTick - tick)} ms before`)
        .join(', ');
      this.wrong.push(
        `${edge.name} ${route.host}${path}: ${version ?? JSON.stringify(answer)} after ${Math.round(endedTick - sentTick)} ms, of ` +
          `${route.versions.join(', ')}; seen: ${seen}`,
      );
    }
    return version;
  }

  /** Whether a version is one of this host's, and none that the edge had replaced by a newer one. */
  #follows({ edge, route, sentTick, endedTick }: Visit, version: Version): boolean {
    const key = `${edge} ${route.host}`;
    const seen = this.#seen.get(key) ?? [];
    this.#seen.set(key, seen);
    const before = seen.filter(({ tick }) => tick < sentTick - workersDifferForMs);
    const floor = Math.max(0, ...before.map(({ index }) => index));
    const index = route.versions.indexOf(version, floor);
    if (index > (seen.at(-1)?.index ?? -1)) seen.push({ index, tick: endedTick });
    return index !== -1;
  }

  #wasCutByKill({ edge, sentTick, endedTick }: Visit): boolean {
    return this.#kills.some(
      (kill) => kill.edge === edge && sentTick <= kill.tick + noticedWithinMs && endedTick >= kill.tick,
    );
  }

  #mayBeUnwritten({ edge, endedTick }: Visit): boolean {
    return this.#kills.some(
      (kill) => kill.edge === edge && Math.abs(endedTick - kill.tick) <= unwrittenForMs,
    );
  }
}

function versionOf(answer: Awaited<ReturnType<ServiceClient['edge']>>, path: string): Version {
  const { status, location = '', body } = answer;
  if (status === 404) return nothing;
  const isWhole = status === 301 ? location.endsWith(path) : status === 200 && body.endsWith(` ${path}`);
  if (!isWhole) return `${status} ${location} ${body.slice(0, 200)}`;
  return status === 301 ? new URL(location).hostname : body.slice(0, -path.length - 1);
}

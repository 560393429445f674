/**
 * Creates, updates and deletes redirects and custom domains without a pause, as programs do that want each write carried out once: without
 * an answer, or after a 503, they send it again, to the other machine, a creation with the same `Idempotency-Key`.
 * Source: docs/reference/api.md ("Idempotency keys").
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { RecordedRoute, type RouteKind } from './recorded-routes.ts';
import type { ApiAnswer, ServiceClient } from './service-client.ts';

const writers = 4;
const pauseMs = 100;
const retryMs = 100;
const giveUpMs = 120_000;
/** Then the request with the key was interrupted, and its writer looks whether it was carried out. */
const triesOfKey = 10;
const perPage = 1_000;

type Target = Pick<ServiceClient, 'accountUuid' | 'api'>;

export class RouteWriters {
  readonly routes: RecordedRoute[] = [];
  /** Writes that were sent more than once. */
  repeated = 0;
  acknowledged = 0;
  readonly #machines: readonly Target[];
  readonly #upstreamUuid: string;
  readonly #working: Promise<unknown>;
  #isOn = true;

  /** Begins. The machines must have no rate limit; the upstream gets `metadata_fields`. */
  constructor(machines: readonly Target[], upstreamUuid: string) {
    this.#machines = machines;
    this.#upstreamUuid = upstreamUuid;
    this.#working = Promise.all(Array.from({ length: writers }, (_, writer) => this.#work(writer)));
    // It fails where it is awaited.
    this.#working.catch(() => {});
  }

  /** Lets the writes under way end; fails with what was answered when no write may be. */
  async stop(): Promise<void> {
    this.#isOn = false;
    await this.#working;
  }

  /** What a machine has now, by host: what visitors of the host should get. */
  async listed(machine: Target): Promise<Map<string, string>> {
    const [redirects, domains] = await Promise.all([
      listAll(machine, pathOf(machine, 'redirects')),
      listAll(machine, pathOf(machine, 'custom_domains')),
    ]);
    return new Map([
      ...redirects.map((one) => [one.source_host, hostOf(one.destination_url)] as const),
      ...domains.map((one) => [one.host, one.external_id] as const),
    ]);
  }

  /** Everything that was done to each host, oldest first, as the audit trail has it. */
  async trails(machine: Target): Promise<Map<string, string[]>> {
    const trails = new Map<string, string[]>();
    const events = await listAll(machine, pathOf(machine, 'audit_events'));
    for (const { action, resource, resource_name: host, after } of events.toReversed()) {
      if (resource !== 'redirect' && resource !== 'custom_domain') continue;
      const version = resource === 'redirect' ? after && hostOf(after.destination_url) : after?.external_id;
      const trail = trails.get(host) ?? [];
      trails.set(host, trail);
      trail.push(action === 'deleted' ? action : `${action} ${version}`);
    }
    return trails;
  }

  async #work(writer: number): Promise<void> {
    for (let turn = 0; this.#isOn; turn++) {
      const kind: RouteKind = (writer + turn) % 2 === 0 ? 'redirect' : 'custom_domain';
      const route = new RecordedRoute(
        kind,
        `${kind === 'redirect' ? 'r' : 'd'}${turn}-${writer}.example.com`,
      );
      this.routes.push(route);
      await this.#create(writer, route);
      for (let update = 0; this.#isOn && update <= turn % 3; update++) await this.#update(writer, route);
      if (this.#isOn && turn % 2 === 1) await this.#delete(writer, route);
    }
  }

  async #create(writer: number, route: RecordedRoute): Promise<void> {
    const json = valuesOf(route, route.attempt('create'));
    let key = randomUUID();
    let triesLeft = triesOfKey;
    await this.#until(writer, route, async (machine) => {
      const path = this.#collection(machine, route);
      const answer = await machine.api(path, { json, headers: { 'idempotency-key': key } });
      if (answer.body.error_code !== 'idempotency_key_in_use') {
        route.uuid = answer.body.uuid;
        return answer;
      }
      if (triesLeft-- > 0) return undefined;
      const [found] = await listAll(machine, `${this.#listOf(machine, route)}=${route.host}`);
      if (found) {
        route.uuid = found.uuid;
        return { ...answer, status: 201 };
      }
      key = randomUUID();
      triesLeft = triesOfKey;
      return undefined;
    });
  }

  async #update(writer: number, route: RecordedRoute): Promise<void> {
    const json = valuesOf(route, route.attempt('update'));
    await this.#until(writer, route, (machine) =>
      machine.api(`${this.#collection(machine, route)}/${route.uuid}`, { method: 'PUT', json }),
    );
  }

  async #delete(writer: number, route: RecordedRoute): Promise<void> {
    route.attempt('delete');
    let tries = 0;
    await this.#until(writer, route, async (machine) => {
      tries += 1;
      const path = `${this.#collection(machine, route)}/${route.uuid}`;
      const answer = await machine.api(path, { method: 'DELETE' });
      // An earlier try that had no answer was carried out.
      return answer.status === 404 && tries > 1 ? { ...answer, status: 200 } : answer;
    });
  }

  /** Sends a write until there is an answer that says what has become of it. */
  async #until(
    writer: number,
    route: RecordedRoute,
    send: (machine: Target) => Promise<ApiAnswer | undefined>,
  ): Promise<void> {
    const giveUpAt = performance.now() + giveUpMs;
    for (let tries = 0; ; tries++) {
      const machine = this.#machines[(writer + tries) % this.#machines.length];
      const answer = machine && (await send(machine).catch(() => undefined));
      if (answer && answer.status < 500) {
        if (answer.status >= 300)
          throw new Error(
            `a write of ${route.host}, try ${tries}: ${answer.status} ${JSON.stringify(answer.body)}`,
          );
        route.acknowledge();
        this.acknowledged += 1;
        if (tries > 0) this.repeated += 1;
        await delay(pauseMs);
        return;
      }
      if (performance.now() > giveUpAt)
        throw new Error(`no answer to a write of ${route.host}: ${JSON.stringify(answer)}`);
      await delay(retryMs);
    }
  }

  #collection(machine: Target, { kind }: RecordedRoute): string {
    return kind === 'redirect'
      ? pathOf(machine, 'redirects')
      : pathOf(machine, `upstreams/${this.#upstreamUuid}/custom_domains`);
  }

  #listOf(machine: Target, { kind }: RecordedRoute): string {
    return kind === 'redirect'
      ? `${pathOf(machine, 'redirects')}?source_host`
      : `${pathOf(machine, 'custom_domains')}?host`;
  }
}

function valuesOf({ kind, host }: RecordedRoute, version: string): Record<string, string> {
  return kind === 'redirect'
    ? { source_host: host, destination_url: `https://${version}` }
    : { host, external_id: version };
}

function pathOf({ accountUuid }: Target, path: string): string {
  return `/api/v1/accounts/${accountUuid}/${path}`;
}

function hostOf(url: string): string {
  return new URL(url).hostname;
}

/** All pages of a list. */
async function listAll(machine: Target, path: string): Promise<ApiAnswer['body'][]> {
  const found: ApiAnswer['body'][] = [];
  for (let page = 1; ; page++) {
    const { status, body } = await machine.api(
      `${path}${path.includes('?') ? '&' : '?'}per_page=${perPage}&page=${page}`,
    );
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    found.push(...body.data);
    if (body.data.length < perPage) return found;
  }
}

/**
 * Compares a document with what an account has, and answers what would have to be done. Reads only. Source: docs/reference/plans.md.
 */
import { ServiceError } from '../../core/errors.ts';
import { isRecord } from '../../core/json-reader.ts';
import { LoopTurns } from '../../core/loop-turns.ts';
import type { RouteParts } from '../../kernel/feature.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { collectBody } from '../../resources/request-body.ts';
import type { Entry, Found, Kind, Planning, Wanted } from './kind.ts';
import type { KindName } from './kind-names.ts';
import { kindsOf } from './kinds/kinds.ts';
import { type Action, type Attributes, type Operation, operationLine } from './operation.ts';
import type { DocumentReader } from './plan-document.ts';
import type { KindCounts, PlanContent, PlanSummary } from './plan-store.ts';
import { Problems } from './problems.ts';

const entriesAtOnce = 500;
/** Of the lines of a plan. */
export const maxPlanBytes: number = 128 * 1024 * 1024;

type Made = { readonly content: PlanContent; readonly summary: PlanSummary };

/** Errors: `plan_invalid`, which names what is wrong, `host_taken`, `payload_too_large`. */
export async function makePlan(
  parts: RouteParts,
  accountUuid: string,
  document: DocumentReader,
  prune: boolean,
): Promise<Made> {
  const maker = new PlanMaker(parts, accountUuid, document);
  const counts = await document.counts();
  for (const kind of kindsOf(parts)) {
    const count = counts[kind.name];
    if (count !== undefined) await maker.add(kind, count, prune && kind.name !== 'brand');
  }
  return await maker.finish(prune);
}

class PlanMaker {
  readonly #planning: Planning;
  readonly #problems = new Problems();
  readonly #lines: Record<Action, string[]> = { create: [], change: [], delete: [], keep: [] };
  readonly #created = new Map<KindName, Set<string>>();
  readonly #deleted = new Map<KindName, Set<string>>();
  readonly #seen: Partial<Record<KindName, { isWhole: boolean; states: Record<string, string | null> }>> = {};
  readonly #counts: Partial<Record<KindName, KindCounts>> = {};
  readonly #replay = {
    hosts: 0,
    requests: 0,
    changed: 0,
    blocked: 0,
    circles: 0,
    unmatched: 0,
    uncertain: 0,
  };
  /** Keys of upstreams that are deleted, by uuid. */
  readonly #lostUpstreams = new Map<string, string>();
  /** Of custom domains that stay where they are, or come there. */
  readonly #domainUpstreams = new Map<string, string>();
  readonly #secrets: Record<string, boolean> = Object.create(null);
  #sizeBytes = 0;
  readonly #turns = new LoopTurns();

  constructor(parts: RouteParts, accountUuid: string, document: DocumentReader) {
    const { store } = parts;
    this.#planning = {
      accountUuid,
      store,
      isLocking: false,
      parts,
      document,
      upstreams: new Map(),
      created: this.#created,
      deleted: this.#deleted,
      noteRead: (kind, { key, state }) => {
        const { states } = (this.#seen[kind] ??= { isWhole: false, states: Object.create(null) });
        states[key] ??= state;
      },
    };
  }

  async add<E>(kind: Kind<E>, count: number, prune: boolean): Promise<void> {
    const { name } = kind;
    const counts = { creates: 0, changes: 0, deletes: 0, unchanged: 0 };
    const states: Record<string, string | null> = Object.create(null);
    this.#counts[name] = counts;
    this.#seen[name] = { isWhole: prune, states };
    this.#created.set(name, new Set());
    for (let start = 0; start < count; start += entriesAtOnce)
      await this.#addEntries(kind, start, counts, states);
    if (!prune) return;
    for (const found of await kind.find(this.#planning, 'all')) {
      if (found.key in states) continue;
      states[found.key] = found.state;
      await this.#addDeletion(kind, found, counts);
    }
  }

  async finish(prune: boolean): Promise<Made> {
    if (prune) await this.#refuseLostDomains();
    this.#problems.refuse();
    const kinds = this.#counts;
    const sum = (of: keyof KindCounts) => Object.values(kinds).reduce((all, counts) => all + counts[of], 0);
    const { hosts, ...replay } = this.#replay;
    return {
      content: { lines: this.#lines, seen: this.#seen, secrets: this.#secrets },
      summary: {
        creates: sum('creates'),
        changes: sum('changes'),
        deletes: sum('deletes'),
        unchanged: sum('unchanged'),
        kinds,
        replay: { hosts, ...replay },
      },
    };
  }

  async #addEntries<E>(
    kind: Kind<E>,
    start: number,
    counts: KindCounts,
    states: Record<string, string | null>,
  ): Promise<void> {
    const { document } = this.#planning;
    const given = await document.entries(kind.name, start, start + entriesAtOnce);
    const entries = new Map<string, Entry>();
    for (const [offset, one] of given.entries()) {
      await this.#turns.next();
      const index = start + offset;
      const place = kind.name === 'brand' ? kind.name : `${kind.name}[${index}]`;
      await this.#trying(kind, place, async () => {
        if (!isRecord(one)) throw new ServiceError('plan_invalid', 'is not an object');
        const entry = { place, index, body: collectBody('json', Object.entries(one)) };
        refuseUnknownAttributes(entry.body, kind.names);
        const key = kind.keyOf(entry, this.#planning);
        if (key in states)
          throw new ServiceError('plan_invalid', `${JSON.stringify(key)} is in the document already`);
        states[key] = null;
        entries.set(key, entry);
      });
    }
    const found = new Map<string, Found<E>>();
    for (const one of await kind.find(this.#planning, [...entries.keys()])) {
      const { place = '' } = entries.get(one.key) ?? {};
      if (found.has(one.key)) {
        this.#problems.add(
          place,
          `the account has several ${JSON.stringify(one.key)}, so it isn't known which is meant`,
        );
        entries.delete(one.key);
      }
      found.set(one.key, one);
      states[one.key] = one.state;
    }
    const created: string[] = [];
    for (const [key, entry] of entries) {
      await this.#turns.next();
      const there = found.get(key);
      await this.#trying(kind, entry.place, async () => {
        const wanted = await kind.read(this.#planning, entry, there);
        const action = await this.#addWanted(kind, key, entry.place, there, wanted);
        if (action === 'create') created.push(key);
        counts[countOf[action]] += 1;
      });
    }
    if (created.length > 0) await this.#refuseTaken(kind, created, entries);
    const all = this.#created.get(kind.name);
    for (const key of created) all?.add(key);
  }

  async #addWanted<E>(
    kind: Kind<E>,
    key: string,
    place: string,
    found: Found<E> | undefined,
    { attributes, secrets = [], uuid, replay, isNothing }: Wanted,
  ): Promise<Action> {
    if (kind.name === 'domains')
      this.#domainUpstreams.set(key, JSON.parse(attributes['upstream_uuid'] ?? '""'));
    const about = { kind: kind.name, key, place, attributes: {}, secrets: [...secrets] };
    const replayed = replay === undefined ? {} : { replay };
    if (!found) {
      if (isNothing) return 'keep';
      this.#noteReplay(replay);
      this.#addLine('create', { ...about, uuid: uuid ?? null, ...replayed }, attributes);
      return 'create';
    }
    const before = await kind.attributesOf(found, this.#planning);
    const changed = Object.entries(attributes).filter(([name, value]) => before[name] !== value);
    if (changed.length > 0) {
      this.#noteReplay(replay);
      this.#addLine(
        'change',
        { ...about, uuid: found.uuid, ...replayed },
        Object.fromEntries(changed),
        before,
      );
      return 'change';
    }
    if (secrets.length > 0)
      this.#addLine('keep', { ...about, uuid: found.uuid }, kind.name === 'rules' ? attributes : {});
    return 'keep';
  }

  async #addDeletion<E>(kind: Kind<E>, { key, uuid }: Found<E>, counts: KindCounts): Promise<void> {
    await this.#turns.next();
    counts.deletes += 1;
    const deleted = this.#deleted.get(kind.name) ?? new Set();
    this.#deleted.set(kind.name, deleted.add(key));
    if (kind.name === 'upstreams') this.#lostUpstreams.set(uuid, key);
    const about = { kind: kind.name, key, uuid, place: null, attributes: {}, secrets: [] };
    this.#addLine('delete', about, {});
  }

  #addLine(action: Action, operation: Operation, attributes: Attributes, before?: Attributes): void {
    for (const { name, required } of operation.secrets)
      this.#secrets[name] = required || this.#secrets[name] === true;
    const line = operationLine(operation, attributes, before);
    this.#sizeBytes += line.length;
    if (this.#sizeBytes > maxPlanBytes)
      throw new ServiceError(
        'payload_too_large',
        `the plan is larger than ${maxPlanBytes} bytes; plan parts of the document one by one`,
      );
    this.#lines[action].push(line);
  }

  #noteReplay(replay: Wanted['replay']): void {
    if (!replay) return;
    const sums = this.#replay;
    sums.hosts += 1;
    for (const name of ['requests', 'changed', 'blocked', 'circles', 'unmatched', 'uncertain'] as const)
      sums[name] += replay[name];
  }

  async #refuseTaken<E>(kind: Kind<E>, keys: readonly string[], entries: ReadonlyMap<string, Entry>) {
    const refused = await kind.findRefused?.(this.#planning, keys);
    if (!refused || refused.size === 0) return;
    const { accountUuid, store } = this.#planning;
    const hosts = new Map([...refused.keys()].map((host) => [host, host]));
    const proven = await store.proofs.find(accountUuid, hosts);
    for (const [key, error] of refused)
      if (!proven.has(key)) this.#problems.add(entries.get(key)?.place ?? '', error, kind.names);
  }

  /** Upstreams go with their custom domains: those must be deleted by the document, too. */
  async #refuseLostDomains(): Promise<void> {
    if (this.#lostUpstreams.size === 0 || this.#seen.domains?.isWhole) return;
    const { store, accountUuid } = this.#planning;
    const rows = await store.database.queries
      .selectFrom('custom_domains')
      .select(['host', 'upstream_uuid'])
      .where('account_uuid', '=', accountUuid)
      .execute();
    for (const { host, upstream_uuid: uuid } of rows) {
      const key = this.#lostUpstreams.get(this.#domainUpstreams.get(host) ?? uuid);
      if (key !== undefined)
        this.#problems.add(
          'upstreams',
          `the custom domain ${JSON.stringify(host)} would be deleted with the upstream ${JSON.stringify(key)}; add the list domains to the document`,
        );
    }
  }

  async #trying<E>(kind: Kind<E>, place: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 400) throw error;
      // Those name their place themselves.
      const isPlaced = error.code === 'plan_invalid' && error.message.startsWith(place);
      if (isPlaced) this.#problems.add(...splitPlace(error.message));
      else this.#problems.add(place, error, kind.names);
    }
  }
}

const countOf = { create: 'creates', change: 'changes', delete: 'deletes', keep: 'unchanged' } as const;

function splitPlace(message: string): [place: string, problem: string] {
  const at = message.indexOf(': ');
  return [message.slice(0, at), message.slice(at + 2)];
}

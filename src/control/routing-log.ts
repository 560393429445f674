/** Follows the revision log: which hosts changed since a revision, and how they are served now. */
import type pg from 'pg';
import type { HostRoutes, RoutingLog, RoutingPatch, StorePosition } from '../core/route.ts';
import type { ControlDatabase } from './database.ts';
import { together } from './pipelining.ts';
import type { PostgresPool } from './postgres-pool.ts';
import {
  type ChangedSubjects,
  type LogRow,
  logColumns,
  revisionChannel,
  revisionsKept,
  subjectsOf,
} from './revisions.ts';
import {
  findRuleUpstreams,
  routesOfHosts,
  selectDomainRoutes,
  selectRedirectRoutes,
  selectRulesRoutes,
} from './route-rows.ts';
import { DatabaseRoutingSource } from './routing-source.ts';
import type { OpenTokens } from './upstream-tokens.ts';

/** The changes of up to `limit` revisions after a position, without routes. */
export type ReadChanges = (
  position: StorePosition,
  limit: number,
) => Promise<(ChangedSubjects & { readonly to: StorePosition; readonly rows: readonly LogRow[] }) | 'gone'>;

const rowsPerTrim = 2_000;

export class DatabaseRoutingLog extends DatabaseRoutingSource implements RoutingLog {
  readonly #database: ControlDatabase;
  readonly #openTokens: OpenTokens;

  constructor(database: ControlDatabase, openTokens: OpenTokens) {
    super(database, openTokens);
    this.#database = database;
    this.#openTokens = openTokens;
  }

  async changesAfter(position: StorePosition, limit: number): Promise<RoutingPatch | 'gone'> {
    const changes = await this.subjectsAfter(position, limit);
    if (changes === 'gone') return 'gone';
    const { to, hosts, certificateNames } = changes;
    return {
      fromRevision: position.revision,
      toRevision: to.revision,
      mark: to.mark,
      hosts: await this.#routesOf([...hosts]),
      ...(certificateNames.length === 0 ? {} : { certificateNames }),
    };
  }

  /** As `changesAfter`, with the hosts alone. */
  readonly subjectsAfter: ReadChanges = async (position, limit) => {
    // The clock before the log: what is committed between the two reads is then found, and doesn't look trimmed.
    const [{ revision: current }, found] = await this.#database.reading((queries) =>
      together([
        this.position(queries),
        queries
          .selectFrom('revision_log')
          .select(logColumns)
          .where('revision', '>=', position.revision)
          .orderBy('revision')
          .limit(limit + 1)
          .execute(),
      ]),
    );
    const rows = found.filter(({ revision }) => revision > position.revision);
    // A log in which something else happened at this number, or that doesn't reach back to it.
    const mark = rows.length < found.length ? found[0]?.mark : '';
    if (mark !== position.mark) return 'gone';
    const [first] = rows;
    const last = rows.at(-1);
    if (!first || !last) {
      // Nothing newer is the usual case; a store restored from an older backup is behind us and means: start over.
      return current === position.revision ? { to: position, rows: [], ...subjectsOf([]) } : 'gone';
    }
    // Revisions have no gaps, so a first row further on means that what lies between was trimmed.
    if (first.revision !== position.revision + 1) return 'gone';
    return { to: { revision: last.revision, mark: last.mark }, rows, ...subjectsOf(rows) };
  };

  async onRevision(onChange: () => void): Promise<AsyncDisposable> {
    const pool = this.#database.pool;
    return pool ? RevisionListener.start(pool, onChange) : { async [Symbol.asyncDispose]() {} };
  }

  /** Deletes the revisions that only readers who reload anyway could need; answers how many. */
  async trim(keep: number = revisionsKept): Promise<number> {
    const newestToForget = (await this.currentRevision()) - keep;
    let forgotten = 0;
    for (let deleted = rowsPerTrim; deleted === rowsPerTrim; forgotten += deleted) {
      deleted = await this.#database.transaction(async (trx) => {
        const oldest = trx
          .selectFrom('revision_log')
          .select('revision')
          .where('revision', '<=', newestToForget)
          .orderBy('revision')
          .limit(rowsPerTrim);
        const result = await trx
          .deleteFrom('revision_log')
          .where('revision', 'in', oldest)
          .executeTakeFirst();
        return Number(result.numDeletedRows);
      });
      // SQLite works in this thread: others get a turn between batches.
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    return forgotten;
  }

  async #routesOf(hosts: string[]): Promise<HostRoutes[]> {
    if (hosts.length === 0) return [];
    const { queries } = this.#database;
    const [redirects, domains, rules] = await this.#database.reading((own) =>
      together([
        selectRedirectRoutes(own).where('source_host', 'in', hosts).execute(),
        selectDomainRoutes(own).where('custom_domains.host', 'in', hosts).execute(),
        selectRulesRoutes(own).where('host', 'in', hosts).execute(),
      ]),
    );
    const ruleUpstreams = await findRuleUpstreams(queries, rules);
    return await routesOfHosts(hosts, { redirects, domains, rules, ruleUpstreams }, this.#openTokens);
  }
}

/**
 * Listens for PostgreSQL's notifications on a connection of its own. States: connecting → listening → (connection
 * lost) → waiting → connecting …, until disposed. While it is not listening the poll of the log stands in for it.
 *
 * It also takes the server's pulse: nothing else runs on this connection, so a live server answers at once. When it
 * does not, this connection and all others that are as silent are closed, and new ones are made.
 */
class RevisionListener implements AsyncDisposable {
  readonly #pool: PostgresPool;
  readonly #onChange: () => void;
  #client: pg.PoolClient | null = null;
  #retry: NodeJS.Timeout | null = null;
  #pulse: NodeJS.Timeout | undefined;
  #disposed = false;

  private constructor(pool: PostgresPool, onChange: () => void) {
    this.#pool = pool;
    this.#onChange = onChange;
  }

  static async start(pool: PostgresPool, onChange: () => void): Promise<RevisionListener> {
    const listener = new RevisionListener(pool, onChange);
    await listener.#connect();
    return listener;
  }

  async #connect(): Promise<void> {
    this.#retry = null;
    try {
      const client = await this.#pool.connectToListen();
      if (this.#disposed) {
        client.release(true);
        return;
      }
      this.#client = client;
      client.on('notification', this.#onChange);
      client.on('error', () => this.#lost());
      client.on('end', () => this.#lost());
      await client.query(listen);
      void this.#takePulse(client);
      // What was committed while not listening.
      this.#onChange();
    } catch {
      this.#lost();
    }
  }

  async #takePulse(client: pg.PoolClient): Promise<void> {
    const overdue = setTimeout(this.#pool.watchForSilence(), pulseTimeoutMs);
    // A connection that breaks says so by its events.
    await client.query(listen).catch(() => {});
    clearTimeout(overdue);
    if (this.#client !== client) return;
    this.#pulse = setTimeout(() => void this.#takePulse(client), pulseEveryMs);
    this.#pulse.unref();
  }

  #lost(): void {
    clearTimeout(this.#pulse);
    this.#client?.release(true);
    this.#client = null;
    if (this.#disposed || this.#retry) return;
    this.#retry = setTimeout(() => void this.#connect(), listenRetryMs);
    this.#retry.unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    if (this.#retry) clearTimeout(this.#retry);
    clearTimeout(this.#pulse);
    this.#client?.removeAllListeners('notification');
    this.#client?.release(true);
    this.#client = null;
  }
}

/** Run again, it changes nothing: the pulse asks for it. */
const listen = `listen ${revisionChannel}`;
const listenRetryMs = 1_000;
const pulseEveryMs = 1_000;
const pulseTimeoutMs = 3_000;

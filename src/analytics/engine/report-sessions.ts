/**
 * The embedded engine's sessions for reports, with their settings. Statements in one session run one after another,
 * those in different sessions in parallel. A statement that exceeds its memory limit is retried once on a single thread,
 * because each thread sorts its own rows, in the time that it has left.
 */
import { setImmediate } from 'node:timers/promises';
import { maxReportSeconds } from './engine.ts';
import { engineErrorCode } from './failures.ts';
import type { TakeBlock } from './report-store.ts';

/** The part of a chDB session that we use. */
type Session = {
  queryAsync(sql: string, options?: { format?: string }): Promise<{ text(): string }>;
  queryBindAsync(
    sql: string,
    params: Record<string, unknown>,
    options?: { format?: string },
  ): Promise<{ text(): string }>;
  queryStream(sql: string, options: { format: string }): AsyncIterable<{ text(): string }>;
  close(): void;
};

const format = 'JSONEachRow';
const memoryLimitExceeded = '241';
/** Of a block's rows that are parsed at once. */
const partLength = 256 * 1024;

/**
 * Writes parameters into a statement as literals. The embedded engine binds parameters one statement at a time across the
 * whole process, so a page's reports would wait for each other; literals are parsed in parallel, and faster.
 *
 * Only for values whose form can't be anything else in SQL: numbers, dates and UUIDs. A few reports have text
 * parameters, such as a region's code; their statements use bound parameters.
 */
const literalForms: Readonly<Record<string, { readonly pattern: RegExp; readonly quoted: boolean }>> = {
  UUID: { pattern: /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, quoted: true },
  Date: { pattern: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, quoted: true },
  Int32: { pattern: /^-?[0-9]{1,10}$/, quoted: false },
  UInt32: { pattern: /^[0-9]{1,10}$/, quoted: false },
  Int64: { pattern: /^-?[0-9]{1,19}$/, quoted: false },
  UInt64: { pattern: /^[0-9]{1,20}$/, quoted: false },
};

const placeholders = /\{(\w+):(\w+(?:\([^{}]*\))?)\}/g;

export class ReportSessions {
  readonly #all: readonly Session[];
  readonly #idle: Session[];
  /** With a single thread. */
  readonly #narrow: Session;
  #turn = 0;

  private constructor(sessions: readonly Session[], narrow: Session) {
    this.#all = sessions;
    this.#idle = [...sessions];
    this.#narrow = narrow;
  }

  /** `settings` is what follows SET. */
  static async open(count: number, connect: () => Session, settings: string): Promise<ReportSessions> {
    const sessions = new ReportSessions(Array.from({ length: count }, connect), connect());
    try {
      for (const session of sessions.#all) await session.queryAsync(`SET ${settings}`);
      await sessions.#narrow.queryAsync(`SET ${settings}, max_threads = 1`);
    } catch (error) {
      sessions.close();
      throw error;
    }
    return sessions;
  }

  /** `seconds`: how long it may run, retried or not. */
  async select<Row>(
    sql: string,
    params: Readonly<Record<string, unknown>>,
    seconds: number = maxReportSeconds,
  ): Promise<Row[]> {
    const statement = withLiterals(sql, params);
    const endTick = performance.now() + 1000 * seconds;
    const ask = (session: Session): Promise<Row[]> => {
      const limit = limitOf((endTick - performance.now()) / 1000);
      return statement === undefined
        ? rowsOf(session.queryBindAsync(sql + limit, { ...params }, { format }))
        : rowsOf(session.queryAsync(statement + limit, { format }));
    };
    try {
      return await this.#onIdle(ask);
    } catch (error) {
      if (engineErrorCode(error) !== memoryLimitExceeded) throw error;
      return ask(this.#narrow);
    }
  }

  async #onIdle<Result>(ask: (session: Session) => Promise<Result>): Promise<Result> {
    const session = this.#idle.pop();
    if (session === undefined) return ask(this.#next());
    try {
      return await ask(session);
    } finally {
      this.#idle.push(session);
    }
  }

  /**
   * Hands the rows over block by block, as arrays, and reads on when the block was taken. A session has one stream at a time:
   * call it only while fewer statements run than there are sessions.
   */
  async readBlocks<Row>(
    sql: string,
    params: Readonly<Record<string, unknown>>,
    take: TakeBlock<Row>,
    signal: AbortSignal,
    seconds: number = maxReportSeconds,
  ): Promise<void> {
    const literal = withLiterals(sql, params);
    if (literal === undefined) throw new TypeError('a stream has no bound parameters');
    const statement = literal + limitOf(seconds);
    await this.#onIdle(async (session) => {
      try {
        for await (const chunk of session.queryStream(statement, { format: 'JSONCompactEachRow' })) {
          signal.throwIfAborted();
          for (const lines of partsOf(chunk.text())) {
            await take(parseLines<Row>(lines));
            await setImmediate();
            signal.throwIfAborted();
          }
        }
      } catch (error) {
        throw withEngineCode(error);
      }
    });
  }

  /** Call it only while nothing runs. */
  close(): void {
    for (const session of [...this.#all, this.#narrow]) session.close();
  }

  /** If all sessions are busy. */
  #next(): Session {
    this.#turn = (this.#turn + 1) % this.#all.length;
    const session = this.#all[this.#turn];
    if (session === undefined) throw new Error('there are no sessions');
    return session;
  }
}

/** After whatever settings the statement has. 0 would be no limit. */
function limitOf(seconds: number): string {
  return `\nSETTINGS max_execution_time = ${Math.max(0.001, seconds).toFixed(3)}`;
}

async function rowsOf<Row>(result: Promise<{ text(): string }>): Promise<Row[]> {
  return parseLines((await result).text());
}

/** Whole lines, in parts that are parsed in a few milliseconds: rows with long texts make blocks of 64 MB. */
function* partsOf(lines: string): Generator<string> {
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf('\n', start + partLength) + 1 || lines.length;
    yield lines.slice(start, end);
    start = end;
  }
}

/** A row a line: a line feed in a text is escaped. */
function parseLines<Row>(lines: string): Row[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller knows the columns
  return JSON.parse(`[${lines.trimEnd().replaceAll('\n', ',')}]`) as Row[];
}

/** Errors of streams have the engine's code in their text only. */
function withEngineCode(error: unknown): unknown {
  const [, code] = (error instanceof Error && /^Code: (\d+)\./.exec(error.message)) || [];
  return code === undefined ? error : Object.assign(new Error(String(error)), { code, cause: error });
}

/**
 * Puts `params` in the place of `{name:Type}`; undefined when there is one of another type than those above. Throws
 * TypeError when one is missing or is not of its type.
 */
export function withLiterals(sql: string, params: Readonly<Record<string, unknown>>): string | undefined {
  for (const [, , type = ''] of sql.matchAll(placeholders)) if (!(type in literalForms)) return undefined;
  return sql.replaceAll(placeholders, (placeholder, name: string, type: string) => {
    const form = literalForms[type];
    const value = params[name];
    const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
    if (form?.pattern.test(text) !== true)
      throw new TypeError(`${JSON.stringify(value)} cannot be the parameter ${placeholder}`);
    // The type as well: a number alone would take the narrowest that holds it.
    return form.quoted ? `'${text}'` : `to${type}(${text})`;
  });
}

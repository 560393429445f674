/**
 * Has bodies with lists of rules, and stored lists, read: long ones in a thread, so that everyone else is answered meanwhile, one at a time and accounts in
 * turn, as each takes some hundred megabytes. What is read from a body can be replayed where it was read.
 * Source: docs/reference/rules.md ("Reading and replacing"), docs/reference/replay.md.
 */
import type { LinkedHost } from '../../control/linked-hosts.ts';
import {
  type PackedRules,
  type ReadRules,
  type RulesReader,
  RulesReading,
  type ShownRules,
  showRules,
} from '../../control/rules-reading.ts';
import { ServiceError } from '../../core/errors.ts';
import { FairPool } from '../../core/fair-pool.ts';
import { rulesThreadPath } from '../../core/program-files.ts';
import type { RecordedGroup } from '../../replay/recorded-request.ts';
import { replayJson } from '../../replay/replay-json.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import type { RuleWarning } from '../../rules/rule-warnings.ts';
import { beginReplay, type WantedReplay } from './begin-replay.ts';
import { BodyThread } from './body-thread.ts';
import { readRulesBody } from './read-rules-body.ts';

/** What the thread is to do. */
export type RulesOrder =
  | {
      readonly type: 'body';
      readonly bytes: Uint8Array;
      readonly names: readonly string[];
      readonly host: string;
    }
  | { readonly type: 'show'; readonly json: Uint8Array; readonly host: string }
  | { readonly type: 'read'; readonly previous: Uint8Array }
  | { readonly type: 'pack'; readonly hashes: readonly string[] }
  | { readonly type: 'follow'; readonly hosts: readonly LinkedHost[] }
  | { readonly type: 'warn'; readonly nowMs: number }
  | { readonly type: 'replay'; readonly wanted: WantedReplay }
  | { readonly type: 'tally'; readonly groups: readonly RecordedGroup[] }
  | { readonly type: 'count' };

type Attributes = RequestBody['attributes'];

export interface RulesReplayer extends RulesReader {
  /**
   * Replays the rules that were read last, and followed, on the groups that `readGroups` reads by a statement. Answers JSON. Ends when the
   * signal does. Errors: `query_too_expensive`, `payload_too_large`.
   */
  replay(
    wanted: WantedReplay,
    readGroups: (
      statement: string,
      take: (groups: readonly RecordedGroup[]) => Promise<void>,
    ) => Promise<void>,
    signal: AbortSignal,
  ): Promise<Uint8Array>;
}

/** Up to this, what belongs to a body is read at once: in some thirty milliseconds. */
const largeBytes = 256 * 1024;
/** A quiet machine takes five seconds for 32 MiB. */
const deadlineMs = 120_000;

const places = new FairPool(1);

/**
 * Has `use` read the rules of a body for a host; the attributes are the others of the body that `names` allows. Errors:
 * `body_invalid`, `parameter_unknown`, `payload_too_large`, `too_many_requests_under_way`.
 */
export async function withRulesReader<Result>(
  accountUuid: string,
  bytes: Buffer,
  names: readonly string[],
  host: string,
  use: (reader: RulesReplayer, attributes: Attributes) => Promise<Result>,
): Promise<Result> {
  await using reader = new BodyReader(accountUuid, bytes, names, host);
  return await use(reader, await reader.readBody());
}

/** Reads rules as they are stored. Errors: `payload_too_large`, `too_many_requests_under_way`. */
export async function showStored(accountUuid: string, json: Uint8Array, host: string): Promise<ShownRules> {
  if (json.length <= largeBytes) return showRules(json, host);
  return await places.run(accountUuid, async () => {
    await using thread = new RulesThread();
    return await thread.show(json, host);
  });
}

/** Reads here as long as all that is to be read is short, and in a thread from where it is long. */
class BodyReader implements RulesReplayer, AsyncDisposable {
  readonly #accountUuid: string;
  readonly #order: Extract<RulesOrder, { type: 'body' }>;
  #reader: RulesReading | RulesThread | undefined;
  #leave: (() => void) | undefined;
  #readBytes: number;
  /** What a thread has to do again that begins later. */
  #previous: Uint8Array | undefined;
  readonly #followed: LinkedHost[] = [];

  constructor(accountUuid: string, bytes: Uint8Array, names: readonly string[], host: string) {
    this.#accountUuid = accountUuid;
    this.#order = { type: 'body', bytes, names, host };
    this.#readBytes = bytes.length;
  }

  async readBody(): Promise<Attributes> {
    const { bytes, names, host } = this.#order;
    if (bytes.length > largeBytes) return await (await this.#begin()).readBody(this.#order);
    const attributes = readRulesBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), names);
    this.#reader = new RulesReading(host, attributes.get('rules'));
    return attributes;
  }

  async read(previous: Uint8Array): Promise<ReadRules> {
    const reader = await this.#readerFor(previous.length);
    this.#previous = previous;
    return await reader.read(previous);
  }

  async pack(hashes: readonly string[]): Promise<PackedRules> {
    return await (await this.#readerFor(0)).pack(hashes);
  }

  async follow(hosts: readonly LinkedHost[]): Promise<readonly string[]> {
    const bytes = hosts.reduce((sum, { json }) => sum + (json?.length ?? 0), 0);
    const reader = await this.#readerFor(bytes);
    this.#followed.push(...hosts);
    return await reader.follow(hosts);
  }

  async findWarnings(nowMs: number): Promise<readonly RuleWarning[]> {
    return await (await this.#readerFor(0)).findWarnings(nowMs);
  }

  async replay(...[wanted, readGroups, signal]: Parameters<RulesReplayer['replay']>): Promise<Uint8Array> {
    const reader = await this.#readerFor(wanted.present.length);
    signal.throwIfAborted();
    if (reader instanceof RulesReading) {
      const replay = await beginReplay(reader, wanted, signal);
      await readGroups(replay.statement, (groups) => replay.add(groups));
      return replayJson(replay.answer());
    }
    signal.addEventListener('abort', () => void reader[Symbol.asyncDispose](), { once: true });
    const statement = await reader.beginReplay(wanted);
    // Replays have places of their own, and may wait for the store: others' lists are read meanwhile.
    this.#leave?.();
    await readGroups(statement, (groups) => reader.tally(groups));
    return await reader.count();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#reader instanceof RulesThread) await this.#reader[Symbol.asyncDispose]();
    this.#leave?.();
  }

  /** The one that reads so many bytes more. */
  async #readerFor(bytes: number): Promise<RulesReading | RulesThread> {
    this.#readBytes += bytes;
    if (this.#reader && (this.#readBytes <= largeBytes || this.#reader instanceof RulesThread))
      return this.#reader;
    const thread = await this.#begin();
    await thread.readBody(this.#order);
    if (this.#previous !== undefined) await thread.read(this.#previous);
    if (this.#followed.length > 0) await thread.follow(this.#followed);
    return thread;
  }

  /** Waits for a place, which is kept to the end, or until a replay has begun. */
  #begin(): Promise<RulesThread> {
    return new Promise((resolve, reject) => {
      const work = async (): Promise<void> => {
        const thread = new RulesThread();
        this.#reader = thread;
        resolve(thread);
        await new Promise<void>((leave) => {
          this.#leave = leave;
        });
      };
      places.run(this.#accountUuid, work).catch(reject);
    });
  }
}

class RulesThread extends BodyThread<RulesOrder> implements RulesReader {
  constructor() {
    super(rulesThreadPath, deadlineMs, errorOf, 'the rules take more memory or time to read than there is');
  }

  readBody(order: Extract<RulesOrder, { type: 'body' }>): Promise<Attributes> {
    return this.ask<Attributes>(order);
  }

  show(json: Uint8Array, host: string): Promise<ShownRules> {
    return this.ask<ShownRules>({ type: 'show', json, host });
  }

  read(previous: Uint8Array): Promise<ReadRules> {
    return this.ask<ReadRules>({ type: 'read', previous });
  }

  pack(hashes: readonly string[]): Promise<PackedRules> {
    return this.ask<PackedRules>({ type: 'pack', hashes });
  }

  follow(hosts: readonly LinkedHost[]): Promise<readonly string[]> {
    return this.ask<readonly string[]>({ type: 'follow', hosts });
  }

  findWarnings(nowMs: number): Promise<readonly RuleWarning[]> {
    return this.ask<readonly RuleWarning[]>({ type: 'warn', nowMs });
  }

  /** Answers the statement of the groups to tally. From then on, the replay has its own limit of time. */
  async beginReplay(wanted: WantedReplay): Promise<string> {
    const { statement } = await this.ask<{ readonly statement: string }>({ type: 'replay', wanted });
    this.takeTime();
    return statement;
  }

  tally(groups: readonly RecordedGroup[]): Promise<void> {
    return this.ask<void>({ type: 'tally', groups });
  }

  async count(): Promise<Uint8Array> {
    return (await this.ask<{ readonly json: Uint8Array }>({ type: 'count' })).json;
  }
}

function errorOf({ code, message }: { readonly code: string; readonly message: string }): ServiceError {
  if (code === 'parameter_unknown' || code === 'rules_too_expensive' || code === 'query_too_expensive')
    return new ServiceError(code, message);
  return new ServiceError({ attribute: code.replace(/_invalid$/, '') }, message);
}

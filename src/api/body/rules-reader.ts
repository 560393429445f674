/**
 * Has bodies with lists of rules, and stored lists, read: long ones in a thread, so that everyone else is answered meanwhile, one at a time and accounts in
 * turn, as each takes some hundred megabytes. Source: docs/reference/rules.md ("Reading and replacing").
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type RulesReader, RulesReading, type ShownRules, showRules } from '../../control/rules-reading.ts';
import { errorField } from '../../core/error-field.ts';
import { ServiceError } from '../../core/errors.ts';
import { FairPool } from '../../core/fair-pool.ts';
import { rulesThreadPath } from '../../core/program-files.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import type { OtherHost } from '../../rules/other-hosts.ts';
import type { Rule } from '../../rules/rule.ts';
import type { RuleWarning } from '../../rules/rule-warnings.ts';
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
  | { readonly type: 'read'; readonly previous: readonly Rule[] }
  | { readonly type: 'warn'; readonly nowMs: number; readonly hosts: readonly OtherHost[] };

export type RulesReply =
  | { readonly answer: unknown }
  | { readonly error: { readonly code: string; readonly message: string } };

type Attributes = RequestBody['attributes'];

/** Up to this, a body is read at once: in some thirty milliseconds. */
const largeBytes = 256 * 1024;
/** 32 MiB of rules take a gigabyte. */
const maxHeapMegabytes = 1536;
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
  use: (reader: RulesReader, attributes: Attributes) => Promise<Result>,
): Promise<Result> {
  if (bytes.length <= largeBytes) {
    const attributes = readRulesBody(bytes, names);
    return await use(new RulesReading(host, attributes.get('rules')), attributes);
  }
  return await places.run(accountUuid, async () => {
    await using thread = new RulesThread();
    return await use(thread, await thread.readBody(bytes, names, host));
  });
}

/** Reads rules as they are stored. Errors: `payload_too_large`, `too_many_requests_under_way`. */
export async function showStored(accountUuid: string, json: Uint8Array, host: string): Promise<ShownRules> {
  if (json.length <= largeBytes) return showRules(json, host);
  return await places.run(accountUuid, async () => {
    await using thread = new RulesThread();
    return await thread.show(json, host);
  });
}

class RulesThread implements RulesReader, AsyncDisposable {
  readonly #worker = new Worker(rulesThreadPath, {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  });
  readonly #overdue = setTimeout(() => void this.#worker.terminate(), deadlineMs);
  readonly #ended = new AbortController();

  constructor() {
    this.#worker.once('exit', () => this.#ended.abort());
    // Whoever waits for an answer learns of it.
    this.#worker.on('error', () => {});
  }

  async readBody(bytes: Buffer, names: readonly string[], host: string): Promise<Attributes> {
    const attributes = await this.#ask({ type: 'body', bytes, names, host });
    return attributes instanceof Map ? attributes : new Map();
  }

  async show(json: Uint8Array, host: string): Promise<ShownRules> {
    const shown = await this.#ask({ type: 'show', json, host });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread's answer to this
    return shown as ShownRules;
  }

  async read(previous: readonly Rule[]): Promise<readonly Rule[]> {
    // Others have nothing that is kept.
    const withUsers = previous.filter(({ then }) => 'basic_auth' in then);
    const json = await this.#ask({ type: 'read', previous: withUsers });
    const rules: readonly Rule[] = JSON.parse(String(json));
    return rules;
  }

  async findWarnings(nowMs: number, hosts: readonly OtherHost[]): Promise<readonly RuleWarning[]> {
    const warnings = await this.#ask({ type: 'warn', nowMs, hosts });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread's answer to this
    return warnings as readonly RuleWarning[];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#overdue);
    await this.#worker.terminate();
  }

  async #ask(order: RulesOrder): Promise<unknown> {
    try {
      const replied = once(this.#worker, 'message', { signal: this.#ended.signal });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
      this.#worker.postMessage(order);
      const [reply]: RulesReply[] = await replied;
      if (reply && 'answer' in reply) return reply.answer;
      throw errorOf(reply?.error);
    } catch (error) {
      const isDefect =
        !this.#ended.signal.aborted && errorField(error, 'code') !== 'ERR_WORKER_OUT_OF_MEMORY';
      if (error instanceof ServiceError || isDefect) throw error;
      throw new ServiceError('payload_too_large', 'the rules take more memory or time to read than there is');
    }
  }
}

function errorOf(error: { readonly code: string; readonly message: string } | undefined): ServiceError {
  const { code = '', message = '' } = error ?? {};
  if (code === 'parameter_unknown' || code === 'rules_too_expensive') return new ServiceError(code, message);
  return new ServiceError({ attribute: code.replace(/_invalid$/, '') }, message);
}

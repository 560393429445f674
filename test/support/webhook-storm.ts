/**
 * Redirects are changed through the API while the receiver of their webhooks fails at random and the application process is killed
 * in the middle of deliveries. Waits between attempts are cut short in the store. Source: docs/reference/webhooks.md
 * ("Order", "Attempts").
 */
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { ControlDatabase } from '../../src/control/database.ts';
import { Choice, Random } from '../../src/demo/random.ts';
import type { TestService } from './service.ts';
import { type WebhookMessage, WebhookReceiver } from './webhook-receiver.ts';

export type StormOptions = {
  readonly redirects: number;
  /** Events of each redirect: its creation, then updates. */
  readonly eventsEach: number;
  /** `kill -9` of the application process, each while a delivery is under way. */
  readonly kills: number;
  readonly failPercent: number;
  /** Of the failures that hang until the sender gives up after 15 s. */
  readonly hangPercent: number;
  readonly seed: string;
};

export type StormResult = {
  readonly events: number;
  readonly seconds: number;
  readonly attempts: number;
  /** Attempts by what the receiver did. */
  readonly answers: Readonly<Record<string, number>>;
  /** Attempts of messages that the receiver had accepted before. */
  readonly repeated: number;
  /** Messages that arrived before the one before them had been accepted. */
  readonly outOfOrder: readonly string[];
  readonly missing: number;
  readonly refusals: readonly string[];
  /** From each start of the application process after a kill until its first message. */
  readonly recoveriesMs: readonly number[];
  /** Deliveries in the log, by status. */
  readonly log: Readonly<Record<string, number>>;
};

/** So that no message is given up: its 11th failure would be the last one. */
const failuresOfOne = 8;
const cutShortEveryMs = 200;
const writers = 8;
const retryMs = 100;
const giveUpMs = 120_000;

type Failure = 'hangs' | 'is cut' | '429' | '500' | '503' | '307';

export class WebhookStorm {
  readonly #service: TestService;
  readonly #options: StormOptions;
  readonly #random: Random;
  readonly #failures: Choice<Failure>;
  /** How many events of each redirect were accepted, and the failures of each message. */
  readonly #accepted = new Map<string, number>();
  readonly #failed = new Map<string, number>();
  readonly #answers: Record<string, number> = {};
  readonly #outOfOrder: string[] = [];
  readonly #recoveriesMs: number[] = [];
  #repeated = 0;
  #total = 0;
  /** `atTick`: when the process after the killed one was started; 0 before that. */
  #next: { atTick: number } | undefined;
  #kills = 0;

  private constructor(service: TestService, options: StormOptions) {
    this.#service = service;
    this.#options = options;
    this.#random = new Random(options.seed);
    const others = 100 - options.hangPercent;
    this.#failures = new Choice<Failure>([
      [options.hangPercent, 'hangs'],
      [others * 0.3, 'is cut'],
      [others * 0.19, '429'],
      // With a pause of a second.
      [others * 0.01, '503'],
      [others * 0.4, '500'],
      [others * 0.1, '307'],
    ]);
  }

  /** The service must allow upstreams on loopback addresses and have no rate limit. */
  static async run(
    service: TestService,
    options: StormOptions,
    register: (release: () => Promise<void>) => void,
  ): Promise<StormResult> {
    const storm = new WebhookStorm(service, options);
    const receiver = await WebhookReceiver.open(register);
    receiver.answer = (message, response) => storm.#answer(message, response);
    const endpoints = `/api/v1/accounts/${service.accountUuid}/webhook_endpoints`;
    const { body: endpoint } = await service.api(endpoints, { json: { url: receiver.url } });
    receiver.secret = endpoint.secret;
    await using database = await ControlDatabase.open(service.control, 2);
    const startTick = performance.now();
    const done = new AbortController();
    const cutting = storm.#cutWaitsShort(database, done.signal);
    try {
      await storm.#write();
      await storm.#settle(database);
    } finally {
      done.abort();
      await cutting;
    }
    const seconds = (performance.now() - startTick) / 1000;
    const events = options.redirects * options.eventsEach;
    return {
      events,
      seconds,
      attempts: receiver.messages.length,
      answers: storm.#answers,
      repeated: storm.#repeated,
      outOfOrder: storm.#outOfOrder,
      missing: events - storm.#total,
      refusals: receiver.refusals,
      recoveriesMs: storm.#recoveriesMs,
      log: await countByStatus(database),
    };
  }

  #answer({ id, sender, data }: WebhookMessage, response: ServerResponse): void {
    const host = String(data.source_host);
    // The note is the number of the update; the creation has none.
    const index = Number(data.note);
    const accepted = this.#accepted.get(host) ?? 0;
    if (index > accepted) this.#outOfOrder.push(`${host}: ${index} after ${accepted}`);
    if (index < accepted) this.#repeated += 1;
    if (sender.startsWith('Nameplate')) this.#killInTime();
    this.#decide(id, host, index, response);
  }

  /** Called when the application process waits for an answer. */
  #killInTime(): void {
    const { kills, redirects, eventsEach } = this.#options;
    if (this.#next) {
      // What the killed one had sent before arrives within milliseconds, and another one starts later than that.
      if (this.#next.atTick === 0) return;
      this.#recoveriesMs.push(performance.now() - this.#next.atTick);
      this.#next = undefined;
    }
    if (this.#kills >= kills) return;
    const isTime = this.#total >= ((this.#kills + 1) * redirects * eventsEach) / (kills + 1);
    const pid = isTime ? this.#service.applicationPid : 0;
    if (pid === 0) return;
    process.kill(pid, 'SIGKILL');
    this.#kills += 1;
    const next = { atTick: 0 };
    this.#next = next;
    const isThere = this.#until(async () => ![0, pid].includes(this.#service.applicationPid));
    void isThere.then(
      () => void (next.atTick = performance.now()),
      // What is written and delivered waits for it, too, and reports that.
      () => {},
    );
  }

  #decide(id: string, host: string, index: number, response: ServerResponse): void {
    const failures = this.#failed.get(id) ?? 0;
    if (failures < failuresOfOne && this.#random.chance(this.#options.failPercent / 100)) {
      this.#failed.set(id, failures + 1);
      const failure = this.#random.item(this.#failures);
      this.#count(failure);
      if (failure === 'hangs') return;
      if (failure === 'is cut') response.destroy();
      else {
        const fields = failure === '503' ? { 'retry-after': '1' } : { location: '/elsewhere' };
        response.writeHead(Number(failure), fields).end('no');
      }
      return;
    }
    this.#count('accepted');
    const accepted = this.#accepted.get(host) ?? 0;
    if (index === accepted) {
      this.#accepted.set(host, accepted + 1);
      this.#total += 1;
    }
    response.writeHead(204).end();
  }

  #count(answer: string): void {
    this.#answers[answer] = (this.#answers[answer] ?? 0) + 1;
  }

  async #cutWaitsShort(database: ControlDatabase, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await database.transaction((trx) =>
        sql`update webhook_event_deliveries set next_attempt_at = 0
          where next_attempt_at > 0 and lease is null`.execute(trx),
      );
      await delay(cutShortEveryMs);
    }
  }

  /** Creates and updates each redirect in turn, some redirects at a time. */
  async #write(): Promise<void> {
    const hosts = Array.from({ length: this.#options.redirects }, (_, index) => `r${index}.example.com`);
    await Promise.all(
      Array.from({ length: writers }, async () => {
        for (let host = hosts.pop(); host !== undefined; host = hosts.pop()) await this.#writeOne(host);
      }),
    );
  }

  async #writeOne(host: string): Promise<void> {
    const { redirects } = this.#service;
    const json = { source_host: host, destination_url: 'https://www.example.com', note: '0' };
    await this.#until(async () => {
      const { status, body } = await this.#service.api(redirects, { json });
      // It was stored by an attempt that got no answer.
      return status === 201 || body.error_code === 'source_host_taken';
    });
    const path = await this.#until(async () => {
      const { body } = await this.#service.api(`${redirects}?source_host=${host}`);
      return body.data?.[0] && `${redirects}/${body.data[0].uuid}`;
    });
    for (let note = 1; note < this.#options.eventsEach; note++)
      await this.#until(async () => {
        const put = { method: 'PUT', json: { note: String(note) } };
        return (await this.#service.api(path, put)).status === 200;
      });
  }

  /** Tries again while the application process is away. */
  async #until<T>(attempt: () => Promise<T | false | undefined>): Promise<T> {
    const giveUpAt = performance.now() + giveUpMs;
    for (;;) {
      const result = await attempt().catch(() => undefined);
      if (result) return result;
      if (performance.now() > giveUpAt) throw new Error(`no answer:\n${this.#service.output.slice(-2_000)}`);
      await delay(retryMs);
    }
  }

  /** Waits until nothing is pending, or nothing has been delivered for long. */
  async #settle(database: ControlDatabase): Promise<void> {
    let before = Number.POSITIVE_INFINITY;
    for (let giveUpAt = 0; ; await delay(retryMs)) {
      const { pending = 0 } = await countByStatus(database);
      if (pending < before) giveUpAt = performance.now() + giveUpMs;
      before = pending;
      if (pending === 0 || performance.now() > giveUpAt) return;
    }
  }
}

async function countByStatus({ queries }: ControlDatabase): Promise<Record<string, number>> {
  const rows = await queries
    .selectFrom('webhook_event_deliveries')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

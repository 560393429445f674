/**
 * A client that sends requests at fixed times, whether earlier ones were answered or not (an open loop), and measures
 * each from the time it was due: what a slow answer delays is in the figures. A program of its own, started by
 * steady-load.ts. It reads a LoadPlan from its standard input, one line, ends when that closes or the plan does, and
 * prints its LoadResult.
 */
import { createInterface } from 'node:readline';
import { ClientConnection, type Outcome } from './client-connection.ts';
import { nowMs, startMetronome, type Tick } from './metronome.ts';
import { percentile } from './statistics.ts';
import type { KindResult, LoadPlan, LoadResult, RequestKind } from './steady-load.ts';

/** After the last request, for answers. */
const maxConnections = 4_000;
const numberDigits = 9;

type Tally = {
  readonly kind: RequestKind;
  sent: number;
  refused: number;
  readonly why: Map<string, number>;
  readonly latenciesMs: number[];
  readonly answered: number[];
  readonly failed: number[];
};

class OpenLoop {
  readonly #plan: LoadPlan;
  readonly #tallies: readonly Tally[];
  readonly #free: ClientConnection[] = [];
  readonly #latenessMs: number[] = [];
  #busy = 0;
  #onIdle: () => void = () => {};

  constructor(plan: LoadPlan) {
    this.#plan = plan;
    this.#tallies = plan.kinds.map((kind) => ({
      kind,
      sent: 0,
      refused: 0,
      why: new Map(),
      latenciesMs: [],
      answered: [],
      failed: [],
    }));
  }

  /** Sends until `stopped`; resolves when every request has ended. */
  async run(stopped: Promise<unknown>): Promise<LoadResult> {
    const metronome = startMetronome(this.#plan.perSecond, (tick) => this.#send(tick));
    await stopped;
    await metronome.stop();
    if (this.#busy > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    for (const connection of this.#free) connection.close();
    return {
      kinds: this.#tallies.map(summarise),
      latenessMsP50: percentile(this.#latenessMs, 0.5),
      latenessMsP99: percentile(this.#latenessMs, 0.99),
    };
  }

  #send({ number, dueMs }: Tick): void {
    const tally = this.#tallies[number % this.#tallies.length];
    if (!tally) return;
    const { kind } = tally;
    const isCounted = number >= this.#plan.skipRequests;
    if (isCounted) {
      tally.sent += 1;
      this.#latenessMs.push(nowMs() - dueMs);
    }
    const connection = this.#connection(kind);
    const done = (outcome: Outcome): void => {
      this.#busy -= 1;
      if (isCounted) take(tally, number, nowMs() - dueMs, outcome);
      if (kind.connection === 'new') connection?.close();
      else if (connection && !connection.isClosed) this.#free.push(connection);
      if (this.#busy === 0) this.#onIdle();
    };
    this.#busy += 1;
    if (!connection) return done({ kind: 'failed', why: 'the client has too many connections' });
    connection.send(
      kind.request.replaceAll('{n}', numbered(number % (this.#plan.numbers ?? Number.POSITIVE_INFINITY))),
      this.#plan.timeoutMs,
      done,
    );
  }

  #connection({ connection }: RequestKind): ClientConnection | undefined {
    if (connection === 'kept') {
      for (let kept = this.#free.pop(); kept; kept = this.#free.pop()) if (!kept.isClosed) return kept;
    }
    return this.#busy < maxConnections ? new ClientConnection(this.#plan.port) : undefined;
  }
}

/** As it stands in requests; always as long, so that bodies are. */
function numbered(number: number): string {
  return String(number).padStart(numberDigits, '0');
}

function take(tally: Tally, number: number, latencyMs: number, outcome: Outcome): void {
  const { kind } = tally;
  tally.latenciesMs.push(latencyMs);
  if (outcome.kind === 'answered' && outcome.status === kind.status) {
    if (kind.isListed) tally.answered.push(number);
    return;
  }
  if (outcome.kind === 'refused') tally.refused += 1;
  else tally.failed.push(number);
  const why =
    outcome.kind === 'answered'
      ? `status ${outcome.status}`
      : outcome.kind === 'refused'
        ? 'refused'
        : outcome.why;
  tally.why.set(why, (tally.why.get(why) ?? 0) + 1);
}

function summarise({ kind, sent, refused, why, latenciesMs, answered, failed }: Tally): KindResult {
  return {
    name: kind.name,
    sent,
    refused,
    failed: failed.length,
    why: Object.fromEntries(why),
    latencyMs: {
      p50: percentile(latenciesMs, 0.5),
      p90: percentile(latenciesMs, 0.9),
      p99: percentile(latenciesMs, 0.99),
      p999: percentile(latenciesMs, 0.999),
      slowest: percentile(latenciesMs, 1),
    },
    answeredNumbers: answered,
    failedNumbers: kind.isListed ? failed : [],
  };
}

const lines = createInterface({ input: process.stdin });
const ended = new Promise((resolve) => lines.once('close', resolve));
lines.once('line', (line) => void main(JSON.parse(line)));

async function main(plan: LoadPlan): Promise<void> {
  const over = new Promise((resolve) => {
    if (plan.seconds !== undefined) setTimeout(resolve, plan.seconds * 1000);
  });
  const result = await new OpenLoop(plan).run(Promise.race([ended, over]));
  lines.close();
  process.stdin.destroy();
  process.stdout.write(JSON.stringify(result));
}

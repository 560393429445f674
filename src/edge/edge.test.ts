/** What the application process tells workers, and makes of what they tell. Source: docs/reference/edge.md ("Workers"). */
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { edgeOptions, sourceOf } from '../../test/support/composed-edge.ts';
import { ExchangeCounter } from './counters.ts';
import { startEdge } from './edge.ts';
import type { WorkerChannel, WorkerChannelEvents, WorkerFleet } from './worker-fleet.ts';
import type { MessageFromWorker, MessageToWorker } from './worker-protocol.ts';

const position = { epoch: '', revision: 1 };

/** A worker that only answers; it can die. */
class FakeWorker implements WorkerChannel {
  readonly pid: number;
  readonly heard: MessageToWorker[] = [];
  #events: WorkerChannelEvents | undefined;

  constructor(pid: number) {
    this.pid = pid;
  }

  open(events: WorkerChannelEvents): void {
    this.#events = events;
    this.tell({ type: 'ready' });
  }

  send(message: MessageToWorker): void {
    this.heard.push(message);
    if (message.type === 'start') this.tell({ type: 'loaded', ...position });
    if (message.type === 'listen') this.tell({ type: 'listening', httpPort: 80, httpsPort: null });
    if (message.type === 'drain') this.die('exit code 0');
  }

  kill(): void {
    this.die('signal SIGKILL');
  }

  tell(message: MessageFromWorker): void {
    setImmediate(() => this.#events?.received(message));
  }

  die(how: string): void {
    setImmediate(() => {
      this.#events?.exited(how);
      this.#events = undefined;
    });
  }
}

class FakeFleet implements WorkerFleet {
  readonly workers: FakeWorker[] = [];

  async takeOver(): Promise<[]> {
    return [];
  }

  fork(): FakeWorker {
    const worker = new FakeWorker(this.workers.length + 1);
    this.workers.push(worker);
    return worker;
  }
}

async function start() {
  const fleet = new FakeFleet();
  const log = {
    ...sourceOf({}),
    changesAfter: async () => ({ fromRevision: 1, toRevision: 1, hosts: [] }),
    onRevision: async () => ({ [Symbol.asyncDispose]: async () => {} }),
    forgetSeen: () => {},
  };
  const options = { ...edgeOptions(), workers: 1, visitorSalts: [] };
  const edge = await startEdge(fleet, options, log, pino({ level: 'silent' }));
  onTestFinished(() => edge.stop(0));
  const replaced = async (): Promise<FakeWorker> => {
    fleet.workers.at(-1)?.die('exit code 1');
    await expect.poll(() => edge.workers().map(({ pid, state }) => [pid, state])).toEqual([[2, 'live']]);
    return fleet.workers[1] ?? fleet.fork();
  };
  return { edge, fleet, replaced };
}

test('a later worker is told before it listens what the others were told', async () => {
  const { edge, replaced } = await start();
  const salts = [{ fromMs: 0, toMs: 1, key: 'k' }];
  edge.spoolFull(true);
  edge.visitorSalts(salts);
  const { heard } = await replaced();
  const types = heard.map(({ type }) => type);
  expect(types.toSorted()).toEqual([
    'full_days',
    'listen',
    'replica',
    'salts',
    'spool',
    'start',
    'ticket_keys',
  ]);
  expect(types.at(-1)).toBe('listen');
  expect(heard).toContainEqual({ type: 'spool', isFull: true });
  expect(heard).toContainEqual({ type: 'salts', salts });
});

test('the counts of workers add up, those of dead ones included, but not their open connections', async () => {
  const { edge, fleet, replaced } = await start();
  const counter = new ExchangeCounter();
  counter.countDropped(2);
  counter.countLogDropped(3);
  counter.countTurnedAway('limit');
  counter.countUpstreamFailure('refused');
  const counters = counter.read(7, 0, 0, { accepted: 5, refused: { bot: 4 } });
  const eventLoopDelaySeconds = { p50: 0, p99: 0, max: 0 };
  const usage = { cpuSeconds: 0, residentBytes: 0, eventLoopDelaySeconds };
  const tell = (worker: FakeWorker | undefined) => worker?.tell({ type: 'counters', counters, usage });
  tell(fleet.workers[0]);
  await expect.poll(() => edge.counters().openConnections).toBe(7);
  tell(await replaced());
  await expect
    .poll(() => edge.counters())
    .toMatchObject({
      openConnections: 7,
      recordsDropped: 4,
      logLinesDropped: 6,
      connectionsTurnedAway: { limit: 2 },
      upstreamFailures: { refused: 2 },
      eventsAccepted: 10,
      eventsRefused: { bot: 8 },
    });
});

/** What the application process tells workers, and makes of what they tell. Source: docs/reference/edge.md ("Workers"). */
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { edgeOptions, sourceOf } from '../../test/support/composed-edge.ts';
import { tempDir } from '../../test/support/temp-dir.ts';
import { ApplicationLink } from './application-link.ts';
import { ExchangeCounter } from './counters.ts';
import { startEdge } from './edge.ts';
import type { WorkerChannel, WorkerChannelEvents } from './worker-fleet.ts';
import { WorkerPool } from './worker-pool.ts';
import type { MessageFromWorker, MessageToWorker, OrderToWorker } from './worker-protocol.ts';

const position = { revision: 1, mark: '' };
const noPorts = { httpPort: null, httpsPort: null };

/** A worker that only answers; it can die. */
class FakeWorker implements WorkerChannel {
  readonly pid: number;
  readonly heard: MessageToWorker[] = [];
  #events: WorkerChannelEvents | undefined;
  #worker = 0;
  readonly #application = new ApplicationLink({
    opened: () =>
      this.tell({ type: 'hello', worker: this.#worker, isListening: false, ...noPorts, ...position }),
    received: (message) => {
      this.heard.push(message);
      if (message.type !== 'listen') return;
      this.#events?.received({ type: 'listening' });
      this.tell({ type: 'listening', httpPort: 80, httpsPort: null });
    },
  });

  constructor(pid: number) {
    this.pid = pid;
  }

  open(events: WorkerChannelEvents): void {
    this.#events = events;
    setImmediate(() => events.received({ type: 'ready' }));
  }

  send(order: OrderToWorker): void {
    if (order.type === 'drain') this.die('exit code 0');
    if (order.type !== 'application') return;
    this.#worker = order.worker;
    setImmediate(() => this.#events?.received({ type: 'loaded' }));
    this.#application.connectTo(order.socket);
  }

  kill(): void {
    this.die('signal SIGKILL');
  }

  tell(message: MessageFromWorker): void {
    this.#application.send(message);
  }

  die(how: string): void {
    this.#application.close();
    setImmediate(() => {
      this.#events?.exited(how);
      this.#events = undefined;
    });
  }
}

async function start() {
  const workers: FakeWorker[] = [];
  const fork = (): FakeWorker => {
    const worker = new FakeWorker(workers.length + 1);
    workers.push(worker);
    return worker;
  };
  const log = {
    ...sourceOf({}),
    changesAfter: async () => ({ fromRevision: 1, toRevision: 1, mark: '', hosts: [] }),
    onRevision: async () => ({ [Symbol.asyncDispose]: async () => {} }),
    forgetSeen: () => {},
  };
  const options = {
    worker: edgeOptions(),
    socketDirectory: await tempDir(),
    visitorSalts: [],
    reachKeys: ['of this installation'],
  };
  const fleet = new WorkerPool({ fork, onReplaced: () => {} });
  const edge = await startEdge(fleet, options, log, pino({ level: 'silent' }));
  onTestFinished(() => edge.stop(0));
  const replaced = async (): Promise<FakeWorker> => {
    workers.at(-1)?.die('exit code 1');
    await expect.poll(() => edge.workers().map(({ pid, state }) => [pid, state])).toEqual([[2, 'live']]);
    return workers[1] ?? fork();
  };
  return { edge, workers, replaced };
}

test('a later worker is told before it listens what the others were told', async () => {
  const { edge, replaced } = await start();
  const salts = [{ fromMs: 0, toMs: 1, key: 'k' }];
  edge.tell('spoolFull', true);
  edge.tell('salts', salts);
  const { heard } = await replaced();
  const said = heard.map((message) => (message.type === 'notice' ? message.name : message.type));
  expect(said.toSorted()).toEqual([
    'fullDays',
    'listen',
    'reachKeys',
    'replicaCurrent',
    'salts',
    'spoolFull',
    'ticketKeys',
  ]);
  expect(said.at(-1)).toBe('listen');
  expect(heard).toContainEqual({ type: 'notice', name: 'reachKeys', value: ['of this installation'] });
  expect(heard).toContainEqual({ type: 'notice', name: 'spoolFull', value: true });
  expect(heard).toContainEqual({ type: 'notice', name: 'salts', value: salts });
});

test('the counts of workers add up, those of dead ones included, but not their open connections', async () => {
  const { edge, workers, replaced } = await start();
  const counter = new ExchangeCounter();
  counter.add('recordsDropped', 2);
  counter.add('logLinesDropped', 3);
  counter.addTo('connectionsTurnedAway', 'limit');
  counter.addTo('upstreamFailures', 'refused');
  const counters = counter.read(
    { openConnections: 7, upstreamConnections: 0, targetsDown: 0 },
    { accepted: 5, refused: { bot: 4 } },
  );
  const eventLoopDelaySeconds = { p50: 0, p99: 0, max: 0 };
  const usage = { cpuSeconds: 0, residentBytes: 0, eventLoopDelaySeconds };
  const tell = (worker: FakeWorker | undefined) => worker?.tell({ type: 'counters', counters, usage });
  tell(workers[0]);
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

test('an upstream is down as long as a worker says so, and what was good is said once', async () => {
  const { edge, workers, replaced } = await start();
  const down = [{ uuid: 'u1', targets: 1, failure: 'refused' }];
  workers[0]?.tell({ type: 'upstreams', down, up: ['u2'] });
  await expect.poll(() => edge.takeChecked()).toEqual({ down, up: ['u2'] });
  expect(edge.takeChecked()).toEqual({ down, up: [] });
  await replaced();
  expect(edge.takeChecked()).toEqual({ down: [], up: [] });
});

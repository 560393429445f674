/**
 * Chromium without a driver that looks into every page: pages are prerendered only where nobody does.
 * Source: Chrome DevTools Protocol (Target, Runtime).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { quietArguments } from './chromium.ts';

type Reply = { readonly id?: number; readonly result?: Record<string, unknown>; readonly error?: unknown };

export class BareChromium implements AsyncDisposable {
  readonly #socket: WebSocket;
  readonly #end: () => Promise<void>;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #lastId = 0;

  private constructor(socket: WebSocket, end: () => Promise<void>) {
    this.#socket = socket;
    this.#end = end;
    socket.on('message', (data: Buffer) => {
      const reply: Reply = JSON.parse(data.toString());
      if (reply.id !== undefined) this.#waiting.get(reply.id)?.(reply);
    });
  }

  /** Starts the browser; what it keeps goes into `directory`. */
  static async start(
    executablePath: string,
    directory: string,
    furtherArguments: readonly string[],
  ): Promise<BareChromium> {
    const child = spawn(
      executablePath,
      [
        '--headless',
        '--remote-debugging-port=0',
        `--user-data-dir=${directory}`,
        ...quietArguments,
        ...furtherArguments,
        'about:blank',
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    // Not 'exit': its helpers, which hold its standard error, write into `directory` a moment longer.
    const closed = once(child, 'close');
    let address = '';
    for await (const line of createInterface({ input: child.stderr })) {
      address = /^DevTools listening on (\S+)/.exec(line)?.[1] ?? '';
      if (address !== '') break;
    }
    child.stderr.resume();
    if (address === '') throw new Error('Chromium did not start');
    const socket = new WebSocket(address);
    await once(socket, 'open');
    return new BareChromium(socket, async () => {
      socket.terminate();
      child.kill();
      await closed;
    });
  }

  /** Opens a page in a tab of its own, in front of the others or behind them, and leaves it alone; answers the tab. */
  async open(url: string, place: 'front' | 'background' = 'front'): Promise<string> {
    const { targetId } = await this.#send('Target.createTarget', { url, background: place === 'background' });
    return String(targetId);
  }

  /** Runs an expression in a tab as if a person had clicked, and answers its value. */
  async evaluate(tab: string, expression: string): Promise<unknown> {
    const { sessionId } = await this.#send('Target.attachToTarget', { targetId: tab, flatten: true });
    const parameters = { expression, userGesture: true, returnByValue: true };
    const { result } = await this.#send('Runtime.evaluate', parameters, String(sessionId));
    return typeof result === 'object' && result !== null && 'value' in result ? result.value : undefined;
  }

  /** Freezes a tab, as browsers do with those in the background, or thaws it. Freezing hides it first. */
  async setFrozen(tab: string, isFrozen: boolean): Promise<void> {
    const { sessionId } = await this.#send('Target.attachToTarget', { targetId: tab, flatten: true });
    const state = isFrozen ? 'frozen' : 'active';
    await this.#send('Page.setWebLifecycleState', { state }, String(sessionId));
  }

  /** Process ids of what runs the pages. */
  async renderers(): Promise<number[]> {
    const { processInfo } = await this.#send('SystemInfo.getProcessInfo', {});
    if (!Array.isArray(processInfo)) throw new Error('Chromium does not say what its processes are');
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => Number(id));
  }

  /** Puts a tab in front of the others. */
  async show(tab: string): Promise<void> {
    await this.#send('Target.activateTarget', { targetId: tab });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }

  async #send(method: string, params: object, sessionId?: string): Promise<Record<string, unknown>> {
    const id = ++this.#lastId;
    const replied = new Promise<Reply>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    const { result, error } = await replied;
    this.#waiting.delete(id);
    if (!result) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }
}

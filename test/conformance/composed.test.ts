/** Services that tests compose in their own process. Source: ARCHITECTURE.md ("Processes"). */
import { readdirSync, readlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { WorkerReport } from '../../src/edge/worker-protocol.ts';
import { edgeOptions } from '../support/composed-edge.ts';
import { ComposedService } from '../support/composed-service.ts';
import { InProcessChannel } from '../support/in-process-fleet.ts';
import { tempDir } from '../support/temp-dir.ts';

/** The files that this process has open below directories. */
function openFilesBelow(directories: readonly string[]): string[] {
  const files = readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      // The listing's own descriptor.
      return [];
    }
  });
  return files.filter((file) => directories.some((directory) => file.startsWith(directory)));
}

/** Listeners and connections of this process. */
function openSockets(): string[] {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP'));
}

async function start(): Promise<ComposedService> {
  return ComposedService.start({ dataDir: await tempDir() });
}

test('two in one process answer for themselves, and leave nothing open', async () => {
  const [one, other] = [await start(), await start()];
  const directories = [one, other].map(({ env }) => env.NAMEPLATE_DATA_DIR ?? '');
  expect(openFilesBelow(directories)).not.toEqual([]);
  expect(openSockets().length).toBeGreaterThanOrEqual(4);
  const source_host = 'composed.example.com';
  const json = { source_host, destination_url: 'https://dest.example' };
  expect((await one.api(one.redirects, { json })).status).toBe(201);
  expect((await one.edge(source_host)).status).toBe(301);
  expect((await other.edge(source_host)).status).toBe(404);
  expect((await other.api(other.redirects)).body.data).toEqual([]);
  await one.stop();
  expect((await other.edge(source_host)).status).toBe(404);
  await other.stop();
  // At once: what is forgotten, the garbage collector may close later.
  expect(openFilesBelow(directories)).toEqual([]);
  await expect.poll(openSockets).toEqual([]);
});

test('what starts their workers hears what it would hear of another process', async () => {
  const channel = new InProcessChannel();
  const heard: WorkerReport[] = [];
  const gone = new Promise<string>((resolve) => {
    channel.open({ received: (message) => void heard.push(message), exited: resolve });
  });
  await expect.poll(() => heard).toEqual([{ type: 'ready' }]);
  const store = { path: '/nonexistent/control.db', secretKeys: { kind: 'given' as const, keys: '' } };
  channel.send({ type: 'start', options: edgeOptions({ store }) });
  expect(await gone).toBe('exit code 1');
  // A property without a value is not sent.
  expect(heard.at(-1)).toEqual({
    type: 'failed',
    during: 'load',
    code: 'ENOENT',
    message: expect.stringContaining('/nonexistent/control.db'),
  });
});

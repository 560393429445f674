/**
 * The Pods of the Helm chart as processes: their arguments, environment, probes and time to stop. Source: docs/guides/install.md
 * ("Kubernetes").
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ClickhouseFront } from '../support/clickhouse-front.ts';
import { hasPostgres, newDatabase } from '../support/databases.ts';
import { freePorts } from '../support/free-port.ts';
import { type Container, lacksRenderer, type Manifest, manifestsOf, type Probe } from '../support/helm.ts';
import { Passage } from '../support/passage.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { type StartOptions, TestService } from '../support/service.ts';
import { createRedirect } from '../support/service-of-test.ts';
import { tempDir } from '../support/temp-dir.ts';

const dockerfile = fileURLToPath(new URL('../../packaging/Dockerfile', import.meta.url));
const host = 'go.example.com';

/** What the image sets for every program in it. */
function imageEnvironment(): Record<string, string> {
  const assignments = /^ENV NODE_ENV=(?:.*\\\n)*.*/m.exec(readFileSync(dockerfile, 'utf8'))?.[0] ?? '';
  return Object.fromEntries(
    [...assignments.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** A Pod on this machine: its volumes are directories, and its ports others. */
class PlacedPod {
  readonly container: Container;
  readonly graceMs: number;
  readonly env: Readonly<Record<string, string>>;

  private constructor(container: Container, graceSeconds: number, env: Readonly<Record<string, string>>) {
    this.container = container;
    this.graceMs = graceSeconds * 1_000;
    this.env = env;
  }

  /** `secrets`: what the Secret holds. */
  static async of(
    manifests: readonly Manifest[],
    name: string,
    secrets: Readonly<Record<string, string>> = {},
  ): Promise<PlacedPod> {
    const manifest = manifests.find((each) => each.metadata.name === name && 'template' in each.spec);
    if (!manifest || !('template' in manifest.spec)) throw new Error(`no Pods of ${name}`);
    const { containers, terminationGracePeriodSeconds = 30 } = manifest.spec.template.spec;
    const [container] = containers;
    const volumes = await tempDir();
    for (const mount of container.volumeMounts) await mkdir(join(volumes, mount.name));
    for (const [variable, value] of Object.entries(secrets))
      await writeFile(join(volumes, 'secret', variable), value);
    const place = (path: string): string => {
      const mount = container.volumeMounts.find(({ mountPath }) => path.startsWith(`${mountPath}/`));
      return mount ? join(volumes, mount.name, path.slice(mount.mountPath.length)) : path;
    };
    const [api, http, https] = await freePorts(3);
    return new PlacedPod(container, terminationGracePeriodSeconds, {
      ...imageEnvironment(),
      ...Object.fromEntries(container.env.map((each) => [each.name, place(each.value)])),
      NAMEPLATE_API_PORT: String(api),
      NAMEPLATE_EDGE_HTTP_PORT: String(http),
      NAMEPLATE_EDGE_HTTPS_PORT: String(https),
    });
  }

  get dataDir(): string {
    return this.env.NAMEPLATE_DATA_DIR ?? '';
  }

  async start(command: StartOptions['command'] & string, token?: string): Promise<TestService> {
    expect(this.container.args).toEqual([command]);
    const service = await TestService.startWith(this.env, { command, ...(token !== undefined && { token }) });
    onTestFinished(async () => void (await service.stop()));
    return service;
  }

  isReady(): Promise<boolean> {
    return this.#passes(this.container.readinessProbe);
  }

  isLive(): Promise<boolean> {
    return this.#passes(this.container.livenessProbe);
  }

  async #passes({ httpGet, exec }: Probe = {}): Promise<boolean> {
    if (httpGet) {
      expect(httpGet.port).toBe('api');
      const url = `http://127.0.0.1:${this.env.NAMEPLATE_API_PORT}${httpGet.path}`;
      return (await fetch(url).catch(() => undefined))?.ok ?? false;
    }
    const [command = '', ...args] = exec?.command ?? [];
    const address = `/127.0.0.1/${this.env.NAMEPLATE_EDGE_HTTP_PORT}`;
    const placed = args.map((word) => word.replace('/127.0.0.1/8080', address));
    const [code] = await once(spawn(command, placed, { stdio: 'ignore' }), 'exit');
    return code === 0;
  }
}

describe.skipIf(lacksRenderer())('Pods', () => {
  test('one is ready, serves, and stops in its time', async () => {
    const manifests = await manifestsOf({ env: { NAMEPLATE_ACME: 'off' } });
    const pod = await PlacedPod.of(manifests, 'web-serve');
    const service = await pod.start('serve');
    expect(await pod.isReady()).toBe(true);
    expect((await createRedirect(service, host)).status).toBe(201);
    expect((await service.edge(host)).status).toBe(301);
    const start = performance.now();
    expect(await service.stop()).toBe(0);
    expect(performance.now() - start).toBeLessThan(pod.graceMs);
    expect(await pod.isReady()).toBe(false);
  });

  test.skipIf(!hasPostgres())('several share their stores, and an edge is ready without them', async () => {
    const clickhouse = await ClickhouseFront.start();
    onTestFinished(() => clickhouse[Symbol.asyncDispose]());
    const url = new URL(await newDatabase('nothing'));
    const passage = new Passage(url.hostname, Number(url.port));
    onTestFinished(() => passage.shut());
    url.port = String(await passage.open());
    const token = `np_${'k'.repeat(43)}`;
    const secrets = {
      NAMEPLATE_DATABASE_URL: url.href,
      NAMEPLATE_CLICKHOUSE_URL: clickhouse.url,
      NAMEPLATE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      NAMEPLATE_BOOTSTRAP_TOKEN: token,
    };
    const manifests = await manifestsOf({
      mode: 'several',
      env: { NAMEPLATE_ACME: 'off' },
      lameDuckSeconds: 3,
      secret: { name: 'stores', variables: Object.keys(secrets) },
    });

    const { container, dataDir, env } = await PlacedPod.of(manifests, 'web-migrate', secrets);
    expect(await runProgram(container.args, { dataDir, env })).toMatchObject({ code: 0, stderr: '' });

    const app = await PlacedPod.of(manifests, 'web-app', secrets);
    const api = await app.start('app', token);
    expect([await app.isLive(), await app.isReady()]).toEqual([true, true]);

    const edge = await PlacedPod.of(manifests, 'web-edge', secrets);
    const first = await edge.start('edge');
    expect(await edge.isReady()).toBe(true);
    expect((await createRedirect(api, host)).status).toBe(201);
    await expect.poll(async () => (await first.edge(host)).status).toBe(301);

    // Its time as a lame duck: no longer ready, and still serving.
    const stopped = first.stop();
    await expect.poll(() => edge.isReady(), { interval: 100 }).toBe(false);
    expect((await first.edge(host)).status).toBe(301);
    expect(await stopped).toBe(0);

    // Its API's port answers nothing meanwhile, so no probe may need that.
    await passage.shut();
    const second = startProgram(['edge'], { dataDir: edge.dataDir, env: edge.env });
    onTestFinished(async () => {
      second.kill();
      if (second.exitCode === null) await once(second, 'exit');
    });
    await expect.poll(() => edge.isReady(), { interval: 200 }).toBe(true);
    expect((await first.edge(host)).status).toBe(301);
  });
});

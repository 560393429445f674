/** Nameplate as its users run it: the built program, on a control store that was filled before. */

import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ControlLocation } from '../../src/control/location.ts';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import { Redirects } from '../../src/features/redirects/redirect-store.ts';
import { Upstreams } from '../../src/features/upstreams/upstream-store.ts';
import { customDomainResource } from '../../src/resources/custom-domain.ts';
import { type RedirectAttributes, redirectResource } from '../../src/resources/redirect.ts';
import { type NewUpstream, upstreamResource } from '../../src/resources/upstream.ts';
import type { CleanUp } from '../../src/service/clean-up.ts';
import { bootstrap } from '../../src/service/first-token.ts';
import { serviceEnvironment } from '../../test/support/service.ts';
import { type RunningProgram, rootDir, startProgram } from './child.ts';
import { ask } from './http.ts';

const redirectsPerBatch = 5_000;
const startTimeoutMs = 600_000;

export type FilledStore = {
  readonly location: ControlLocation;
  /** The data directory, which has the secret key. */
  readonly dir: string;
  readonly accountUuid: string;
  readonly token: string;
};

export type Nameplate = RunningProgram & {
  readonly apiPort: number;
  readonly edgePort: number;
  /** 0 unless the variables say otherwise. */
  readonly tlsPort: number;
  /** The collection of the account's redirects. */
  readonly redirects: string;
  readonly authorization: Readonly<Record<'authorization', string>>;
  readonly env: Readonly<Record<string, string>>;
};

/** The control store of a service whose data directory is `dir`. */
export function sqliteIn(dir: string): ControlLocation & { kind: 'sqlite' } {
  return { kind: 'sqlite', path: join(dir, 'control.db') };
}

/**
 * Makes one account with a token and `count` redirects, on the hosts of {@link hostAt}. `dir` is the service's data
 * directory, by default that of the database.
 */
export async function fillStore(
  location: ControlLocation,
  count: number,
  dir: string = location.kind === 'sqlite' ? dirname(location.path) : '',
): Promise<FilledStore> {
  const token = `np_${randomBytes(32).toString('base64url')}`;
  await using store = await ControlStore.open(location, systemClock);
  const first = await bootstrap(store, token);
  if (!first) throw new Error('the control store is not empty');
  for (let start = 0; start < count; start += redirectsPerBatch) {
    const length = Math.min(redirectsPerBatch, count - start);
    const batch = Array.from({ length }, (_, index) => redirectAt(start + index));
    await new Redirects(store).createMany(first.accountUuid, batch);
  }
  return { location, dir, accountUuid: first.accountUuid, token };
}

/** Copies a store that nothing has open, and which therefore is one file. */
export function copyStore(filled: FilledStore, dir: string): FilledStore {
  if (filled.location.kind !== 'sqlite') throw new Error('only SQLite is copied');
  const location = sqliteIn(dir);
  copyFileSync(filled.location.path, location.path);
  return { ...filled, location, dir };
}

/** Opens a store with the secret key of its service. */
export async function openStore({
  location,
  dir,
}: Pick<FilledStore, 'location' | 'dir'>): Promise<ControlStore> {
  const secretKey = { kind: 'file', path: join(dir, 'secret.key') } as const;
  const store = await ControlStore.open(location, systemClock, secretKey);
  await store.secretKeys.prepare();
  return store;
}

/** Scripts that the edge adds beside the tracker. */
export type ScriptSwitches = { readonly engagement?: boolean; readonly webVitals?: boolean };

/** Adds a custom domain on a host, so that its requests are recorded; answers its uuid. */
export async function addCustomDomain(
  filled: FilledStore,
  host: string,
  upstreamPort: number,
  webAnalytics: 'off' | 'manual' | 'inject' = 'off',
  scripts: ScriptSwitches = {},
): Promise<string> {
  const [uuid] = await addCustomDomains(filled, [host], upstreamPort, webAnalytics, scripts);
  if (uuid === undefined) throw new Error('the upstream is gone');
  return uuid;
}

/** Adds custom domains of one upstream in order; answers their uuids. */
export async function addCustomDomains(
  { accountUuid, location, dir }: FilledStore,
  hosts: readonly string[],
  upstreamPort: number,
  webAnalytics: 'off' | 'manual' | 'inject' = 'off',
  scripts: ScriptSwitches = {},
): Promise<string[]> {
  await using store = await openStore({ location, dir });
  const upstream = await new Upstreams(store).create(accountUuid, upstreamAt(upstreamPort));
  const uuids: string[] = [];
  for (const host of hosts) {
    const attributes = { ...customDomainResource.defaults, host, webAnalytics, ...scripts };
    const domain = await new CustomDomains(store).create(accountUuid, upstream.uuid, attributes);
    if (domain) uuids.push(domain.uuid);
  }
  return uuids;
}

/** The source host of the redirect with this number. */
export function hostAt(index: number): string {
  return `shop-${String(index).padStart(7, '0')}.customers.example`;
}

/** The origin that the redirect with this number leads to. */
export function destinationAt(index: number): string {
  return `https://www.customer-${String(index).padStart(7, '0')}.example`;
}

/** Starts the built program and waits until all its workers serve. `dir` keeps its data and its log. */
export async function startNameplate(
  options: {
    readonly name: string;
    readonly dir: string;
    readonly filled: FilledStore;
    readonly workers: number;
    /** `serve` by default. */
    readonly command?: 'serve' | 'app' | 'edge';
    /** Further variables. */
    readonly env?: Readonly<Record<string, string>>;
    /** What counts as started; by default that everything is there. */
    readonly isReady?: (edgePort: number) => Promise<boolean>;
  },
  cleanUp: CleanUp,
): Promise<Nameplate> {
  const { name, dir, filled, workers, command = 'serve' } = options;
  const main = join(rootDir, 'dist/bin.cjs');
  if (!existsSync(main)) throw new Error('dist/bin.cjs is missing: npm run build');
  const env = await serviceEnvironment({
    dataDir: dir,
    control: filled.location,
    workers,
    env: {
      NAMEPLATE_RATE_LIMIT: '0',
      NAMEPLATE_BOOTSTRAP_TOKEN: filled.token,
      NAMEPLATE_UPSTREAM_ALLOW: '127.0.0.0/8',
      ...options.env,
    },
  });
  const apiPort = Number(env.NAMEPLATE_API_PORT);
  const edgePort = Number(env.NAMEPLATE_EDGE_HTTP_PORT);
  const isReady = async () => {
    if (options.isReady) return options.isReady(edgePort);
    try {
      const { status, body } = await ask({ port: apiPort, path: '/readyz' });
      return status === 200 && body.includes('"status":"ok"');
    } catch {
      return false;
    }
  };
  const program = await startProgram(
    { name, command: process.execPath, args: [main, command], env, dir, isReady, startTimeoutMs },
    cleanUp,
  );
  return {
    ...program,
    apiPort,
    edgePort,
    env,
    tlsPort: Number(env.NAMEPLATE_EDGE_HTTPS_PORT),
    redirects: `/api/v1/accounts/${filled.accountUuid}/redirects`,
    authorization: { authorization: `Bearer ${filled.token}` },
  };
}

/** An upstream on loopback, without TLS. */
export function upstreamAt(port: number): NewUpstream {
  return {
    ...upstreamResource.defaults,
    host: '127.0.0.1',
    port,
    tls: false,
    authToken: 'benchmark-token',
  };
}

/** From the source host {@link hostAt} to {@link destinationAt}. */
export function redirectAt(index: number): RedirectAttributes {
  return {
    ...redirectResource.defaults,
    sourceHost: hostAt(index),
    destinationUrl: destinationAt(index),
  };
}

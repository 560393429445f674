/**
 * Replaces downloaded lookup data by what its address has now, if that is usable and not older; otherwise the file that is there
 * stays. Source: docs/reference/enrichment.md ("Data that ages").
 *
 * Beside each file, `<file>.state` says when its address was asked last and the ETag of what it gave.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncDirectory } from '../../analytics/ingest/sync-directory.ts';
import { checkLookupFile } from '../../analytics/lookup/check-lookup-file.ts';
import { maxListBytes } from '../../analytics/lookup/crawler-list.ts';
import { maxRangesBytes } from '../../analytics/lookup/crawler-ranges.ts';
import { builtAt, type LookupDataKind, lookupDataKinds } from '../../analytics/lookup/data-age.ts';
import type { DataFile } from '../../analytics/lookup/watched-file.ts';
import { newRandomUuid } from '../../core/ids.ts';
import { minuteMs } from '../../core/time.ts';
import { DataUpdateError } from './data-update-error.ts';
import { download } from './download.ts';
import { unpack } from './unpack.ts';

export type DataSource = { readonly kind: LookupDataKind; readonly path: string; readonly url: string };

export type DataUpdate = {
  readonly outcome: 'updated' | 'unchanged';
  readonly builtAtMs: number | undefined;
};

type Limits = { readonly maxBytes?: number; readonly timeoutMs?: number };

type Kind = { readonly ending: string; readonly maxBytes: number };

/** The largest databases of locations that are sold have about one. */
const maxDatabaseBytes = 2 * 1024 * 1024 * 1024;
const defaultTimeoutMs = 30 * minuteMs;

const kinds: Readonly<Record<LookupDataKind, Kind>> = {
  places: { ending: '.mmdb', maxBytes: maxDatabaseBytes },
  networks: { ending: '.mmdb', maxBytes: maxDatabaseBytes },
  crawlers: { ending: '.json', maxBytes: maxListBytes },
  ranges: { ending: '.json', maxBytes: maxRangesBytes },
};

/** The files that are downloaded, of all lookup data. */
export function dataSourcesOf(
  files: Readonly<Record<LookupDataKind, (DataFile & { readonly url?: string }) | undefined>>,
): readonly DataSource[] {
  return lookupDataKinds.flatMap((kind) => {
    const { path, url } = files[kind] ?? {};
    return path === undefined || url === undefined ? [] : [{ kind, path, url }];
  });
}

/** Throws {@link DataUpdateError} and the system's errors. */
export async function updateData(
  { kind, path, url }: DataSource,
  nowMs: number,
  { maxBytes = kinds[kind].maxBytes, timeoutMs = defaultTimeoutMs }: Limits = {},
): Promise<DataUpdate> {
  const directory = dirname(path);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const temporary = join(directory, `${basename(path)}.${newRandomUuid()}.tmp`);
  try {
    const etag = await etagOf(path);
    const downloaded = await download(url, temporary, { etag, maxBytes, timeoutMs });
    if (downloaded.kind === 'unchanged') {
      await writeState(path, { checkedAtMs: nowMs, etag });
      return { outcome: 'unchanged', builtAtMs: builtAt(kind, path) };
    }
    const next = await unpack(temporary, kinds[kind].ending, maxBytes);
    const builtAtMs = check(kind, next, path);
    const isSame = (await hashOf(next)) === (await hashOf(path));
    if (!isSame) await replace(path, next);
    await writeState(path, { checkedAtMs: nowMs, etag: downloaded.etag });
    return { outcome: isSame ? 'unchanged' : 'updated', builtAtMs };
  } finally {
    await removeTemporary(directory, basename(path), basename(temporary), nowMs);
  }
}

/** When the address was last asked with success; undefined: never. */
export async function lastCheckedMs(path: string): Promise<number | undefined> {
  return (await readState(path)).checkedAtMs;
}

/** Throws for a file that is of no use, and for one that is older than the file in its place. */
function check(kind: LookupDataKind, next: string, path: string): number | undefined {
  try {
    checkLookupFile(kind, next);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error);
    throw new DataUpdateError(`the file cannot be used: ${reason}`, { cause: error });
  }
  const [is, was] = [builtAt(kind, next), builtAt(kind, path)];
  if (is !== undefined && was !== undefined && is < was) {
    throw new DataUpdateError(
      `the file is of ${dayOf(is)}, older than the one of ${dayOf(was)}; to use it all the same, remove ${path}`,
    );
  }
  return is;
}

async function replace(path: string, next: string): Promise<void> {
  await using file = await open(next, 'r');
  await file.sync();
  await rename(next, path);
  await syncDirectory(dirname(path));
}

type State = { readonly checkedAtMs: number | undefined; readonly etag: string | undefined };

/** The ETag says nothing when the file it was given with is gone. */
async function etagOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found ? (await readState(path)).etag : undefined;
}

async function readState(path: string): Promise<State> {
  const text = await readFile(`${path}.state`, 'utf8').catch(() => '');
  const [, checkedAtMs, etag] = /^(\d{1,15})\n(.*)$/.exec(text) ?? [];
  return {
    checkedAtMs: checkedAtMs === undefined ? undefined : Number(checkedAtMs),
    etag: etag || undefined,
  };
}

async function writeState(path: string, { checkedAtMs, etag = '' }: State): Promise<void> {
  await writeFile(`${path}.state`, `${checkedAtMs}\n${etag}`, { mode: 0o600 });
}

async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}

/** Its own, and those that killed processes have left. */
async function removeTemporary(directory: string, name: string, own: string, nowMs: number): Promise<void> {
  for (const found of await readdir(directory)) {
    if (!found.startsWith(`${name}.`) || !found.includes('.tmp')) continue;
    const path = join(directory, found);
    const isOwn = found.startsWith(own);
    const stats = isOwn ? undefined : await stat(path).catch(() => undefined);
    if (isOwn || (stats && nowMs - stats.mtimeMs > defaultTimeoutMs)) await rm(path, { force: true });
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Checks whether npm could verify the library of embedded analytics when it installed it. Source: docs/guides/development.md ("The lockfile"). */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { manifestPath } from '../../core/program-files.ts';
import { type Finding, finding } from './finding.ts';

const check = 'analytics library';

/** `directory` has the lockfile that this program was installed by: the tarball's or the repository's. */
export function checkAnalyticsLibrary(
  { analytics }: Pick<Config, 'analytics'>,
  platform: string = `${process.platform}-${process.arch}`,
  directory: string = dirname(manifestPath),
): Finding {
  if (analytics.location.kind === 'clickhouse') return finding('ok', check, 'Not used: ClickHouse is.');
  const name = `@chdb/lib-${platform}${platform.startsWith('linux') ? '-gnu' : ''}`;
  const integrity = lockedIntegrity(directory, name);
  return integrity === undefined
    ? finding(
        'warning',
        check,
        `${name} is not verified: the lockfile has no checksum of it, so npm installed what the registry sent. Compare it with the one that its publisher names, or use a ClickHouse server.`,
      )
    : finding('ok', check, `${name} was verified by its checksum when npm installed it.`);
}

function lockedIntegrity(directory: string, name: string): string | undefined {
  const path = ['npm-shrinkwrap.json', 'package-lock.json']
    .map((file) => join(directory, file))
    .find((file) => existsSync(file));
  if (path === undefined) return undefined;
  const { packages }: { packages?: Record<string, { integrity?: string }> } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  return packages?.[`node_modules/${name}`]?.integrity;
}

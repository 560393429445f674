/** When a package of lookup data was released. Source: docs/reference/enrichment.md ("Data that ages"). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * In milliseconds since the Unix epoch. The files don't say when they were made, but versions of the packages do: 2.3.2026061719
 * is of 17 June 2026. Undefined when the package isn't installed or has a version of another kind.
 */
export function releasedAtMs(packageName: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(createRequire(import.meta.url).resolve(`${packageName}/package.json`), 'utf8');
  } catch {
    return undefined;
  }
  const manifest: unknown = JSON.parse(text);
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? String(manifest.version)
      : '';
  const [, year, month, day] = /\.(\d{4})(\d{2})(\d{2})\d*$/.exec(version) ?? [];
  return year === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(day));
}

/** Further places where an upstream's application is reached. Source: docs/reference/domains.md ("Several targets"). */
import { quoteValue } from '../core/errors.ts';
import type { UpstreamTarget } from '../core/route.ts';
import { parseUpstreamHost } from '../core/upstream-host.ts';
import type { Reading } from './definition.ts';

const maxTargets = 16;
const maxPort = 65_535;

/** Reads a list of `{host, port}`; hosts are normalised like the upstream's own. */
export function readTargets(value: unknown): Reading<readonly UpstreamTarget[]> {
  if (!Array.isArray(value)) return { ok: false, reason: 'it is not a list' };
  if (value.length > maxTargets) return { ok: false, reason: `it has ${value.length} targets` };
  const targets: UpstreamTarget[] = [];
  for (const [index, each] of value.entries()) {
    const target = readTarget(each);
    if (typeof target === 'string') return { ok: false, reason: `its target ${index + 1} ${target}` };
    if (targets.some((other) => isSameTarget(other, target)))
      return { ok: false, reason: `its target ${index + 1} is there twice` };
    targets.push(target);
  }
  return { ok: true, value: targets };
}

export function isSameTarget(a: UpstreamTarget, b: UpstreamTarget): boolean {
  return a.host === b.host && a.port === b.port;
}

/** Answers what is wrong with it instead, to follow its place in the list. */
function readTarget(value: unknown): UpstreamTarget | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is not an object';
  const entries = new Map<string, unknown>(Object.entries(value));
  for (const key of entries.keys())
    if (key !== 'host' && key !== 'port') return `has ${quoteValue(key)}, which is not host or port`;
  const host = entries.get('host');
  const port = entries.get('port') ?? 443;
  if (typeof host !== 'string') return 'has no host';
  const result = parseUpstreamHost(host);
  if (!result.ok) return `has the host ${quoteValue(host)}: ${result.reason}`;
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 1 || port > maxPort)
    return `has the port ${quoteValue(port)}`;
  return { host: result.host, port };
}

/**
 * Answers of Cloudflare's API to `GET /zones/:zone_id/custom_hostnames`, a file each page. They have no keys. Source:
 * docs/guides/moving-in.md, Cloudflare's API reference ("Custom Hostnames").
 */
import { stat } from 'node:fs/promises';
import { quoteValue } from '../../core/errors.ts';
import { CliError } from '../failures.ts';
import { unreadable, wrongFile } from '../named-file.ts';
import { Folder, objectOf, parseObject, textOf } from './folder.ts';
import { type Found, refused } from './found.ts';

const maxBytes = 64 * 1024 * 1024;
/** States in which Cloudflare doesn't serve a hostname. */
const gone: ReadonlySet<string> = new Set(['deleted', 'pending_deletion', 'moved', 'blocked']);

export async function* readCloudflare(path: string): AsyncGenerator<Found> {
  const listed = new Set<unknown>();
  let total = 0;
  for (const [folder, name] of await filesAt(path)) {
    const file = await folder.read(name, maxBytes);
    if (!file.ok) throw wrongFile('PATH', path, file.reason);
    const answer = parseObject(file.text);
    if (!answer) throw new CliError(`${quoteValue(name)} is not whole: it is not a JSON object`);
    const { success, result, result_info: info } = answer;
    if (success !== true || !Array.isArray(result))
      throw new CliError(
        `${quoteValue(name)} is not an answer of Cloudflare with custom hostnames: it needs "success": true and a list "result"`,
      );
    total = Math.max(total, Number(objectOf(info)?.['total_count'] ?? 0));
    for (const [place, item] of result.entries()) {
      const one = objectOf(item) ?? {};
      const found = readHostname(one, `${name}[${place}]`);
      listed.add(one['hostname']);
      yield found;
      if (found.kind === 'host' && objectOf(one['ssl'])?.['wildcard'] === true)
        yield refused(
          `*.${found.from}`,
          'Cloudflare serves it with the host: create it as a custom domain of its own',
        );
    }
  }
  if (listed.size < total)
    yield refused(
      path,
      `Cloudflare has ${total} custom hostnames, and ${listed.size} of them are here: download every page`,
    );
}

async function filesAt(path: string): Promise<(readonly [Folder, string])[]> {
  const stats = await stat(path).catch((error: unknown) => {
    throw unreadable('PATH', path, error);
  });
  if (!stats.isDirectory()) {
    const { folder, name } = await Folder.around(path);
    return [[folder, name]];
  }
  const folder = await Folder.open(path);
  const names = (await folder.files('.')).filter((name) => name.endsWith('.json'));
  if (names.length === 0) throw new CliError(`${quoteValue(path)} has no .json files`);
  return names.map((name) => [folder, name] as const);
}

function readHostname(one: Readonly<Record<string, unknown>>, place: string): Found {
  const host = textOf(one['hostname']);
  if (host === undefined) return refused(place, 'it has no hostname');
  const [status, origin] = [textOf(one['status']), textOf(one['custom_origin_server'])];
  if (status !== undefined && gone.has(status)) return refused(host, `Cloudflare says that it is ${status}`);
  if (origin !== undefined)
    return refused(
      host,
      `it has an origin of its own, ${quoteValue(origin)}: create it on an upstream with that`,
    );
  const metadata = Object.entries(objectOf(one['custom_metadata']) ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const id = textOf(one['id']);
  return {
    kind: 'host',
    from: host,
    attributes: {
      host,
      ...(id !== undefined && { external_id: id }),
      ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }),
    },
  };
}

/** Which packages the build has joined into the program, so that they aren't installed with it. Source: docs/guides/development.md ("The build"). */
import { readFile } from 'node:fs/promises';

const root = new URL('../', import.meta.url);
const lists = ['dist/licenses.txt', 'dist/dashboard/licenses.txt', 'dist/tracker/licenses.txt'];
/** The build makes `data/networks.bin` of it. */
const data = '@ip-location-db/asn';

/** Each as `name@version`. */
export async function joinedPackages(): Promise<string[]> {
  const found = await Promise.all(lists.map(packagesOf));
  const { version } = JSON.parse(await readFile(new URL(`node_modules/${data}/package.json`, root), 'utf8'));
  return [...found.flat(), `${data}@${version}`];
}

/** Names and versions under the headings that Vite writes: `## pino - 10.4.0 (MIT)`. */
async function packagesOf(path: string): Promise<readonly string[]> {
  const text = await readFile(new URL(path, root), 'utf8');
  return [...text.matchAll(/^## (\S+) - (\S+)(?: \(.*\))?$/gm)].map(
    ([, one, release]) => `${one}@${release}`,
  );
}

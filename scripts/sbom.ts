/**
 * Lists what a release contains, as CycloneDX beside its tarball: the packages that are installed with it, and those that are joined
 * into it, which npm knows as development dependencies. Run: `npm run tarball`.
 */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { joinedPackages } from './joined-packages.ts';

type Property = { readonly name: string; readonly value: string };
type Component = {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly properties?: readonly Property[];
};
type Bom = {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
};

const root = fileURLToPath(new URL('../', import.meta.url));
const development = 'cdx:npm:package:development';

const manifest: { name: string; version: string } = JSON.parse(
  await readFile(join(root, 'package.json'), 'utf8'),
);
const all: Bom = JSON.parse(
  execFileSync(
    'npm',
    [
      'sbom',
      '--workspaces=false',
      '--package-lock-only',
      '--sbom-format=cyclonedx',
      '--sbom-type=application',
    ],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  ),
);
const joined = new Set(await joinedPackages());
const components = all.components.flatMap((component) => {
  const { properties = [], ...rest } = component;
  const isJoined = joined.delete(`${component.name}@${component.version}`);
  const isDevelopment = properties.some(({ name }) => name === development);
  if (isDevelopment && !isJoined) return [];
  return [{ ...rest, properties: properties.filter(({ name }) => name !== development) }];
});
if (joined.size > 0) throw new Error(`npm does not list ${[...joined].join(', ')}`);
const refs = new Set([all.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])]);
const dependencies = all.dependencies.flatMap(({ ref, dependsOn }) =>
  refs.has(ref) ? [{ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }] : [],
);
// npm names it by its folder.
const component = { ...all.metadata.component, name: manifest.name };
const bom = { ...all, metadata: { ...all.metadata, component }, components, dependencies };
await writeFile(`${manifest.name}-${manifest.version}.cdx.json`, `${JSON.stringify(bom, null, 2)}\n`);

/**
 * Completes package-lock.json with the packages of other platforms.
 *
 * A package with native parts names one optional dependency a platform. A registry mirror that serves only its own
 * platform's makes npm leave the others out of the lock file, and `npm ci` then refuses the file everywhere. Run it
 * after a change of dependencies: `npm run lockfile`.
 */
import { readFile, writeFile } from 'node:fs/promises';

type LockedPackage = {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};
type Lockfile = { packages: Record<string, LockedPackage> };

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

const lockfile = new URL('../package-lock.json', import.meta.url);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm's own file, in its documented shape
const lock = JSON.parse(await readFile(lockfile, 'utf8')) as Lockfile;

let added = 0;
for (const [path, owner] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(owner.optionalDependencies ?? {})) {
    if (isLocked(path, name)) continue;
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[~^]/, ''),
      ...platformOf(name),
      ...(owner.dev ? { dev: true } : {}),
      optional: true,
    };
    added += 1;
  }
}
const sorted = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
await writeFile(lockfile, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
console.log(`package-lock.json: ${added} packages of other platforms added`);

/** Whether npm finds the dependency from where its owner stands. */
function isLocked(ownerPath: string, name: string): boolean {
  return [`${ownerPath}/node_modules/${name}`, `node_modules/${name}`].some((path) => path in lock.packages);
}

/** Reads the platform off a name such as `@oxlint/binding-linux-arm64-musl`. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  if (name === 'fsevents') return { os: ['darwin'] };
  const words = name.split(/[/-]/).map((word) => (/^arm(?:eabi|v[67])|^arm$/.test(word) ? 'arm' : word));
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = words.some((word) => word.includes('musl')) ? ['musl'] : [];
  if (os.length === 0 && cpu.length === 0) throw new Error(`no platform can be read off the name ${name}`);
  return {
    ...(os.length > 0 ? { os } : {}),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(libc.length > 0 ? { libc } : {}),
  };
}

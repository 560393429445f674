/**
 * Where the files of this program are, whether it runs built (`dist/`, whose modules are joined) or from its sources.
 * The package's directory is the nearest one above that has a package.json.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const isBuilt = !import.meta.url.endsWith('.ts');
const packageUrl = packageUrlAbove(new URL('.', import.meta.url));

export const manifestPath: string = pathOf('package.json');
export const nodeVersionsPath: string = pathOf('node-versions.txt');
/** Starts the program on a Node that it supports. */
export const launcherPath: string = pathOf('nameplate');
/** Made by `npm run build`, as are the embedded elements, the tracker's script and the file of networks. */
export const dashboardDirectory: string = pathOf('dist/dashboard');
export const embedDirectory: string = pathOf('dist/embed');
export const trackerScriptPath: string = pathOf('dist/tracker/script.js');
export const packagedNetworksPath: string = pathOf('dist/data/networks.bin');
/** Programs that the service starts, each a process of its own. */
export const applicationEntryPath: string = pathOf(
  isBuilt ? 'dist/service/application.js' : 'src/service/application.ts',
);
/** Run as threads. */
export const rulesThreadPath: string = pathOf(
  isBuilt ? 'dist/api/rules-thread.js' : 'src/api/rules-thread.ts',
);
export const documentThreadPath: string = pathOf(
  isBuilt ? 'dist/features/plans/document-thread.js' : 'src/features/plans/document-thread.ts',
);
export const commandEntryPath: string = pathOf(isBuilt ? 'dist/bin.cjs' : 'src/main.ts');
export const workerEntryPath: string = pathOf(isBuilt ? 'dist/edge/worker.js' : 'src/edge/worker.ts');

/** The command that people run: npm puts it on the PATH when it installs the package; otherwise the file beside it. */
export const commandName: string = packageUrl.pathname.includes('/node_modules/')
  ? 'nameplate'
  : './nameplate';

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, packageUrl));
}

function packageUrlAbove(directory: URL): URL {
  if (existsSync(new URL('package.json', directory))) return directory;
  const above = new URL('..', directory);
  if (above.href === directory.href) throw new Error(`no package.json above ${import.meta.url}`);
  return packageUrlAbove(above);
}

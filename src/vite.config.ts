/**
 * Builds the program into dist: its modules joined, and those of libraries, as loading hundreds of files one by one takes most
 * of the time that a command, a start or a new edge worker takes. Run: `npm run build`.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { defineConfig, type Plugin, transformWithOxc } from 'vite';
import { compileNetworks } from './analytics/lookup/compile-networks.ts';
import { shells } from './cli/completion-scripts.ts';
import { keptDir, keptFile } from './cli/kept-output.ts';

const outDir = join(import.meta.dirname, '../dist');

/** Chunks of libraries alone are called by the library, in a folder of their own. */
function fileNameOf({ moduleIds }: { readonly moduleIds: readonly string[] }): string {
  const names = moduleIds.map((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]);
  const last = names.at(-1);
  return last === undefined || names.includes(undefined)
    ? '[name].js'
    : `lib/${last.replace(/^@/, '').replace('/', '-')}.js`;
}

/** The CommonJS file that starts the program, and so cannot be joined with it. */
const starter: Plugin = {
  name: 'starter',
  async generateBundle() {
    const path = join(import.meta.dirname, 'bin.cts');
    const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path, { lang: 'ts' });
    this.emitFile({ type: 'asset', fileName: 'bin.cjs', source: code.replace('./main.ts', './main.js') });
  },
  writeBundle() {
    chmodSync(join(outDir, 'bin.cjs'), 0o755);
  },
};

/** What the program prints of itself, from the program. */
const keptOutputs: Plugin = {
  name: 'kept-outputs',
  closeBundle() {
    const dir = join(outDir, keptDir);
    const printed = [['help'], ...shells.map((shell) => ['completion', shell])].map(
      (args) => [keptFile(args), execFileSync(process.execPath, [join(outDir, 'bin.cjs'), ...args])] as const,
    );
    mkdirSync(dir, { recursive: true });
    for (const [file, text] of printed) writeFileSync(join(dir, file), text);
  },
};

/** Lookup data in the form that the program reads. */
const lookupData: Plugin = {
  name: 'lookup-data',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'data/networks.bin', source: compileNetworks() });
  },
};

/**
 * Installed with the program instead of joined: native libraries, with what loads them, and data. Everything else is a
 * development dependency.
 */
const installed = ['chdb', 'better-sqlite3'];

/**
 * An import of `node:http` reads all it exports, and with that loads the WebSocket client: 30 ms of each process that may never
 * need one. What is not behind a getter is enough.
 */
const plainHttp: Plugin = {
  name: 'plain-http',
  enforce: 'pre',
  resolveId(id, _importer, { kind }) {
    return id === 'node:http' && kind === 'import-statement' ? '\0plain-http' : undefined;
  },
  load(id) {
    if (id !== '\0plain-http') return undefined;
    const names = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, property]) =>
      'value' in property ? [name] : [],
    );
    return `const http = process.getBuiltinModule('node:http');
export default http;
export const { ${names.join(', ')} } = http;`;
  },
};

const unreachablePackages: ReadonlySet<string> = new Set([
  // Fastify's compilers of schemas: src/api/without-compilers.ts.
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  // The MCP library's compiler of schemas, which it has for what clients are asked: src/features/mcp/mcp-server.ts.
  'ajv',
  'ajv-formats',
  // Colours of a library's debugging lines; no package that we install names it as a dependency.
  'supports-color',
]);

/** Parts of libraries that no call of ours reaches, 600 kB of a start. A call that did would fail at once. */
export const unreachable: Plugin = {
  name: 'unreachable',
  enforce: 'pre',
  resolveId(id, importer = '') {
    // The OpenAPI document as YAML.
    const isItsYaml = id === 'yaml' && importer.includes('/@fastify/swagger/');
    return isItsYaml || unreachablePackages.has(id) ? '\0unreachable' : undefined;
  },
  load(id) {
    return id === '\0unreachable' ? 'export default undefined;' : undefined;
  },
};

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [starter, keptOutputs, lookupData, unreachable, plainHttp],
  ssr: { noExternal: true, external: installed },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node20.19',
    minify: false,
    license: { fileName: 'licenses.txt' },
    rolldownOptions: {
      input: {
        main: 'main.ts',
        'edge/worker': 'edge/worker.ts',
        'api/rules-thread': 'api/rules-thread.ts',
        'features/plans/document-thread': 'features/plans/document-thread.ts',
        'service/application': 'service/application.ts',
      },
      // Names without a hash: a program that runs during a new build still finds its files.
      output: { chunkFileNames: fileNameOf },
    },
  },
});

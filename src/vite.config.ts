/**
 * Builds the program into dist: its modules joined, as loading hundreds of files one by one takes most of the time that
 * a command, a start or a new edge worker takes. Run: `npm run build`.
 */
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin, transformWithOxc } from 'vite';
import { compileNetworks } from './analytics/lookup/compile-networks.ts';

const outDir = join(import.meta.dirname, '../dist');

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

/** Lookup data in the form that the program reads. */
const lookupData: Plugin = {
  name: 'lookup-data',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'data/networks.bin', source: compileNetworks() });
  },
};

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [starter, lookupData],
  // Of the libraries only these are joined too: plain modules in hundreds of files each.
  ssr: { noExternal: ['kysely', '@sinclair/typebox'] },
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
        'service/application': 'service/application.ts',
      },
      // Names without a hash: a program that runs during a new build still finds its files.
      output: { chunkFileNames: '[name].js' },
    },
  },
});

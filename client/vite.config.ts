/** Builds the client into dist/client: one module without dependencies, and a package around it. Run: `npm run build`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const { version, license } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));

/** What makes the folder a package of its own: a program that only speaks to the API needs nothing else. */
const manifest: Plugin = {
  name: 'manifest',
  generateBundle() {
    const description = 'Typed client of the API of Nameplate';
    // Not "exports": below another package they are ignored.
    const entry = { main: './index.js', types: './index.d.ts' };
    const source = { name: 'nameplate-client', version, description, license, type: 'module', ...entry };
    this.emitFile({
      type: 'asset',
      fileName: 'package.json',
      source: `${JSON.stringify(source, null, 2)}\n`,
    });
  },
};

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [manifest],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    lib: { entry: 'src/index.ts', formats: ['es'], fileName: () => 'index.js' },
  },
});

/** Builds the tracker: one classic script, as small as it gets. Run: `npm run build`. */
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  build: {
    outDir: '../dist/tracker',
    emptyOutDir: true,
    target: 'es2020',
    minify: 'oxc',
    modulePreload: false,
    lib: { entry: 'src/main.ts', formats: ['iife'], name: 'nameplate', fileName: () => 'script.js' },
  },
});

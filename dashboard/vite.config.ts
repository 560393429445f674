/** Builds the dashboard into dist/dashboard, or serves it beside an API: `NAMEPLATE_API=http://127.0.0.1:3000 npx vite dashboard`. */
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.ts';
import { worldMap } from './world-map/plugin.ts';

// React is built for development wherever NODE_ENV says anything but this; tests and shells set it.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production';

const api = process.env['NAMEPLATE_API'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), worldMap(), compressAssets()],
  logLevel: 'warn',
  // Rules that the dashboard shares with the API (src/core) need this one function of Node.
  resolve: { alias: { 'node:url': join(import.meta.dirname, 'src/browser/node-url.ts') } },
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    target: ['chrome123', 'firefox128', 'safari18'],
    // The policy allows no inline scripts and no data: documents.
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.txt' },
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': api, '/session': api, '/openapi.json': api, '/docs': api } },
});

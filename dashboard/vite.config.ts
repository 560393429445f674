/** Builds the dashboard into dist/dashboard, or serves it beside an API for `npm run dev`. */
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.ts';
import { sprites } from './sprites/plugin.ts';
import { worldMap } from './world-map/plugin.ts';

// React is built for development wherever NODE_ENV says anything but this; tests and shells set it.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production';

const api = process.env['NAMEPLATE_API'] ?? 'http://127.0.0.1:3000';

// With another Host than the page's, the API refuses to sign in.
const toApi = { target: api, changeOrigin: false };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), worldMap(), sprites(), compressAssets()],
  logLevel: 'warn',
  // src/core, which the dashboard shares with the API, needs this one Node function.
  resolve: { alias: { 'node:url': join(import.meta.dirname, 'src/browser/node-url.ts') } },
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    target: ['chrome123', 'firefox128', 'safari18'],
    // The policy allows no inline scripts and no data: documents.
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.txt' },
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Every page names many files: two characters less of each are 130 bytes of the first one.
        entryFileNames: 'assets/[name]-[hash:6].js',
        chunkFileNames: 'assets/[name]-[hash:6].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          // A few files instead of one for each icon and shared module. What is lazy stays out of them.
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(?:react|react-dom|react-router|scheduler|@tanstack|openapi-fetch)\/|rolldown\/runtime/,
              priority: 4,
            },
            {
              name: 'shared',
              test: /src\/(?:api|browser|core|format|layout|session|theme|ui)\/(?!dialog|menu-popup|passkey|password-field|popover|provider-button|sign-in|switch)|lucide-react/,
              minShareCount: 2,
              priority: 3,
            },
            {
              name: 'analytics',
              test: /src\/(?:analytics|conversions|filters|lists|map|pages\/(?:domains?|goals|reports|visitors))\//,
              minShareCount: 2,
              priority: 2,
            },
            { name: 'popups', test: /node_modules\/@(?:base-ui|floating-ui)\//, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': toApi, '/session': toApi, '/healthz': toApi, '/openapi.json': toApi } },
});

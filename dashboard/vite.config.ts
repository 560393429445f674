/** Builds the dashboard into dist/dashboard, or serves it beside an API for `npm run dev`. */
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.ts';
import { help } from './help/plugin.ts';
import { sprites } from './sprites/plugin.ts';
import { worldMap } from './world-map/plugin.ts';

// React is built for development wherever NODE_ENV says anything but this; tests and shells set it.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production';

const api = process.env['NAMEPLATE_API'] ?? 'http://127.0.0.1:3000';

// With another Host than the page's, the API refuses to sign in.
const toApi = { target: api, changeOrigin: false };

/** Beginnings of file names that no first page needs: of forms, dialogs, sign-in and what they check. */
const loadedLater = [
  'audit',
  'choice-field',
  'copy-button',
  'csv',
  'data-table',
  'dialog',
  'draft-notice',
  'drop-zone',
  'errors',
  'failure-sentence',
  'field',
  'forgotten',
  'form',
  'hostname',
  'http-methods',
  'ids',
  'instant',
  'ip-address',
  'json-reader',
  'label',
  'list-card',
  'list-page',
  'match-path',
  'menu-popup',
  'named-list',
  'node-net',
  'own-url',
  'passkey',
  'password-field',
  'popover',
  'provider-button',
  'redirect-location',
  'report-scripts',
  'save-as-form',
  'search-list',
  'secret',
  'selection-frame',
  'shown-once',
  'sign-in',
  'switch',
  'tracker-paths',
  'use-address-dialog',
  'use-draft',
  'use-hash-target',
  'use-list',
  'use-opener',
  'use-problem-focus',
  'use-save',
  'use-settled',
  'when.',
  'wildcard-host',
  'with-retry',
]
  .map((name) => name.replace('.', '\\.'))
  .join('|');

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), worldMap(), sprites(), help(), compressAssets()],
  logLevel: 'warn',
  // src/core and src/rules, which the dashboard shares with the API, need these few functions.
  resolve: {
    alias: {
      'node:net': join(import.meta.dirname, 'src/browser/node-net.ts'),
      tr46: join(import.meta.dirname, 'src/browser/tr46.ts'),
    },
  },
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
        // The first file names all others: a character less of each name is 65 bytes of it, and the names were 700.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
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
              test: new RegExp(
                `src/(?:api|browser|core|format|layout|session|theme|ui)/(?!${loadedLater})|lucide-react`,
              ),
              minShareCount: 2,
              priority: 3,
            },
            {
              // Checks and matches rules, for their form and their tester.
              name: 'rules',
              test: /src\/(?:rules|core\/(?:http-methods|ids|instant|ip-address|json-reader|label|match-path|redirect-location)|browser\/node-net)|node_modules\/(?:ipaddr|iso-3166)/,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'analytics',
              test: /src\/(?:analytics(?!\/(?:series-csv|chart-image))|filters|lists(?!\/csv-file)|map|features\/(?:custom-domains(?!\/(?:settings|host-problem|use-found|frame\/(?:domain-search|switch)))|goals|reports(?!\/(?:live|page-loads|properties|requests|visitors))))\/|src\/features\/attention\/overview-query/,
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

/**
 * Builds `dist/cli.cjs`: the command line as one file for laptops and pipelines, without an installation. What needs one is replaced
 * by a refusal, so that no library with native parts is in it. Run: `npm run build`, after the program itself.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { unreachable } from './vite.config.ts';

/** Modules of src/cli. */
const onInstallations =
  /\/src\/cli\/(?:backup|check-live|check-upgrade|data|demo|doctor|domain-connect|key|local-door|logs-import|migrate|pageviews|restore|serve|stored-users|upgrade)\.ts$/;
const functions = /^export (?:async )?function (\w+)/gm;
const names = /define(?:Command|Group)\(\s*'([\w-]+)'/g;

/** Each function that such a module exports, as a command that is refused or a refusal. */
const refusals: Plugin = {
  name: 'refusals',
  enforce: 'pre',
  load(id) {
    if (!onInstallations.test(id)) return undefined;
    const source = readFileSync(id, 'utf8');
    const commands = [...source.matchAll(names)].map(([, name = '']) => name);
    const exported = [...source.matchAll(functions)].map(([, name = '']) => name);
    const from = JSON.stringify(join(import.meta.dirname, 'cli/installation-only.ts'));
    return [
      `import { installationCommand, refuseHere } from ${from};`,
      ...exported.map((name) =>
        name.endsWith('Command')
          ? `export const ${name} = () => installationCommand(${JSON.stringify(commands.shift() ?? '')});`
          : `export const ${name} = refuseHere;`,
      ),
    ].join('\n');
  },
};

/** What the program reads from the files beside it. */
const facts: Plugin = {
  name: 'facts',
  enforce: 'pre',
  load(id) {
    if (id.endsWith('/src/core/program-files.ts')) return `export const commandName = 'nameplate';`;
    if (!id.endsWith('/src/service/version.ts')) return undefined;
    const { version }: { version: string } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
    );
    return `export const version = ${JSON.stringify(version)};`;
  },
};

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [refusals, facts, unreachable],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: join(import.meta.dirname, '../dist'),
    emptyOutDir: false,
    target: 'node20.19',
    minify: false,
    rolldownOptions: {
      input: { cli: 'client-program.ts' },
      output: {
        format: 'cjs',
        entryFileNames: 'cli.cjs',
        codeSplitting: false,
        banner: '#!/usr/bin/env node',
      },
    },
  },
});

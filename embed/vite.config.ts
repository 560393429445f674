/** Builds the elements for the operator's pages into one classic script, and the page of examples beside it. Run: `npm run build`. */
import { build, defineConfig, type InlineConfig } from 'vite';

export default defineConfig({
  ...scriptOf('main', 'embed.js', '../dist/embed'),
  plugins: [
    {
      name: 'beside',
      // A classic script has one entry.
      async closeBundle() {
        const { outDir } = this.environment.config.build;
        await build({ ...scriptOf('example', 'example.js', outDir), configFile: false });
      },
    },
  ],
});

function scriptOf(entry: string, fileName: string, outDir: string): InlineConfig {
  return {
    root: import.meta.dirname,
    logLevel: 'warn',
    publicDir: entry === 'main' ? 'public' : false,
    build: {
      outDir,
      emptyOutDir: entry === 'main',
      target: ['chrome123', 'firefox128', 'safari18'],
      minify: 'oxc',
      modulePreload: false,
      lib: {
        entry: `src/${entry}.ts`,
        formats: ['iife'],
        name: 'nameplateElements',
        fileName: () => fileName,
      },
    },
  };
}

/** Builds the tracker, and what it has no room for: each one classic script, as small as it gets. Run: `npm run build`. */
import { build, defineConfig, type InlineConfig } from 'vite';

export default defineConfig({
  ...scriptOf('main', 'script.js', '../dist/tracker'),
  plugins: [
    {
      name: 'beside',
      // A classic script has one entry.
      async closeBundle() {
        const { outDir } = this.environment.config.build;
        for (const entry of ['links', 'engagement', 'vitals'])
          await build({ ...scriptOf(entry, `${entry}.js`, outDir), configFile: false });
      },
    },
  ],
});

function scriptOf(entry: string, fileName: string, outDir: string): InlineConfig {
  return {
    root: import.meta.dirname,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: entry === 'main',
      target: 'es2020',
      minify: 'oxc',
      modulePreload: false,
      // The only one with a library.
      license: entry === 'vitals' && { fileName: 'licenses.txt' },
      lib: { entry: `src/${entry}.ts`, formats: ['iife'], name: 'nameplate', fileName: () => fileName },
    },
  };
}

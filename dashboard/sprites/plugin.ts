/** Gives the dashboard `virtual:sprites`: the addresses of the flags and the icons, two files that it makes. */
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { makeBrands, makeFlags } from './make-sprites.ts';

const moduleId = 'virtual:sprites';
const resolved = `\0${moduleId}`;

export function sprites(): Plugin {
  const files = [fileOf('flags', makeFlags()), fileOf('brands', makeBrands())];
  return {
    name: 'sprites',
    resolveId: (id) => (id === moduleId ? resolved : undefined),
    load: (id) =>
      id === resolved
        ? files.map((file) => `export const ${file.name} = '/${file.path}';`).join('\n')
        : undefined,
    generateBundle() {
      for (const { path, source } of files) this.emitFile({ type: 'asset', fileName: path, source });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const file = files.find(({ path }) => request.url === `/${path}`);
        if (file) response.setHeader('Content-Type', 'image/svg+xml').end(file.source);
        else next();
      });
    },
  };
}

function fileOf(name: string, source: string) {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { name, source, path: `assets/${name}-${hash}.svg` };
}

/** Gives the dashboard the pages of `docs/` as HTML, below `/help/`. Source: docs/reference/service.md ("Help"). */
import type { Plugin } from 'vite';
import { makeHelp } from './make-help.ts';

export function help(): Plugin {
  const files = makeHelp();
  return {
    name: 'help',
    generateBundle() {
      for (const [fileName, source] of files) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = (request.url ?? '').slice(1);
        const source = files.get(path) ?? files.get(`${path}.html`);
        if (source === undefined) return next();
        response.setHeader('Content-Type', path.endsWith('.css') ? 'text/css' : 'text/html').end(source);
      });
    },
  };
}

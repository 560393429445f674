/** Gives the dashboard the pages of `docs/` as HTML, below `/help/`. Source: docs/reference/service.md ("Help"). */
import type { Plugin } from 'vite';
import { helpAddress } from '../../src/api/dashboard/help-pages.ts';
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
        if (path.startsWith('help/of/'))
          return response.writeHead(302, { Location: helpAddress(path.slice('help/of'.length)) }).end();
        const source = files.get(path) ?? files.get(`${path}.html`);
        if (source === undefined) return next();
        response.setHeader('Content-Type', path.endsWith('.css') ? 'text/css' : 'text/html').end(source);
      });
    },
  };
}

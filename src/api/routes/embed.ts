/** The elements for pages of other origins, and a page of examples. Source: docs/guides/embedding.md. */
import type { FastifyInstance } from 'fastify';
import { ServedScript } from '../../core/served-script.ts';
import type { BuiltFiles } from '../built-files.ts';
import { protectionWith } from '../dashboard/dashboard-routes.ts';
import { sendScript } from '../send-script.ts';

const scriptName = 'embed.js';
const schema = { hide: true } as const;
/** The page shows what pages of other origins do. */
const protection = protectionWith("frame-src 'self'");

/** `files` undefined: they aren't built. */
export function addEmbedRoutes(app: FastifyInstance, files: BuiltFiles | undefined): void {
  const script = files?.answer(scriptName, undefined, undefined);
  if (!files || !script) return;
  const served = new ServedScript(script.body);
  app.get(`/${scriptName}`, { schema }, async (request, reply) => sendScript(served, request, reply));
  for (const [path, name] of [
    ['/embed', 'index.html'],
    ['/embed/example.js', 'example.js'],
    ['/embed/example.css', 'example.css'],
  ] as const)
    app.get(path, { schema }, async (request, reply) => {
      const answer = files.answer(name, undefined, request.headers['if-none-match']);
      if (!answer) return reply.callNotFound();
      reply.code(answer.status).headers(protection).headers(answer.fields);
      return answer.status === 304 ? reply.send() : reply.send(answer.body);
    });
}

/**
 * Serves the dashboard: its files, and its one page under the addresses that it has views for. The page also answers
 * browsers that open any other address, with 404: it says that there is nothing. Source: docs/reference/service.md
 * ("Listeners").
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import type { BuiltFiles } from '../built-files.ts';
import { helpAddress } from './help-pages.ts';

/** For everything else programs get an error of the API, and browsers the page with 404. */
const views = [
  '/',
  '/docs',
  '/sign-in',
  '/sign-in/callback',
  '/overview',
  '/domains',
  '/domains/*',
  '/redirects',
  '/redirects/*',
  '/rules',
  '/rules/*',
  '/requests',
  '/requests/*',
  '/certificates',
  '/certificates/*',
  '/upstreams',
  '/upstreams/*',
  '/webhooks',
  '/webhooks/*',
  '/usage',
  '/subscriptions',
  '/tokens',
  '/activity',
  '/plans/*',
  '/members',
  '/profile',
  '/invitation',
  '/reset-password',
] as const;

/** Addresses that programs use: a mistyped one never answers a page, even to a browser. */
const notPages = /^\/(?:api|docs|help|assets|\.nameplate)(?:[/?]|$)/;

/**
 * The page runs its own scripts and asks its own origin, nothing else. No `upgrade-insecure-requests`: the API is
 * served in clear text on a private address by default.
 */
const directives = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

const protection = protectionWith();

const schema = { hide: true } as const;

/** What protects a page of ours, with further directives of its policy. */
export function protectionWith(...further: readonly string[]): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [...directives, ...further].join('; '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  };
}

/** Answers a browser that opened an address that doesn't exist with the dashboard's page; otherwise returns false. */
export function answerNotFoundPage(
  files: BuiltFiles | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const { accept = '', 'accept-encoding': acceptEncoding } = request.headers;
  const opensPage = request.method === 'GET' || request.method === 'HEAD';
  if (!opensPage || !accept.includes('text/html') || notPages.test(request.url)) return false;
  const page = files?.answer('index.html', acceptEncoding?.toString(), undefined);
  if (!page) return false;
  const vary = [page.fields.Vary, 'Accept'].filter((name) => name !== undefined).join(', ');
  reply
    .code(404)
    .headers({ ...protection, ...page.fields, Vary: vary })
    .send(page.body);
  return true;
}

/** `files` undefined: the dashboard isn't built, and its addresses lead to the OpenAPI document. */
export function addDashboardRoutes(app: FastifyInstance, files: BuiltFiles | undefined): void {
  if (!files) {
    app.get('/', { schema }, async (_request, reply) => reply.redirect('/docs', 302));
    app.get('/docs', { schema }, async (_request, reply) => reply.redirect('/openapi.json', 302));
    return;
  }
  const send = (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = request.headers;
    const answer = files.answer(name, acceptEncoding?.toString(), ifNoneMatch);
    if (!answer)
      throw new ServiceError('not_found', `there is no route ${quoteValue(request.url.split('?', 1)[0])}`);
    reply.code(answer.status).headers(protection).headers(answer.fields);
    return answer.status === 304 ? reply.send() : reply.send(answer.body);
  };
  for (const view of views) {
    app.get(view, { schema }, async (request, reply) => send('index.html', request, reply));
  }
  for (const name of files.topLevel) {
    app.get(`/${name}`, { schema }, async (request, reply) => send(name, request, reply));
  }
  app.get('/help', { schema }, async (_request, reply) => reply.redirect('/help/README', 302));
  app.get<{ Params: { '*': string } }>('/help/of/*', { schema }, async (request, reply) =>
    reply.redirect(helpAddress(`/${request.params['*']}`), 302),
  );
  app.get<{ Params: { '*': string } }>('/help/*', { schema }, async (request, reply) => {
    const name = request.params['*'];
    return send(`help/${name.endsWith('.css') ? name : `${name}.html`}`, request, reply);
  });
  app.get<{ Params: { '*': string } }>('/assets/*', { schema }, async (request, reply) =>
    send(`assets/${request.params['*']}`, request, reply),
  );
}

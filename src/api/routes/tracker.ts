/**
 * The tracker on the API's origin, for sites that aren't proxied: its script and its collector. Public, as on the
 * edge. Servers send events here too, with an access token. Source: docs/reference/tracker.md.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Collector, SiteOutcome } from '../../analytics/ingest/collector.ts';
import { maxEventBytes, type PageEvent, readVisitor } from '../../analytics/ingest/collector-event.ts';
import { type CollectRefusal, collectRefusals } from '../../analytics/ingest/collector-refusals.ts';
import type { TrackerScript } from '../../analytics/ingest/tracker-script.ts';
import { ServiceError } from '../../core/errors.ts';
import type { ReportSwitches } from '../../core/report-scripts.ts';
import type { WebAnalyticsMode } from '../../core/route.ts';
import { eventPaths, scriptPath } from '../../core/tracker-paths.ts';
import { wildcardCovering } from '../../core/wildcard-host.ts';
import type { TokenScope } from '../../resources/access-token.ts';
import { peerOf } from '../client.ts';
import { sendScript } from '../send-script.ts';

export type TrackerParts = {
  readonly collector: Collector;
  readonly script: TrackerScript;
  /** The client behind trusted proxies; `rawHeaders` is `[name, value, name, value, …]`. */
  readonly clientAddressOf: (rawHeaders: readonly string[], peerAddress: string) => string;
};

export interface SiteStore {
  findByHost(host: string): Promise<
    | (ReportSwitches & {
        readonly uuid: string;
        readonly accountUuid: string;
        readonly webAnalytics: WebAnalyticsMode;
        readonly referrerPaths: boolean;
        readonly redirectToWww: boolean;
      })
    | undefined
  >;
}

export interface TokenChecks {
  /** Whether a field holds a token that is known without asking the store. */
  remembers(authorization: string): boolean;
  /** Errors: `unauthorized`. */
  authenticate(authorization: string): Promise<{ readonly accountUuid: string; readonly scope: TokenScope }>;
}

const anyOrigin = { 'access-control-allow-origin': '*' } as const;
/** A line for each pageview would flood the log. */
const logLevel = 'warn';

export function addTrackerRoutes(
  app: FastifyInstance,
  sites: SiteStore,
  tokens: TokenChecks,
  parts: TrackerParts,
): void {
  const { script, collector, clientAddressOf } = parts;
  const scripts = [[scriptPath, script] as const, ...script.beside];
  // A scope of its own: here any body is just bytes.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const options = { parseAs: 'buffer', bodyLimit: maxEventBytes } as const;
    scope.addContentTypeParser('*', options, (_request, body: Buffer, done) => done(null, body));
    scope.setErrorHandler((error, request, reply) => {
      const reason = refusalOf(error);
      if (reason === 'not_stored') request.log.error({ err: error }, 'an event could not be taken');
      return refuse(reply, collector, collector.refuse(reason));
    });

    for (const [path, answers] of scripts) {
      scope.get(path, { schema: { hide: true } }, async (request, reply) =>
        sendScript(answers, request, reply),
      );
    }

    for (const path of eventPaths) {
      scope.post(path, { logLevel, schema: { hide: true } }, async (request, reply) => {
        const { authorization } = request.headers;
        const client = {
          clientAddress: clientAddressOf(request.raw.rawHeaders, peerOf(request)),
          userAgent: request.headers['user-agent'] ?? '',
          fields: request.raw.rawHeaders,
        };
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const account =
          authorization === undefined
            ? undefined
            : await accountOf(authorization, tokens, () => collector.mayTryToken(client.clientAddress));
        if (account && 'refusal' in account)
          return refuse(reply, collector, collector.refuse(account.refusal));
        const sender = account ? readVisitor(body, client) : client;
        if (typeof sender === 'string') return refuse(reply, collector, collector.refuse(sender));
        const refusal = collector.admit(sender);
        if (refusal) return refuse(reply, collector, refusal);
        const outcome = await collector.collect(sender, body, (event) => siteOf(event, sites, account?.uuid));
        if (outcome !== 'accepted') return refuse(reply, collector, outcome);
        return reply.code(202).headers(anyOrigin).header('cache-control', 'no-store').send();
      });
    }

    for (const path of [...scripts.map(([scriptAt]) => scriptAt), ...eventPaths]) {
      const methods = eventPaths.includes(path) ? 'POST, OPTIONS' : 'GET, HEAD, OPTIONS';
      scope.options(path, { logLevel, schema: { hide: true } }, async (_request, reply) =>
        reply
          .code(204)
          .headers({
            ...anyOrigin,
            allow: methods,
            'access-control-allow-methods': methods,
            'access-control-allow-headers': 'Content-Type',
            'access-control-max-age': '86400',
          })
          .send(),
      );
    }
  });
}

/** What Fastify could not read is the client's doing; the rest is a store's. */
function refusalOf(error: unknown): CollectRefusal {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return 'body_too_large';
  return status >= 400 && status < 500 ? 'body_invalid' : 'not_stored';
}

/** Answers the account of a token that may write; `mayTry` bounds how often one that is not known is looked for. */
async function accountOf(
  authorization: string,
  tokens: TokenChecks,
  mayTry: () => boolean,
): Promise<{ readonly uuid: string } | { readonly refusal: CollectRefusal }> {
  if (!tokens.remembers(authorization) && !mayTry()) return { refusal: 'flood' };
  try {
    const { accountUuid, scope } = await tokens.authenticate(authorization);
    return scope === 'write' ? { uuid: accountUuid } : { refusal: 'token_read_only' };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unauthorized') return { refusal: 'token_invalid' };
    throw error;
  }
}

/** With an account, only its own domains are found: a token tells nothing about those of others. */
async function siteOf(
  { siteHost }: PageEvent,
  sites: SiteStore,
  accountUuid: string | undefined,
): Promise<SiteOutcome> {
  let domain = await sites.findByHost(siteHost);
  if (!domain && siteHost.startsWith('www.')) {
    const bare = await sites.findByHost(siteHost.slice(4));
    if (bare?.redirectToWww) domain = bare;
  }
  const wildcard = wildcardCovering(siteHost);
  if (!domain && wildcard !== undefined) domain = await sites.findByHost(wildcard);
  if (!domain || (accountUuid !== undefined && domain.accountUuid !== accountUuid)) return 'domain_unknown';
  if (domain.webAnalytics === 'off') return 'web_analytics_off';
  const { uuid: domainUuid, engagement, webVitals, referrerPaths } = domain;
  return { domainUuid, engagement, webVitals, referrerPaths };
}

function refuse(reply: FastifyReply, collector: Collector, reason: CollectRefusal): FastifyReply {
  const { status, sentence } = collectRefusals[reason];
  const retryAfter = collector.retryAfterSecondsOf(reason);
  if (retryAfter > 0) reply.header('retry-after', retryAfter);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply
    .code(status)
    .headers({
      ...anyOrigin,
      'access-control-expose-headers': 'X-Nameplate-Reason',
      'x-nameplate-reason': reason,
      'cache-control': 'no-store',
    })
    .type('text/plain; charset=utf-8')
    .send(`${sentence}\n`);
}

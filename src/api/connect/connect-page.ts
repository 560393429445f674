/**
 * `/connect/:secret`: what a customer with a link sees of one custom domain, and of nothing else. Every link that opens
 * nothing gets the same answer. Source: docs/reference/connect-page.md.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ConnectLink } from '../../control/connect-links.ts';
import type { CustomDomain } from '../../control/custom-domains.ts';
import type { ControlStore } from '../../control/store.ts';
import { type Clock, formatTimestamp } from '../../core/clock.ts';
import type { AccountAnalytics } from '../analytics-domain.ts';
import type { CallerLimit } from '../caller-limit.ts';
import { readDomainStates } from '../custom-domain-answers.ts';
import type { DomainDns } from '../routes/custom-domains.ts';
import { connectPath } from './connect-path.ts';
import { connectStatistics } from './connect-statistics.ts';
import { type ConnectView, connectMain } from './connect-view.ts';
import { html } from './html.ts';
import { pageDocument } from './page-document.ts';
import { providerOf } from './provider-hints.ts';

type Store = Pick<ControlStore, 'connectLinks' | 'customDomains' | 'certificates' | 'brands' | 'accounts'>;
type PageRequest = { Params: { secret: string } };
type Opened = { readonly link: ConnectLink; readonly domain: CustomDomain };

export type ConnectPageParts = {
  readonly store: Store;
  readonly dns: DomainDns;
  readonly analytics: AccountAnalytics;
  readonly limit: CallerLimit;
  readonly clock: Clock;
};

const path = '/connect/:secret';
const schema = { hide: true } as const;

export function addConnectPage(app: FastifyInstance, parts: ConnectPageParts): void {
  const { store, dns, limit, clock } = parts;
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'cross-origin-resource-policy': 'same-origin',
    });
    limit.count(request, reply, null);
  };

  async function open(secret: string): Promise<Opened | undefined> {
    const link = await store.connectLinks.findOpen(secret);
    const domain = link && (await store.customDomains.findAnywhere(link.customDomainUuid));
    return domain && { link, domain };
  }

  app.get<PageRequest>(path, { schema, onRequest }, async (request, reply) => {
    const opened = await open(request.params.secret);
    if (!opened) return sendClosed(reply);
    const { domain } = opened;
    const brand = await store.brands.find(domain.accountUuid);
    const view = await viewOf(opened, brand, request);
    return send(reply, 200, {
      title: `Connect ${domain.host}`,
      body: connectMain(view),
      state: stateOf(view),
      color: brand.color,
    });
  });

  // Of what the page shows, only what a check changes: a page of statistics is not loaded again and again.
  app.get<PageRequest>(`${path}/state`, { schema, onRequest }, async (request, reply) => {
    const opened = await open(request.params.secret);
    if (!opened) return sendClosed(reply);
    return { state: stateOf(await domainViewOf(opened.domain)) };
  });

  app.post<PageRequest>(`${path}/check`, { schema, onRequest }, async (request, reply) => {
    const { secret } = request.params;
    const opened = await open(secret);
    if (!opened) return sendClosed(reply);
    await dns.verifier.verify(opened.domain.uuid);
    return reply.redirect(connectPath(secret), 303);
  });

  async function domainViewOf(domain: CustomDomain) {
    const { coverage, ownership } = (await readDomainStates(store, domain.accountUuid, [domain]))(domain);
    const { report, lastCheckAt } = domain.dns;
    return {
      status: domain.status,
      ownership: ownership.status,
      ready: domain.ready,
      records: [...dns.records.expected(domain), ...(ownership.record ? [ownership.record] : [])],
      found: report?.found ?? [],
      problems: report?.problems ?? [],
      checkedAt: lastCheckAt === null ? undefined : written(lastCheckAt),
      certificateUntil: typeof coverage?.expiresAt === 'number' ? writtenDay(coverage.expiresAt) : undefined,
    };
  }

  async function viewOf(
    { link, domain }: Opened,
    { name, logo }: { readonly name: string | null; readonly logo: string | null },
    request: FastifyRequest<PageRequest>,
  ): Promise<ConnectView> {
    const [shown, account, nameServers, statistics] = await Promise.all([
      domainViewOf(domain),
      store.accounts.find(domain.accountUuid),
      domain.status === 'dns_records_found' ? [] : dns.nameServersOf(domain.host),
      statisticsOf(domain).catch((error: unknown) => {
        request.log.warn({ err: error }, 'a connect page has no statistics');
        return undefined;
      }),
    ]);
    return {
      ...shown,
      host: domain.host,
      brand: { name: name ?? account?.name ?? '', logo },
      provider: providerOf(nameServers),
      expiresAt: written(link.expiresAt),
      checkPath: `${connectPath(request.params.secret)}/check`,
      statistics,
    };
  }

  /** Undefined while nobody has come, or visitors aren't counted. */
  async function statisticsOf({ uuid, accountUuid, webAnalytics, status }: CustomDomain) {
    if (webAnalytics === 'off' || status !== 'dns_records_found') return undefined;
    return connectStatistics(parts.analytics.forAccount(accountUuid), uuid, clock.now());
  }
}

function stateOf({
  status,
  problems,
  ownership,
  ready,
  certificateUntil,
}: Pick<ConnectView, 'status' | 'problems' | 'ownership' | 'ready' | 'certificateUntil'>): string {
  return createHash('sha256')
    .update(JSON.stringify([status, problems, ownership, ready, certificateUntil]))
    .digest('base64url')
    .slice(0, 16);
}

function sendClosed(reply: FastifyReply): FastifyReply {
  return send(reply, 404, {
    title: 'This link is not valid',
    body: html`<main><h1>This link is not valid</h1><p>It has expired or was withdrawn. Ask for a new one where you got it.</p></main>`,
    color: null,
  });
}

function send(
  reply: FastifyReply,
  status: number,
  document: Omit<Parameters<typeof pageDocument>[0], 'nonce'>,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src data:; connect-src 'self'; ` +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    .send(pageDocument({ ...document, nonce }));
}

/** `2026-11-24 11:05` */
function written(epochMs: number): string {
  return formatTimestamp(epochMs).slice(0, 16).replace('T', ' ');
}

function writtenDay(epochMs: number): string {
  return formatTimestamp(epochMs).slice(0, 10);
}

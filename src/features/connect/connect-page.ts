/**
 * `/connect/:secret`: what a customer with a link sees of one custom domain, and of nothing else. Every link that opens
 * nothing gets the same answer. Source: docs/reference/connect-page.md.
 */

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallerLimit } from '../../api/caller-limit.ts';
import { type ForwardingPeers, linkOriginOf } from '../../api/client.ts';
import type { DomainDns } from '../../api/domain-dns.ts';
import type { ControlStore } from '../../control/store.ts';
import type { Clock } from '../../core/clock.ts';
import { needsUploadedCertificate } from '../../core/wildcard-host.ts';
import { AutomaticCertificateList } from '../automatic-certificates/certificate-list.ts';
import { readDomainStates } from '../custom-domains/answers.ts';
import { type CustomDomain, CustomDomains } from '../custom-domains/custom-domain-store.ts';
import type { DomainConnect } from '../domain-connect/domain-connect.ts';
import { readWayBack } from '../domain-connect/way-back.ts';
import { AccountSettings } from '../settings/settings-store.ts';
import type { Brand } from './brand-header.ts';
import { AccountBrands } from './brand-store.ts';
import { type ConnectLink, ConnectLinks } from './connect-link-store.ts';
import {
  type CertificateOrder,
  type ConnectView,
  connectMain,
  connectTitle,
  isLive,
  isSetUp,
} from './connect-view.ts';
import type { DomainStatistics } from './domain-statistics.ts';
import { type Embedding, readEmbedding } from './embedding.ts';
import { linkPath } from './link-path.ts';
import { guardPages, sendClosed, sendPage } from './page-answers.ts';
import { providerOf } from './provider-hints.ts';
import { defaultPeriod, readPeriod } from './statistics-period.ts';

type Store = Pick<ControlStore, 'certificates' | 'proofs' | 'database' | 'clock'>;
type PageRequest = { Params: { secret: string }; Querystring: Readonly<Record<string, unknown>> };
type Opened = { readonly link: ConnectLink; readonly domain: CustomDomain };

export type ConnectPageParts = {
  readonly store: Store;
  readonly dns: DomainDns;
  readonly statistics: DomainStatistics;
  readonly limit: CallerLimit;
  readonly clock: Clock;
  readonly domainConnect: DomainConnect | undefined;
  readonly peers: ForwardingPeers;
  /** What the page's address begins with; undefined: with the origin that it is asked for at. */
  readonly origin: string | undefined;
};

/** Anybody with the link can ask for checks: sooner after one, the page shows what that has found. */
const minCheckGapMs = 10_000;

const path = '/connect/:secret';
const schema = { hide: true } as const;

export function addConnectPage(app: FastifyInstance, parts: ConnectPageParts): void {
  const { store, dns, limit, clock } = parts;
  const onRequest = guardPages(limit);

  async function open(secret: string): Promise<Opened | undefined> {
    const link = await new ConnectLinks(store).findOpen(secret, 'connect');
    const domain = link && (await new CustomDomains(store).findAnywhere(link.customDomainUuid));
    return domain && { link, domain };
  }

  app.get<PageRequest>(path, { schema, onRequest }, async (request, reply) => {
    const opened = await open(request.params.secret);
    if (!opened) return sendClosed(reply);
    const { accountUuid } = opened.domain;
    const brand = await new AccountBrands(store).shown(accountUuid);
    const { allowedOrigins } = await new AccountSettings(store).find(accountUuid);
    const embedding = readEmbedding(request.query, request.headers['accept-language']);
    const view = await viewOf(opened, brand, embedding, request);
    const document = {
      title: connectTitle(view),
      body: connectMain(view),
      language: view.reader.language,
      state: stateOf(view),
      checkInMs: view.wayBack === 'applied' && !isSetUp(view) ? untilCheck(view.checkedAt) : undefined,
      color: brand.color,
      theme: embedding.theme,
      isEmbedded: embedding.isEmbedded,
      message: {
        state: isLive(view) ? 'ready' : 'waiting',
        host: view.host,
        origins: allowedOrigins,
      },
    } as const;
    return sendPage(reply, 200, document, allowedOrigins);
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
    const { uuid, dns: last } = opened.domain;
    if (untilCheck(last.lastCheckAt) === 0) await dns.verifier.verify(uuid);
    const { query } = readEmbedding(request.query, undefined);
    return reply.redirect(addressOf(linkPath('connect', secret), query), 303);
  });

  function untilCheck(lastCheckAt: number | null): number {
    return lastCheckAt === null ? 0 : Math.max(0, lastCheckAt + minCheckGapMs - clock.now());
  }

  async function domainViewOf(domain: CustomDomain) {
    const { coverage, ownership } = (await readDomainStates(store, domain.accountUuid, [domain]))(domain);
    const { report, lastCheckAt } = domain.dns;
    const certificateUntil = typeof coverage?.expiresAt === 'number' ? coverage.expiresAt : undefined;
    // An unproven host may be another account's, and so may its order.
    const isOrdered = certificateUntil === undefined && ownership.status === 'verified';
    return {
      status: domain.status,
      ownership: ownership.status,
      ready: domain.ready,
      readyAt: domain.readyAt,
      records: [...dns.records.expected(domain), ...(ownership.record ? [ownership.record] : [])],
      found: report?.found ?? [],
      problems: (report?.problems ?? []).map((text, place) => ({ text, cause: report?.causes?.[place] })),
      checkedAt: lastCheckAt,
      needsUpload: needsUploadedCertificate(domain.host, domain.challengeType),
      certificateUntil,
      order: isOrdered ? await orderOf(domain.host) : undefined,
    };
  }

  async function orderOf(host: string): Promise<CertificateOrder | undefined> {
    const found = await new AutomaticCertificateList(store).find(host);
    if (!found) return undefined;
    const { lastError, lastErrorCode, nextAttemptAt } = found;
    return {
      lastError,
      lastErrorCode,
      nextAttemptAt: nextAttemptAt > clock.now() ? nextAttemptAt : undefined,
    };
  }

  async function viewOf(
    { link, domain }: Opened,
    { name, logo }: Brand,
    { reader, isEmbedded, query }: Embedding,
    request: FastifyRequest<PageRequest>,
  ): Promise<ConnectView> {
    const shown = await domainViewOf(domain);
    const wayBack = readWayBack(request.query);
    const [setUp, nameServers, statistics] = await Promise.all([
      // To press it again would be wrong while the records aren't visible yet.
      wayBack === 'applied' ? undefined : setUpOf(domain, shown, name, request),
      domain.status === 'dns_records_found' ? [] : dns.nameServersOf(domain.host),
      statisticsOf(domain).catch((error: unknown) => {
        request.log.warn({ err: error }, 'a connect page has no statistics');
        return undefined;
      }),
    ]);
    return {
      ...shown,
      reader,
      isEmbedded,
      now: clock.now(),
      host: domain.host,
      brand: { name, logo },
      provider: providerOf(nameServers),
      setUp,
      wayBack,
      expiresAt: link.expiresAt,
      checkPath: addressOf(`${linkPath('connect', request.params.secret)}/check`, query),
      statistics,
    };
  }

  /** Undefined where the records are there, or no provider is known to set them. */
  async function setUpOf(
    { accountUuid, host }: CustomDomain,
    { status, ownership, records }: Pick<ConnectView, 'status' | 'ownership' | 'records'>,
    brandName: string,
    request: FastifyRequest<PageRequest>,
  ) {
    const { domainConnect } = parts;
    if (!domainConnect || isSetUp({ status, ownership })) return undefined;
    const returnUrl = `${linkOriginOf(request, parts)}${linkPath('connect', request.params.secret)}`;
    try {
      return await domainConnect.offer({ accountUuid, host, records, brandName, returnUrl });
    } catch (error) {
      request.log.warn({ err: error }, 'a connect page has no button of Domain Connect');
      return undefined;
    }
  }

  /** Undefined while nobody has come, or visitors aren't counted. */
  async function statisticsOf(domain: CustomDomain) {
    if (domain.webAnalytics === 'off' || domain.status !== 'dns_records_found') return undefined;
    return parts.statistics.read(domain, readPeriod(defaultPeriod, domain.timeZone, clock.now()).range);
  }
}

function addressOf(to: string, query: Embedding['query']): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? to : `${to}?${text}`;
}

function stateOf({
  status,
  problems,
  ownership,
  ready,
  certificateUntil,
  order,
}: Pick<ConnectView, 'status' | 'problems' | 'ownership' | 'ready' | 'certificateUntil' | 'order'>): string {
  return createHash('sha256')
    .update(JSON.stringify([status, problems, ownership, ready, certificateUntil, order]))
    .digest('base64url')
    .slice(0, 16);
}

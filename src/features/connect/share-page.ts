/**
 * `/share/:secret`: a domain's statistics for anybody with the link, also inside pages of the origins that the link names.
 * Source: docs/reference/connect-page.md ("Shared statistics").
 */

import type { FastifyInstance } from 'fastify';
import type { CallerLimit } from '../../api/caller-limit.ts';
import type { ControlStore } from '../../control/store.ts';
import type { Clock } from '../../core/clock.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { AccountBrands } from './brand-store.ts';
import { ConnectLinks } from './connect-link-store.ts';
import type { DomainStatistics } from './domain-statistics.ts';
import { readEmbedding } from './embedding.ts';
import { guardPages, sendClosed, sendPage } from './page-answers.ts';
import { shareMain } from './share-view.ts';
import { offeredPeriods, periodLabel, readPeriod } from './statistics-period.ts';
import { texts } from './texts/texts.ts';

type Query = Readonly<Record<string, unknown>>;
type PageRequest = { Params: { secret: string }; Querystring: Query };

export type SharePageParts = {
  readonly store: Pick<ControlStore, 'proofs' | 'database' | 'clock'>;
  readonly statistics: DomainStatistics;
  readonly limit: CallerLimit;
  readonly clock: Clock;
};

export function addSharePage(
  app: FastifyInstance,
  { store, statistics, limit, clock }: SharePageParts,
): void {
  const options = { schema: { hide: true }, onRequest: guardPages(limit) } as const;
  app.get<PageRequest>('/share/:secret', options, async (request, reply) => {
    const link = await new ConnectLinks(store).findOpen(request.params.secret, 'statistics');
    const domain = link && (await new CustomDomains(store).findAnywhere(link.customDomainUuid));
    if (!domain) return sendClosed(reply);
    const embedding = readEmbedding(request.query, request.headers['accept-language']);
    const { reader, theme, isEmbedded } = embedding;
    const period = readPeriod(request.query.period, domain.timeZone, clock.now());
    const read =
      domain.webAnalytics === 'off'
        ? Promise.resolve(undefined)
        : statistics.read(domain, period.range).catch((error: unknown) => {
            request.log.warn({ err: error }, 'a shared page has no statistics');
            return 'away' as const;
          });
    const [brand, shown] = await Promise.all([new AccountBrands(store).shown(domain.accountUuid), read]);
    const body = shareMain({
      reader,
      host: domain.host,
      brand,
      period,
      periods: offeredPeriods(period, clock.now()).map((id) => ({
        label: periodLabel(id, reader),
        isChosen: id === period.id,
        query: new URLSearchParams({ period: id, ...embedding.query }).toString(),
      })),
      isCounted: domain.webAnalytics !== 'off',
      statistics: shown,
      isEmbedded,
    });
    const document = {
      title: texts[reader.language].statisticsTitle(domain.host),
      body,
      language: reader.language,
      color: brand.color,
      theme,
      isEmbedded,
    };
    return sendPage(reply, shown === 'away' ? 503 : 200, document, link.embedOrigins);
  });
}

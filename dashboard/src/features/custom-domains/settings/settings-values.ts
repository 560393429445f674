/** What the form of a domain's settings has in its fields, and what of it is sent. Source: docs/reference/domains.md. */
import type { CustomDomain } from '../domain-queries.ts';
import { normalHost, wwwProblem } from '../host-problem.ts';
import type { AiCrawlersValues } from './ai-crawlers-fields.tsx';
import type { CustomDomainChange } from './change-domain.ts';
import type { DomainOptionValues } from './domain-options.tsx';
import type { MeasureValues } from './measure-fields.tsx';
import { type MetadataRow, metadataOf, metadataRows } from './metadata-rows.ts';
import type { VisitorTlsValues } from './visitor-tls-fields.tsx';

export type SettingsValues = DomainOptionValues &
  AiCrawlersValues &
  VisitorTlsValues &
  MeasureValues & {
    readonly host: string;
    readonly timeZone: string;
    readonly externalId: string;
    readonly metadata: readonly MetadataRow[];
    readonly maintenance: boolean;
  };

export function settingsOf(domain: CustomDomain): SettingsValues {
  return {
    host: domain.host,
    redirectToWww: domain.redirect_to_www,
    webAnalytics: domain.web_analytics,
    engagement: domain.engagement,
    webVitals: domain.web_vitals,
    referrerPaths: domain.referrer_paths,
    hstsMaxAge: domain.hsts_max_age,
    tlsMinVersion: domain.tls_min_version ?? '',
    tlsClientCa: domain.tls_client_ca,
    challengeType: domain.challenge_type,
    timeZone: domain.time_zone,
    aiCrawlers: domain.ai_crawlers,
    aiCrawlersRobotsTxt: domain.ai_crawlers_robots_txt,
    externalId: domain.external_id,
    metadata: metadataRows(domain.metadata),
    maintenance: domain.maintenance,
  };
}

/** Sends only what differs, so that other changes aren't undone. */
export function changeBetween(stored: SettingsValues, values: SettingsValues): CustomDomainChange {
  const host = normalHost(values.host) ?? values.host;
  const redirectToWww = values.redirectToWww && wwwProblem(host) === undefined;
  const metadata = metadataOf(values.metadata);
  return {
    ...(host === stored.host ? {} : { host }),
    ...(redirectToWww === stored.redirectToWww ? {} : { redirect_to_www: redirectToWww }),
    ...(values.webAnalytics === stored.webAnalytics ? {} : { web_analytics: values.webAnalytics }),
    ...(values.engagement === stored.engagement ? {} : { engagement: values.engagement }),
    ...(values.webVitals === stored.webVitals ? {} : { web_vitals: values.webVitals }),
    ...(values.referrerPaths === stored.referrerPaths ? {} : { referrer_paths: values.referrerPaths }),
    ...(values.hstsMaxAge === stored.hstsMaxAge ? {} : { hsts_max_age: values.hstsMaxAge }),
    ...(values.tlsMinVersion === stored.tlsMinVersion
      ? {}
      : { tls_min_version: values.tlsMinVersion === '' ? null : values.tlsMinVersion }),
    ...(values.tlsClientCa === stored.tlsClientCa ? {} : { tls_client_ca: values.tlsClientCa }),
    ...(values.challengeType === stored.challengeType ? {} : { challenge_type: values.challengeType }),
    ...(values.timeZone === stored.timeZone ? {} : { time_zone: values.timeZone }),
    ...(values.aiCrawlers === stored.aiCrawlers ? {} : { ai_crawlers: values.aiCrawlers }),
    ...(values.aiCrawlersRobotsTxt === stored.aiCrawlersRobotsTxt
      ? {}
      : { ai_crawlers_robots_txt: values.aiCrawlersRobotsTxt }),
    ...(values.externalId.trim() === stored.externalId ? {} : { external_id: values.externalId }),
    ...(JSON.stringify(metadata) === JSON.stringify(metadataOf(stored.metadata)) ? {} : { metadata }),
    ...(values.maintenance === stored.maintenance ? {} : { maintenance: values.maintenance }),
  };
}

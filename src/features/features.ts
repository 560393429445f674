/** The features. */
import type { AuditedTables } from '../control/audited.ts';
import type { CountedLimit } from '../control/limit-uses.ts';
import { collectionFeature, type Feature } from '../kernel/feature.ts';
import { accessTokens } from './access-tokens/feature.ts';
import { accounts } from './accounts/feature.ts';
import { annotations } from './annotations/feature.ts';
import { attention } from './attention/feature.ts';
import { audit } from './audit/feature.ts';
import { automaticCertificates } from './automatic-certificates/feature.ts';
import { backup } from './backup/feature.ts';
import { connect } from './connect/feature.ts';
import { customCertificates } from './custom-certificates/feature.ts';
import { customDomains } from './custom-domains/feature.ts';
import { diagnosis } from './diagnosis/feature.ts';
import { domainConnect } from './domain-connect/feature.ts';
import { errorPages } from './error-pages/feature.ts';
import { expectation } from './expectation/feature.ts';
import { exports } from './exports/feature.ts';
import { funnels } from './funnels/feature.ts';
import { goals } from './goals/feature.ts';
import { hosts } from './hosts/feature.ts';
import { journeys } from './journeys/feature.ts';
import { limits } from './limits/feature.ts';
import { mcp } from './mcp/feature.ts';
import { overview } from './overview/feature.ts';
import { passwordReset } from './password-reset/feature.ts';
import { people } from './people/feature.ts';
import { plans } from './plans/feature.ts';
import { redirects } from './redirects/feature.ts';
import { reports } from './reports/feature.ts';
import { requests } from './requests/feature.ts';
import { retention } from './retention/feature.ts';
import { rules } from './rules/feature.ts';
import { savedViews } from './saved-views/feature.ts';
import { searchTerms } from './search-terms/feature.ts';
import { segments } from './segments/feature.ts';
import { sessions } from './sessions/feature.ts';
import { settings } from './settings/feature.ts';
import { signingKeys } from './signing-keys/feature.ts';
import { subscriptions } from './subscriptions/feature.ts';
import { upstreams } from './upstreams/feature.ts';
import { usage } from './usage/feature.ts';
import { versions } from './versions/feature.ts';
import { webhookEndpoints } from './webhooks/feature.ts';

export const features: readonly Feature[] = [
  redirects,
  hosts,
  diagnosis,
  rules,
  upstreams,
  customDomains,
  attention,
  overview,
  webhookEndpoints,
  connect,
  domainConnect,
  customCertificates,
  automaticCertificates,
  errorPages,
  reports,
  funnels,
  journeys,
  retention,
  searchTerms,
  requests,
  expectation,
  exports,
  usage,
  limits,
  collectionFeature(goals),
  collectionFeature(segments),
  collectionFeature(savedViews),
  annotations,
  subscriptions,
  accounts,
  accessTokens,
  signingKeys,
  settings,
  audit,
  versions,
  plans,
  sessions,
  people,
  passwordReset,
  backup,
  mcp,
];

export const countedLimits: readonly CountedLimit[] = features.flatMap((feature) => feature.limits ?? []);

export const featureTables: AuditedTables = Object.assign({}, ...features.map(({ tables }) => tables));

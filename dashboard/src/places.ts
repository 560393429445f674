/** The pages of the navigation, in its order: a link, the addresses below it, and the code, loaded when first opened. */
import {
  FileBadge,
  Gauge,
  Globe,
  History,
  KeyRound,
  LayoutDashboard,
  ListOrdered,
  Mail,
  Search,
  Server,
  Signpost,
  Users,
  Webhook,
} from 'lucide-react';
import { lazyPage } from './lazy-page.ts';

export const places = [
  {
    path: '/overview',
    label: 'Overview',
    Icon: LayoutDashboard,
    Page: lazyPage(async () => (await import('./features/attention/overview-page.tsx')).OverviewPage),
  },
  {
    path: '/domains',
    label: 'Domains',
    Icon: Globe,
    Page: lazyPage(async () => (await import('./features/custom-domains/domains-page.tsx')).DomainsPage),
  },
  {
    path: '/redirects/*',
    label: 'Redirects',
    Icon: Signpost,
    Page: lazyPage(async () => (await import('./features/redirects/redirects-pages.tsx')).RedirectsPages),
  },
  {
    path: '/rules/*',
    label: 'Rules',
    Icon: ListOrdered,
    Page: lazyPage(async () => (await import('./features/rules/rules-pages.tsx')).RulesPages),
  },
  {
    path: '/requests/*',
    label: 'Find a request',
    Icon: Search,
    Page: lazyPage(async () => (await import('./features/requests/find-request-page.tsx')).FindRequestPage),
  },
  {
    path: '/certificates',
    label: 'Certificates',
    Icon: FileBadge,
    Page: lazyPage(
      async () => (await import('./features/custom-certificates/certificates-page.tsx')).CertificatesPage,
    ),
  },
  {
    path: '/upstreams',
    label: 'Upstreams',
    Icon: Server,
    Page: lazyPage(async () => (await import('./features/upstreams/upstreams-page.tsx')).UpstreamsPage),
  },
  {
    path: '/webhooks/*',
    label: 'Webhooks',
    Icon: Webhook,
    Page: lazyPage(async () => (await import('./features/webhooks/webhooks-pages.tsx')).WebhooksPages),
  },
  {
    path: '/subscriptions',
    label: 'Emails',
    Icon: Mail,
    Page: lazyPage(
      async () => (await import('./features/subscriptions/subscriptions-page.tsx')).SubscriptionsPage,
    ),
  },
  {
    path: '/usage',
    label: 'Usage',
    Icon: Gauge,
    Page: lazyPage(async () => (await import('./features/usage/usage-page.tsx')).UsagePage),
  },
  {
    path: '/tokens',
    label: 'Access tokens',
    Icon: KeyRound,
    Page: lazyPage(async () => (await import('./features/access-tokens/tokens-page.tsx')).TokensPage),
  },
  {
    path: '/members',
    label: 'Members',
    Icon: Users,
    Page: lazyPage(async () => (await import('./features/people/members/members-page.tsx')).MembersPage),
  },
  {
    path: '/activity',
    label: 'Activity',
    Icon: History,
    Page: lazyPage(async () => (await import('./features/audit/activity-page.tsx')).ActivityPage),
  },
];

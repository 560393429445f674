/** The pages below `/rules`, each loaded when first opened: all hosts, and for each its rules, requests, and what wasn't found. */
import { Route, Routes } from 'react-router';
import { NotFoundPage } from '../../layout/not-found-page.tsx';
import { lazyPage } from '../../lazy-page.ts';
import { HostFrame } from './host-frame.tsx';

const RulesHostsPage = lazyPage(async () => (await import('../hosts/hosts-page.tsx')).RulesHostsPage);
const RulesPage = lazyPage(async () => (await import('./rules-page.tsx')).RulesPage);
const HostRequestsPage = lazyPage(
  async () => (await import('../requests/requests-page.tsx')).HostRequestsPage,
);
const UnmatchedPage = lazyPage(async () => (await import('./unmatched/unmatched-page.tsx')).UnmatchedPage);

export function RulesPages() {
  return (
    <Routes>
      <Route index element={<RulesHostsPage />} />
      <Route path=":host" element={<HostFrame />}>
        <Route index element={<RulesPage />} />
        <Route path="requests" element={<HostRequestsPage />} />
        <Route path="unmatched" element={<UnmatchedPage />} />
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

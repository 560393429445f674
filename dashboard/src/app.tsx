/** The application's pages, each loaded when first opened. Those of the navigation are in `places.ts`. */
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { NotFoundPage } from './layout/not-found-page.tsx';
import { Shell } from './layout/shell.tsx';
import { lazyPage } from './lazy-page.ts';
import { places } from './places.ts';

const AddDomainPage = lazyPage(
  async () => (await import('./features/custom-domains/add-domain-page.tsx')).AddDomainPage,
);
const DomainFrame = lazyPage(
  async () => (await import('./features/custom-domains/frame/domain-frame.tsx')).DomainFrame,
);
const VisitorsPage = lazyPage(
  async () => (await import('./features/reports/visitors/visitors-page.tsx')).VisitorsPage,
);
const RequestsPage = lazyPage(
  async () => (await import('./features/reports/requests/requests-page.tsx')).RequestsPage,
);
const LivePage = lazyPage(async () => (await import('./features/reports/live/live-page.tsx')).LivePage);
const GoalsPage = lazyPage(async () => (await import('./features/goals/goals-page.tsx')).GoalsPage);
const PropertiesPage = lazyPage(
  async () => (await import('./features/reports/properties/properties-page.tsx')).PropertiesPage,
);
const FunnelsPage = lazyPage(async () => (await import('./features/funnels/funnels-pages.tsx')).FunnelsPages);
const JourneysPage = lazyPage(
  async () => (await import('./features/journeys/journeys-page.tsx')).JourneysPage,
);
const RetentionPage = lazyPage(
  async () => (await import('./features/retention/retention-page.tsx')).RetentionPage,
);
const ReportPage = lazyPage(async () => (await import('./features/reports/report-page.tsx')).ReportPage);
const DomainSettingsPage = lazyPage(
  async () => (await import('./features/custom-domains/frame/domain-settings-page.tsx')).DomainSettingsPage,
);
const DomainRulesPage = lazyPage(
  async () => (await import('./features/rules/domain-rules-page.tsx')).DomainRulesPage,
);
const ItemPage = lazyPage(async () => (await import('./layout/item-page.tsx')).ItemPage);
const ProfilePage = lazyPage(
  async () => (await import('./features/people/profile/profile-page.tsx')).ProfilePage,
);

export function App() {
  return (
    // Each choice builds on the address last rendered. A transition renders later, so a quick second choice would undo the first.
    <BrowserRouter useTransitions={false}>
      <Routes>
        <Route element={<Shell />}>
          <Route index element={<Navigate to="/overview" replace />} />
          <Route path="sign-in" element={<Navigate to="/overview" replace />} />
          {places.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="domains/new" element={<AddDomainPage />} />
          <Route path="domains/:domainUuid" element={<DomainFrame />}>
            <Route index element={<Navigate to="visitors" replace />} />
            <Route path="visitors" element={<VisitorsPage />} />
            <Route path="visitors/:report" element={<ReportPage />} />
            <Route path="live" element={<LivePage />} />
            <Route path="goals" element={<GoalsPage />} />
            <Route path="properties" element={<PropertiesPage />} />
            <Route path="funnels/:funnelUuid?" element={<FunnelsPage />} />
            <Route path="journeys" element={<JourneysPage />} />
            <Route path="retention" element={<RetentionPage />} />
            <Route path="requests" element={<RequestsPage />} />
            <Route path="requests/:report" element={<ReportPage />} />
            <Route path="rules" element={<DomainRulesPage />} />
            <Route path="settings" element={<DomainSettingsPage />} />
          </Route>
          <Route path="certificates/:certificateUuid" element={<ItemPage />} />
          <Route path="plans/:planUuid" element={<ItemPage />} />
          <Route path="profile" element={<ProfilePage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </BrowserRouter>
  );
}

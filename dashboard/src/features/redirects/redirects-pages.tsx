/** The pages below `/redirects`: the list, and the clicks of one. */
import { Route, Routes } from 'react-router';
import { NotFoundPage } from '../../layout/not-found-page.tsx';
import { lazyPage } from '../../lazy-page.ts';
import { RedirectsPage } from './redirects-page.tsx';

const ClicksPage = lazyPage(async () => (await import('./clicks/clicks-page.tsx')).ClicksPage);

export function RedirectsPages() {
  return (
    <Routes>
      <Route index element={<RedirectsPage />} />
      <Route path=":redirectUuid/clicks" element={<ClicksPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

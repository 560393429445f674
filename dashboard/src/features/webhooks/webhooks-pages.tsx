/** The pages below `/webhooks`: all endpoints, and the deliveries of one. */
import { Route, Routes } from 'react-router';
import { NotFoundPage } from '../../layout/not-found-page.tsx';
import { lazyPage } from '../../lazy-page.ts';
import { WebhooksPage } from './webhooks-page.tsx';

const EndpointPage = lazyPage(async () => (await import('./endpoint-page.tsx')).EndpointPage);

export function WebhooksPages() {
  return (
    <Routes>
      <Route index element={<WebhooksPage />} />
      <Route path=":endpointUuid" element={<EndpointPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

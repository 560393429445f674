/** Starts the dashboard in the page. */
import './theme/tokens.css';
import './theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { lazyPage } from './lazy-page.ts';
import { SessionGate } from './session/session-gate.tsx';
import { ToastProvider } from './ui/toast.tsx';

const ReferencePage = lazyPage(async () => (await import('./reference/reference-page.tsx')).ReferencePage);

const CallbackPage = lazyPage(async () => (await import('./session/callback-page.tsx')).CallbackPage);

const InvitationPage = lazyPage(async () => (await import('./session/invitation-page.tsx')).InvitationPage);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element "root"');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        {location.pathname === '/docs' ? (
          <Suspense>
            <ReferencePage />
          </Suspense>
        ) : location.pathname === '/invitation' ? (
          <Suspense>
            <InvitationPage />
          </Suspense>
        ) : location.pathname === '/sign-in/callback' ? (
          <Suspense>
            <CallbackPage />
          </Suspense>
        ) : (
          <SessionGate>
            <App />
          </SessionGate>
        )}
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>,
);

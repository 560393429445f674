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

/** Pages without the frame, also for those who aren't signed in. */
const framelessPages: Partial<Record<string, ReturnType<typeof lazyPage>>> = {
  '/docs': lazyPage(async () => (await import('./reference/reference-page.tsx')).ReferencePage),
  '/invitation': lazyPage(async () => (await import('./session/invitation-page.tsx')).InvitationPage),
  '/reset-password': lazyPage(
    async () => (await import('./session/reset-password-page.tsx')).ResetPasswordPage,
  ),
  '/sign-in/callback': lazyPage(async () => (await import('./session/callback-page.tsx')).CallbackPage),
};
const FramelessPage = framelessPages[location.pathname];

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element "root"');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        {FramelessPage ? (
          <Suspense>
            <FramelessPage />
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

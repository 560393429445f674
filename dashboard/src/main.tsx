/** Starts the dashboard in the page. */
import './theme/tokens.css';
import './theme/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { SessionGate } from './session/session-gate.tsx';
import { ToastProvider } from './ui/toast.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element "root"');
createRoot(root).render(
  <StrictMode>
    {/* The policy forbids style elements; nothing that needs them is used. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider>
          <SessionGate>
            <App />
          </SessionGate>
        </ToastProvider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);

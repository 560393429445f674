/** The cache of API responses. Transient failures are retried, rejections are not. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { onReachableAgain } from './connection.ts';

const maxTries = 3;
const maxWaitSeconds = 30;

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // The browser's online state says nothing about a service on the same machine.
        networkMode: 'always',
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < maxTries && isPassing(error),
        retryDelay: (failures, error) =>
          1000 *
          Math.min(
            maxWaitSeconds,
            error instanceof ApiError ? (error.retryAfterSeconds ?? 2 ** failures) : 2 ** failures,
          ),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  // Those that wait for their next attempt start over at once.
  onReachableAgain(() => void client.cancelQueries().then(() => client.invalidateQueries()));
  return client;
}

function isPassing(error: Error): boolean {
  // A retry would take just as long.
  if (error instanceof ApiError && error.code === 'query_too_expensive') return false;
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

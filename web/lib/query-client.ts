import { QueryClient } from '@tanstack/react-query';
import { isCallError } from '#web/lib/http/call-error.ts';

/** Two retries, two seconds apart (R25.3). */
const retries = 2;
const retryDelay = 2000;

/**
 * One cache for the page. Reads are retried only when they could not reach the server: a refusal is final, and who has
 * waited for an answer in vain is told at once. Changes are never repeated automatically; when the user presses again,
 * the same idempotency key is sent.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < retries && isCallError(error) && error.isTransient,
      retryDelay,
      staleTime: 10_000,
      // the company's own network may work while the browser believes it is offline
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

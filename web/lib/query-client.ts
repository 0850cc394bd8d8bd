import { QueryClient } from '@tanstack/react-query';
import { isCallError } from '#web/lib/http/call-error.ts';

/** Two more tries, two seconds apart (R25.3). */
const retries = 2;
const retryDelay = 2000;

/**
 * One cache for the page. Reads are tried again only when nobody answered: a refusal stays a refusal. Changes are never
 * repeated by themselves, the user presses again and the same idempotency key goes along.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < retries && isCallError(error) && error.isTransient,
      retryDelay,
      staleTime: 10_000,
      // the company's own network may be up while the browser believes it is offline
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

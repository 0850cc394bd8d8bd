import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '#web/lib/query-client.ts';
import { makeRouter } from '#web/shell/router.tsx';
import { Design } from '#web/ui/design.tsx';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';

export function App() {
  const [router] = useState(makeRouter);
  return (
    <QueryClientProvider client={queryClient}>
      <Design>
        <ErrorBoundary>
          <RouterProvider router={router} />
        </ErrorBoundary>
      </Design>
    </QueryClientProvider>
  );
}

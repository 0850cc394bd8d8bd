import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '#web/lib/query-client.ts';
import { FormAidsContext } from '#web/record/form/form-aid.ts';
import { RecordTypesContext } from '#web/record/record-types.ts';
import { PickablesContext } from '#web/record/picker/pickable.ts';
import { formAids } from '#web/shell/form-aids.ts';
import { pickables } from '#web/shell/pickables.ts';
import { knownTypes } from '#web/shell/record-screens.ts';
import { makeRouter } from '#web/shell/router.tsx';
import { Design } from '#web/ui/design.tsx';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';

export function App() {
  const [router] = useState(makeRouter);
  return (
    <QueryClientProvider client={queryClient}>
      <Design>
        <ErrorBoundary>
          <RecordTypesContext value={knownTypes}>
            <PickablesContext value={pickables}>
              <FormAidsContext value={formAids}>
                {/* at once: what is picked next builds on the address that is shown, which as a transition may come late */}
                <RouterProvider router={router} useTransitions={false} />
              </FormAidsContext>
            </PickablesContext>
          </RecordTypesContext>
        </ErrorBoundary>
      </Design>
    </QueryClientProvider>
  );
}

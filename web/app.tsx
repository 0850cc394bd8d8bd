import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { RouterProvider } from 'react-router/dom';
import { currentView } from '#web/lib/session/viewing.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { FormAidsContext } from '#web/record/form/form-aid.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { RecordDetailContext, NewRecordContext, RecordTypesContext } from '#web/record/record-types.ts';
import { PickablesContext } from '#web/record/picker/pickable.ts';
import { formAids } from '#web/modules/form-aids.ts';
import { pickables } from '#web/shell/pickables.ts';
import { knownTypes } from '#web/modules/record-screens.ts';
import { makeRouter } from '#web/shell/router.tsx';
import { Design } from '#web/ui/theme/design.tsx';
import { ErrorBoundary } from '#web/ui/states/error-boundary.tsx';

const RecordDetail = lazyOverlay(() => import('#web/record/detail/record-detail.tsx'), 'RecordDetail');
const RecordForm = lazyOverlay(() => import('#web/record/form/record-form.tsx'), 'RecordForm');
const ViewBanner = lazyOverlay(() => import('#web/shell/viewing/view-banner.tsx'), 'ViewBanner');
const showDetail = (props: ComponentProps<typeof RecordDetail>) => <RecordDetail {...props} />;
const showForm = (props: ComponentProps<typeof RecordForm>) => <RecordForm {...props} />;

export function App() {
  const [router] = useState(makeRouter);
  return (
    <QueryClientProvider client={queryClient}>
      <Design>
        <ErrorBoundary>
          <RecordTypesContext value={knownTypes}>
            <RecordDetailContext value={showDetail}>
              <NewRecordContext value={showForm}>
                <PickablesContext value={pickables}>
                  <FormAidsContext value={formAids}>
                    {/* at once: what is picked next builds on the address that is shown, which as a transition may come late */}
                    <RouterProvider router={router} useTransitions={false} />
                    {currentView() && <ViewBanner />}
                  </FormAidsContext>
                </PickablesContext>
              </NewRecordContext>
            </RecordDetailContext>
          </RecordTypesContext>
        </ErrorBoundary>
      </Design>
    </QueryClientProvider>
  );
}

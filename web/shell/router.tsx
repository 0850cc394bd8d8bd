import { Suspense, type ReactNode } from 'react';
import { createBrowserRouter } from 'react-router';
import { lazyPage } from '#web/lib/lazy-page.tsx';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { SignedIn } from '#web/shell/signed-in.tsx';
import { watchBack } from '#web/ui/sheet/open-overlays.ts';
import { ErrorBoundary } from '#web/ui/states/error-boundary.tsx';
import { Loading } from '#web/ui/states/page-state.tsx';

const LoginPage = lazyPage(() => import('#web/modules/auth/login/login-page.tsx'), 'LoginPage');
const SetupPage = lazyPage(() => import('#web/modules/auth/login/setup-page.tsx'), 'SetupPage');
const FormPage = lazyPage(() => import('#web/modules/form-page.tsx'), 'FormPage');
const JoinPage = lazyPage(() => import('#web/modules/auth/login/join-page.tsx'), 'JoinPage');
const SetPasswordPage = lazyPage(() => import('#web/modules/auth/login/set-password-page.tsx'), 'SetPasswordPage');

const alone = (page: ReactNode) => (
  <ErrorBoundary>
    <Suspense fallback={<Loading />}>{page}</Suspense>
  </ErrorBoundary>
);

/** Pages without a login have their own addresses; all others are behind the guard (R4.12). */
export function makeRouter() {
  watchBack();
  return createBrowserRouter([
    { path: '/login', element: alone(<LoginPage />) },
    { path: '/setup', element: alone(<SetupPage />) },
    { path: '/set-password', element: alone(<SetPasswordPage />) },
    { path: '/join/:token', element: alone(<JoinPage />) },
    { path: '/form/:key', element: alone(<FormPage />) },
    { path: '/404', element: <MissingPage /> },
    { path: '*', element: <SignedIn /> },
  ]);
}

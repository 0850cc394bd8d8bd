import { useQuery } from '@tanstack/react-query';
import { memo, Suspense, useEffect, useMemo } from 'react';
import { Navigate, useLocation } from 'react-router';
import { openKeptAnswers } from '#web/lib/http/kept-answers.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { isCallError } from '#web/lib/http/call-error.ts';
import { lazyPage, usePreload } from '#web/lib/lazy-page.tsx';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { startPush, usePush } from '#web/lib/push/push.ts';
import { accessToken, onLoginElsewhere } from '#web/lib/session/access-token.ts';
import { leave, loginAddress } from '#web/lib/session/login.ts';
import { keepHint, readHint } from '#web/lib/session/permissions.ts';
import { keepRenewed } from '#web/lib/session/renewal.ts';
import { isSessionLeaving, onSessionEnd } from '#web/lib/session/session-end.ts';
import { currentView, forgetView, loginStorage } from '#web/lib/session/viewing.ts';
import { SessionContext } from '#web/lib/session/session.ts';
import { isKeptCall } from '#web/modules/kept-calls.ts';
import { Shell } from '#web/shell/shell.tsx';
import { notice, toast } from '#web/ui/feedback.tsx';
import { PasswordQuestion } from '#web/ui/identity/identity-dialog.tsx';
import { Loading } from '#web/ui/states/page-state.tsx';
import { personCalls } from '#shared/auth/person-calls.ts';
import { sessionCalls } from '#shared/auth/session-calls.ts';
import { setCompanyTimeZone } from '#shared/record/time.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';

const OneTimePasswordPage = lazyPage(
  () => import('#web/modules/auth/login/one-time-password-page.tsx'),
  'OneTimePasswordPage',
);

/** What any call may open. */
const overlays = [PasswordQuestion];

/** The name of the built program: a newer one has other answers. */
const program = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';

/** How long the reason is shown before the logout, in milliseconds (R4.10). */
const reasonTime = 3000;

/**
 * The guard of all pages behind the login (R4.12): without a token it leads to the login page, else rights are loaded
 * first.
 */
export function SignedIn() {
  const { pathname, search } = useLocation();
  const token = accessToken();
  if (!token) return <Navigate to={loginAddress(pathname + search)} replace />;
  return <Authorised key={token.userId} userId={token.userId} />;
}

/** Not drawn again with each address. */
const Authorised = memo(function Authorised({ userId }: { readonly userId: number }) {
  useLastAnswers(userId);
  useSessionWatch();
  const rights = useQuery(callQuery(sessionCalls.auth, {}));
  const person = useQuery(callQuery(personCalls.self, {}));
  usePush(pushTypes.rights, () => void Promise.all([rights.refetch(), person.refetch()]));
  const failure = rights.isLoadingError ? rights.error : person.isLoadingError ? person.error : null;
  useEffect(() => {
    if (rights.data) keepHint(userId, rights.data);
  }, [userId, rights.data]);
  useLeaveAfter(failure);

  const tree = rights.data ?? (rights.isLoadingError ? undefined : readHint(userId));
  const user = person.data;
  // what any call may open
  usePreload(overlays, user !== undefined);
  if (!tree || !user) return <Loading />;
  // before anything is shown: everything below uses it for times
  setCompanyTimeZone(user.timeZone);
  if (user.mustChangePassword === 1) {
    return (
      <Suspense fallback={<Loading />}>
        <OneTimePasswordPage />
      </Suspense>
    );
  }
  return (
    <SessionContext value={{ user, tree, isHint: !rights.data }}>
      <Shell />
    </SessionContext>
  );
});

/** Paints what this person saw last while it is asked for again (docs/decisions/repeat-visit.md). */
function useLastAnswers(userId: number): void {
  const { language } = usePreferences();
  const kept = useMemo(() => {
    const opened = openKeptAnswers({
      userId,
      version: `${program} ${language}`,
      isKept: isKeptCall,
      isCurrent: () => accessToken()?.userId === userId,
      storage: loginStorage() ?? localStorage,
    });
    // before the first query is rendered
    opened.restore(queryClient);
    return opened;
  }, [userId, language]);
  useEffect(() => {
    addEventListener('pagehide', kept.write);
    const stop = kept.watch(queryClient);
    return () => {
      removeEventListener('pagehide', kept.write);
      stop();
    };
  }, [kept]);
}

/** Keeps the login alive, listens to the server, and leaves when the login ends. */
function useSessionWatch(): void {
  useEffect(() => {
    const stops = [
      keepRenewed(),
      // messages are their own
      ...(currentView() ? [] : [startPush()]),
      onSessionEnd((end) => void goOut(end === 'revoked')),
      onLoginElsewhere((change) => {
        // the answer to our own logout clears the storage too
        if (isSessionLeaving()) return;
        if (change === 'gone') leave(whereWeAre());
        else location.reload();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

async function goOut(isReportedFirst: boolean): Promise<void> {
  if (isReportedFirst) {
    await notice({
      title: textOf('session.ended_title'),
      text: textOf('session.ended_text'),
      okText: textOf('session.ended_button'),
    });
  }
  if (currentView()) forgetView();
  else leave(whereWeAre());
}

const whereWeAre = (): string => loginAddress(location.pathname + location.search);

/** Without rights there is no page to show: reports why, then logs out (R4.10). */
function useLeaveAfter(failure: unknown): void {
  useEffect(() => {
    if (!failure) return;
    // the dialog of an ended login is already open
    if (isCallError(failure) && (failure.code === 302 || failure.code === 401)) return;
    toast.error((isCallError(failure) && failure.said) || textOf('session.load_failed'));
    const timer = setTimeout(() => leave(whereWeAre()), reasonTime);
    return () => clearTimeout(timer);
  }, [failure]);
}

import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { matchRoutes, Navigate, useLocation, useNavigate, useRoutes, type RouteObject } from 'react-router';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { usePreferences } from '#web/lib/preferences.ts';
import { useLatest } from '#web/lib/screen/still.ts';
import { grants } from '#web/lib/session/permissions.ts';
import { useSession } from '#web/lib/session/session.ts';
import { allowedPages, areaOf, entriesOf, firstPageOf, homeOf, offeredPages } from '#web/shell/allowed-pages.ts';
import { areas } from '#web/shell/areas.ts';
import { OfferedPagesContext, type AreaKey } from '#web/modules/page.ts';
import { BottomBar } from '#web/shell/phone/bottom-bar.tsx';
import { MenuContext } from '#web/shell/menu/menu-link.tsx';
import { Header } from '#web/shell/header.tsx';
import { KeysHelp } from '#web/shell/keys/keys-help.tsx';
import { NothingAllowed } from '#web/shell/nothing-allowed.tsx';
import { PageFrame } from '#web/shell/page-frame.tsx';
import type { Page } from '#web/modules/page.ts';
import { pages } from '#web/modules/pages.ts';
import { Sidebar } from '#web/shell/sidebar.tsx';
import { HeaderSlotContext } from '#web/ui/page/page-context.ts';
import { ErrorBoundary } from '#web/ui/states/error-boundary.tsx';
import { Loading } from '#web/ui/states/page-state.tsx';
import styles from '#web/shell/shell.module.css';

const DueReminders = lazyOverlay(() => import('#web/modules/crm/to-do/run/due-reminders.tsx'), 'DueReminders');

/** Header, sidebar and the page (R25.8). */
export function Shell() {
  const text = useText();
  const { tree, isHint } = useSession();
  const { pathname } = useLocation();
  const isPhone = useIsPhone();
  const { remindsOfDue } = usePreferences();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  // the same objects until the rights change: an address that only says what a list shows draws the list alone
  const allowed = useMemo(() => allowedPages(pages, tree), [tree]);
  const offered = useMemo(() => offeredPages(allowed, tree), [allowed, tree]);
  const area = useArea(pathname, offered);
  const entries = useMemo(() => entriesOf(allowed, area), [allowed, area]);
  const navigate = useNavigate();
  const go = useLatest((to: string, how: { readonly replace: boolean }) => void navigate(to, how));
  const menu = useMemo(() => ({ pathname, go }), [pathname, go]);
  return (
    <OfferedPagesContext value={offered}>
      <MenuContext value={menu}>
        <div className={styles['shell']}>
          <a className={styles['skip']} href="#main">
            {text('shell.skip')}
          </a>
          <Header allowed={offered} area={area} onSlot={setSlot} />
          <div className={styles['body']}>
            {!isPhone && entries.length > 0 && <Sidebar entries={entries} />}
            <main id="main" tabIndex={-1} className={styles['main']}>
              <ErrorBoundary key={pathname}>
                <Suspense fallback={<Loading />}>
                  <HeaderSlotContext value={isPhone ? slot : null}>
                    <Pages allowed={allowed} home={homeOf(offered)} isHint={isHint} pathname={pathname} />
                  </HeaderSlotContext>
                </Suspense>
              </ErrorBoundary>
            </main>
          </div>
          {remindsOfDue && grants(tree, areas.crm.needs) && <DueReminders />}
          <KeysHelp />
          {isPhone && <BottomBar entries={entries} allowed={offered} area={area} />}
        </div>
      </MenuContext>
    </OfferedPagesContext>
  );
}

/** The routes of the allowed pages. Others do not exist for this person, once the rights are known. */
function Pages({ pathname, allowed, home, isHint }: PagesProps & { readonly pathname: string }) {
  const routes = useMemo(() => routesOf({ allowed, home, isHint }), [allowed, home, isHint]);
  // looked for once for a page: the router would go through all of them with each address
  const found = useMemo(() => (matchRoutes(routes, pathname) ?? []).map(({ route }) => route), [routes, pathname]);
  return useRoutes(found);
}

function routesOf({ allowed, home, isHint }: PagesProps): RouteObject[] {
  const turned = (element: ReactNode) => (isHint ? <Loading /> : element);
  const areaRoutes = Object.entries(areas).flatMap(([key, area]) => {
    const first = firstPageOf(allowed, key as AreaKey);
    return first === undefined ? [] : [{ path: area.path, element: turned(<Navigate to={first} replace />) }];
  });
  return [
    { path: '/', element: turned(home === undefined ? <NothingAllowed /> : <Navigate to={home} replace />) },
    { path: '/person', element: <Navigate to="/person/index" replace /> },
    ...areaRoutes,
    ...allowed.map((page) => ({ path: page.path, element: <PageFrame key={page.path} page={page} /> })),
    { path: '*', element: turned(<Navigate to="/404" replace />) },
  ];
}

interface PagesProps {
  readonly allowed: readonly Page[];
  readonly home: string | undefined;
  readonly isHint: boolean;
}

/** The area whose sidebar is shown. Pages without one, such as the person centre, keep that of the previous page. */
function useArea(pathname: string, allowed: readonly Page[]): AreaKey | null {
  const own = areaOf(pathname);
  const [last, setLast] = useState<AreaKey | null>(own ?? areaOf(homeOf(allowed) ?? ''));
  if (own && own !== last) setLast(own);
  return own ?? last;
}

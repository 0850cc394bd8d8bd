import { AppstoreOutlined } from '@ant-design/icons';
import { Drawer } from 'antd';
import { useState } from 'react';
import { NavLink } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { firstPageOf } from '#web/shell/allowed-pages.ts';
import { areas } from '#web/shell/areas.ts';
import type { AreaKey } from '#web/modules/page.ts';
import { addressOf, type Page } from '#web/modules/page.ts';
import { SidebarEntry } from '#web/shell/sidebar-entry.tsx';
import sidebar from '#web/shell/sidebar.module.css';
import styles from '#web/shell/bottom-bar.module.css';

interface BottomBarProps {
  readonly entries: readonly Page[];
  readonly allowed: readonly Page[];
  readonly area: AreaKey | null;
}

const places = 5;
const none = () => 0;

/** The sidebar of a phone: the first pages, and the others behind 更多. */
export function BottomBar({ entries, allowed, area }: BottomBarProps) {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  const otherAreas = (Object.keys(areas) as AreaKey[]).filter(
    (key) => key !== area && firstPageOf(allowed, key) !== undefined,
  );
  const direct = entries.filter((page) => !page.useEntries);
  const hasMore = direct.length < entries.length || direct.length > places || otherAreas.length > 0;
  const shown = hasMore ? direct.slice(0, places - 1) : direct;
  if (shown.length === 0 && !hasMore) return null;
  return (
    <nav className={styles['bar']} aria-label={text('shell.pages')}>
      {shown.map((page) => (
        <BarEntry key={page.path} page={page} />
      ))}
      {hasMore && (
        <button type="button" className={styles['entry']} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <AppstoreOutlined aria-hidden />
          <span className={styles['title']}>{text('shell.more')}</span>
        </button>
      )}
      <Drawer open={isOpen} placement="bottom" size="large" title={text('shell.more')} onClose={() => setIsOpen(false)}>
        <div className={sidebar['entries']} role="presentation" onClick={() => setIsOpen(false)}>
          <ul>
            {entries.map((page) => (
              <SidebarEntry key={page.path} page={page} isCollapsed={false} />
            ))}
          </ul>
          {otherAreas.length > 0 && <p className={sidebar['group']}>{text('shell.areas')}</p>}
          <ul>
            {otherAreas.map((key) => (
              <li key={key}>
                <NavLink to={firstPageOf(allowed, key) ?? '/'} className={sidebar['entry'] ?? ''}>
                  {text(areas[key].title)}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      </Drawer>
    </nav>
  );
}

function BarEntry({ page }: { readonly page: Page }) {
  const text = useText();
  // a page's hook never changes
  const useBadge = page.useBadge ?? none;
  const count = useBadge();
  return (
    <NavLink to={addressOf(page)} className={styles['entry'] ?? ''}>
      <span className={styles['icon']} aria-hidden data-marked={count > 0}>
        <page.icon />
      </span>
      <span className={styles['title']}>{text(page.title)}</span>
      {count > 0 && <span className="only-read">{text('shell.unread', { count })}</span>}
    </NavLink>
  );
}

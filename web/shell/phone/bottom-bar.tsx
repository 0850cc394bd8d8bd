import { AppstoreOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { AreaKey } from '#web/modules/page.ts';
import { addressOf, type Page } from '#web/modules/page.ts';
import { MenuLink } from '#web/shell/menu/menu-link.tsx';
import { BarCreate } from '#web/shell/phone/bar-create.tsx';
import styles from '#web/shell/phone/bottom-bar.module.css';

/** Loaded with the bar, on phones alone. */
const MoreSheet = lazyOverlay(() => import('#web/shell/phone/more-sheet.tsx'), 'MoreSheet');

interface BottomBarProps {
  readonly entries: readonly Page[];
  readonly allowed: readonly Page[];
  readonly area: AreaKey | null;
}

/** Pages on the bar, with ＋ behind the first ones and 更多 at the end. */
const places = 3;
const beforeCreate = 2;
const none = () => 0;

/** What a phone has in place of sidebar and header tools, in reach of the thumb. */
export function BottomBar({ entries, allowed, area }: BottomBarProps) {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  const shown = onBar(entries);
  return (
    <nav className={styles['bar']} aria-label={text('shell.pages')}>
      {shown.slice(0, beforeCreate).map((page) => (
        <BarEntry key={page.path} page={page} />
      ))}
      {area !== 'manage' && <BarCreate allowed={allowed} />}
      {shown.slice(beforeCreate).map((page) => (
        <BarEntry key={page.path} page={page} />
      ))}
      <button type="button" className={styles['entry']} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <AppstoreOutlined aria-hidden />
        <span className={styles['title']}>{text('shell.more')}</span>
      </button>
      <MoreSheet
        isOpen={isOpen}
        entries={entries.filter((page) => !shown.includes(page))}
        allowed={allowed}
        area={area}
        onClose={() => setIsOpen(false)}
      />
    </nav>
  );
}

/** The pages that people use most, in the order of the sidebar. */
function onBar(entries: readonly Page[]): readonly Page[] {
  const direct = entries.filter((page) => !page.useEntries);
  const first = [...direct.filter(({ isFrequent }) => isFrequent), ...direct.filter(({ isFrequent }) => !isFrequent)];
  const chosen = first.slice(0, places);
  return direct.filter((page) => chosen.includes(page));
}

function BarEntry({ page }: { readonly page: Page }) {
  const text = useText();
  // a page's hook never changes
  const useBadge = page.useBadge ?? none;
  const count = useBadge();
  return (
    <MenuLink to={addressOf(page)} className={styles['entry'] ?? ''}>
      <span className={styles['icon']} aria-hidden data-marked={count > 0}>
        <page.icon />
      </span>
      <span className={styles['title']}>{text(page.title)}</span>
      {count > 0 && <span className="only-read">{text('shell.unread', { count })}</span>}
    </MenuLink>
  );
}

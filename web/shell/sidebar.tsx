import { DoubleLeftOutlined, DoubleRightOutlined } from '@ant-design/icons';
import { memo, useState } from 'react';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { withManageWords } from '#web/lib/i18n/manage-words.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { setPreferences, usePreferences } from '#web/lib/preferences.ts';
import type { Page } from '#web/modules/page.ts';
import { SidebarEntry } from '#web/shell/sidebar-entry.tsx';
import styles from '#web/shell/sidebar.module.css';

const SettingSearch = lazyOverlay(
  () => withManageWords(() => import('#web/shell/setting-search/setting-search.tsx')),
  'SettingSearch',
);

/** The pages of an area, in administration with a search over what is set there. When collapsed it shows icons only, and remembers that. */
export const Sidebar = memo(function Sidebar({ entries }: { readonly entries: readonly Page[] }) {
  const text = useText();
  const { isSidebarCollapsed: isCollapsed } = usePreferences();
  const [isFinding, setFinding] = useState(false);
  const hasSearch = !isCollapsed && entries.some(({ area }) => area === 'manage');
  const label = text(isCollapsed ? 'shell.expand' : 'shell.collapse');
  const Icon = isCollapsed ? DoubleRightOutlined : DoubleLeftOutlined;
  return (
    <nav className={styles['sidebar']} data-collapsed={isCollapsed} aria-label={text('shell.pages')}>
      {hasSearch && (
        <div className={styles['search']}>
          <SettingSearch onFinding={setFinding} />
        </div>
      )}
      <div className={styles['entries']} hidden={hasSearch && isFinding}>
        {groupsOf(entries).map((group) => (
          <div key={group.key}>
            {group.title && !isCollapsed && <p className={styles['group']}>{text(group.title)}</p>}
            <ul>
              {group.entries.map((page) => (
                <SidebarEntry key={page.path} page={page} isCollapsed={isCollapsed} />
              ))}
            </ul>
          </div>
        ))}
      </div>
      <button
        type="button"
        className={styles['collapse']}
        aria-label={label}
        aria-expanded={!isCollapsed}
        onClick={() => setPreferences({ isSidebarCollapsed: !isCollapsed })}
      >
        <Icon aria-hidden />
        {!isCollapsed && label}
      </button>
    </nav>
  );
});

interface Group {
  readonly key: string;
  readonly title: Page['group'];
  readonly entries: Page[];
}

/** Adjacent entries with the same heading. */
function groupsOf(entries: readonly Page[]): Group[] {
  const groups: Group[] = [];
  for (const page of entries) {
    const last = groups.at(-1);
    if (last && last.title === page.group) last.entries.push(page);
    else groups.push({ key: page.path, title: page.group, entries: [page] });
  }
  return groups;
}

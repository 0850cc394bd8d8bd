import { Tooltip } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { addressOf, type Page } from '#web/modules/page.ts';
import { MenuLink } from '#web/shell/menu/menu-link.tsx';
import { NumberBadge } from '#web/ui/number-badge.tsx';
import styles from '#web/shell/sidebar.module.css';

interface SidebarEntryProps {
  readonly page: Page;
  readonly isCollapsed: boolean;
}

const none = () => 0;

/** One page, or the entries it provides instead. */
export function SidebarEntry({ page, isCollapsed }: SidebarEntryProps) {
  if (page.useEntries) return <Several page={page} useEntries={page.useEntries} isCollapsed={isCollapsed} />;
  return <One page={page} isCollapsed={isCollapsed} />;
}

function One({ page, isCollapsed }: SidebarEntryProps) {
  const text = useText();
  // a page's hook never changes
  const useBadge = page.useBadge ?? none;
  return (
    <Entry to={addressOf(page)} title={text(page.title)} page={page} isCollapsed={isCollapsed} count={useBadge()} />
  );
}

interface SeveralProps extends SidebarEntryProps {
  readonly useEntries: NonNullable<Page['useEntries']>;
}

function Several({ page, useEntries, isCollapsed }: SeveralProps) {
  return useEntries().map(({ path, title }) => (
    <Entry key={path} to={path} title={title} page={page} isCollapsed={isCollapsed} count={0} />
  ));
}

interface EntryProps extends SidebarEntryProps {
  readonly to: string;
  readonly title: string;
  readonly count: number;
}

function Entry({ to, title, page: { icon: Icon }, isCollapsed, count }: EntryProps) {
  return (
    <li>
      <Tooltip title={isCollapsed ? title : ''} placement="right">
        <MenuLink to={to} className={styles['entry'] ?? ''}>
          <span className={styles['icon']} aria-hidden data-marked={isCollapsed && count > 0}>
            <Icon />
          </span>
          <span className={isCollapsed ? 'only-read' : styles['title']}>{title}</span>
          {!isCollapsed && <NumberBadge count={count} />}
        </MenuLink>
      </Tooltip>
    </li>
  );
}

import { BgColorsOutlined, FileSearchOutlined } from '@ant-design/icons';
import { Drawer, Segmented } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { setPreferences, usePreferences } from '#web/lib/preferences.ts';
import { useSession } from '#web/lib/session/session.ts';
import { DuplicateCheck } from '#web/modules/crm/duplicates/duplicate-check.tsx';
import { useAccountEntries } from '#web/shell/account/account-entries.tsx';
import { firstPageOf } from '#web/shell/allowed-pages.ts';
import { areas, headerAreas } from '#web/shell/areas.ts';
import type { AreaKey, Page } from '#web/modules/page.ts';
import { OutsideLink } from '#web/shell/outside/outside-link.tsx';
import { SheetEntry } from '#web/shell/phone/sheet-entry.tsx';
import { MenuLink } from '#web/shell/menu/menu-link.tsx';
import { SidebarEntry } from '#web/shell/sidebar-entry.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { useBackCloses } from '#web/ui/sheet/use-back-closes.ts';
import sidebar from '#web/shell/sidebar.module.css';
import styles from '#web/shell/phone/bottom-bar.module.css';

interface MoreProps {
  readonly isOpen: boolean;
  /** The pages of the area that are not on the bar. */
  readonly entries: readonly Page[];
  readonly allowed: readonly Page[];
  readonly area: AreaKey | null;
  readonly onClose: () => void;
}

const themes = ['light', 'dark', 'system'] as const;

/** Everything that has no place on the bar of a phone: other pages and areas, tools, and the own account. */
export function MoreSheet({ isOpen, entries, allowed, area, onClose }: MoreProps) {
  const text = useText();
  const { user } = useSession();
  useBackCloses(isOpen, onClose);
  const { theme } = usePreferences();
  const isManage = area === 'manage';
  const outside = isManage ? [] : user.navigation;
  const account = useAccountEntries(firstPageOf(allowed, 'manage'), isManage);
  const otherAreas = headerAreas.filter((key) => key !== area && firstPageOf(allowed, key) !== undefined);
  return (
    <Drawer open={isOpen} placement="bottom" size="auto" title={text('shell.more')} onClose={onClose}>
      <div role="presentation" onClick={onClose}>
        <ul className={styles['list']}>
          {entries.map((page) => (
            <SidebarEntry key={page.path} page={page} isCollapsed={false} />
          ))}
        </ul>
        {otherAreas.length + outside.length > 0 && <p className={sidebar['group']}>{text('shell.areas')}</p>}
        <ul className={styles['list']}>
          {otherAreas.map((key) => (
            <li key={key}>
              <MenuLink to={firstPageOf(allowed, key) ?? '/'} className={styles['line'] ?? ''}>
                {text(areas[key].title)}
              </MenuLink>
            </li>
          ))}
          {outside.map((one) => (
            <li key={one.entry}>
              <OutsideLink {...one} className={styles['line']} />
            </li>
          ))}
        </ul>
      </div>
      {!isManage && (
        <ul className={styles['list']}>
          <DuplicateCheck
            opener={(open) => (
              <SheetEntry
                icon={<FileSearchOutlined aria-hidden />}
                label={text('duplicates.check')}
                onPress={() => {
                  onClose();
                  open();
                }}
              />
            )}
          />
        </ul>
      )}
      <div className={styles['line']}>
        <span className={styles['mark']}>
          <BgColorsOutlined aria-hidden />
        </span>
        <span className={styles['word']}>{text('shell.theme')}</span>
        <Segmented
          aria-label={text('shell.theme')}
          value={theme}
          options={themes.map((value) => ({ value, label: text(`shell.theme_${value}`) }))}
          onChange={(chosen) => setPreferences({ theme: chosen })}
        />
      </div>
      <p className={styles['who']}>
        <Avatar name={user.realname} img={user.img} size={28} isDecorative />
        {user.realname}
        <small>{text('app.version')}</small>
      </p>
      <ul className={styles['list']}>
        {account.map(({ key, icon, label, run }) => (
          <SheetEntry
            key={key}
            icon={icon}
            label={label}
            onPress={() => {
              onClose();
              run();
            }}
          />
        ))}
      </ul>
    </Drawer>
  );
}

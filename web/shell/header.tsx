import { SettingOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { memo } from 'react';
import { Link, useNavigate } from 'react-router';
import { environment } from '#web/lib/environment.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useMay } from '#web/lib/session/session.ts';
import { DuplicateCheck } from '#web/modules/crm/duplicates/duplicate-check.tsx';
import { areaOf, firstPageOf, homeOf } from '#web/shell/allowed-pages.ts';
import { areas, headerAreas } from '#web/shell/areas.ts';
import type { AreaKey } from '#web/modules/page.ts';
import { useSession } from '#web/lib/session/session.ts';
import { OutsideLink } from '#web/shell/outside/outside-link.tsx';
import { Brand } from '#web/shell/brand.tsx';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import type { Page } from '#web/modules/page.ts';
import { MenuLink } from '#web/shell/menu/menu-link.tsx';
import { MessageBell } from '#web/shell/messages/message-bell.tsx';
import { SearchButton } from '#web/shell/search/search-button.tsx';
import { QuickCreate } from '#web/shell/quick-create-menu.tsx';
import { ThemeSwitch } from '#web/ui/theme/theme-switch.tsx';
import { UserMenu } from '#web/shell/account/user-menu.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import styles from '#web/shell/header.module.css';

interface HeaderProps {
  readonly allowed: readonly Page[];
  readonly area: AreaKey | null;
  /** Gets the place for title and acts of the page, on a phone. */
  readonly onSlot: (slot: HTMLElement | null) => void;
}

/** On a phone one line with the title of the page; what else a desk has here is at the lower edge. */
export const Header = memo(function Header({ allowed, area, onSlot }: HeaderProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const isManage = area === 'manage';
  const test = environment === 'test' && <StatusTag tone="warning">{text('shell.test_environment')}</StatusTag>;
  if (isPhone) {
    return (
      <header className={styles['header']}>
        <div className={styles['slot']} ref={onSlot} />
        <Brand />
        {test}
        <div className={styles['tools']}>
          <SearchButton allowed={allowed} isWide={false} />
          <MessageBell />
        </div>
      </header>
    );
  }
  return (
    <header className={styles['header']}>
      <Brand />
      {test}
      {isManage ? <ManageTitle allowed={allowed} /> : <AreaLinks allowed={allowed} />}
      <div className={styles['tools']}>
        <SearchButton allowed={allowed} isWide />
        {!isManage && <DuplicateCheck />}
        {!isManage && <QuickCreate allowed={allowed} />}
        <MessageBell />
        <LanguageSwitch />
        <ThemeSwitch />
        {!isManage && <ManageGear manageHome={firstPageOf(allowed, 'manage')} />}
        <UserMenu manageHome={firstPageOf(allowed, 'manage')} isInManage={isManage} />
      </div>
    </header>
  );
});

/** Rights of which one shows the gear; whoever has others enters by the user menu (R1.2). */
const gearRights = ['manage:system:read', 'manage:configSet:read', 'manage:users:read'] as const;

function ManageGear({ manageHome }: { readonly manageHome: string | undefined }) {
  const text = useText();
  const may = useMay();
  const navigate = useNavigate();
  if (manageHome === undefined || !gearRights.some(may)) return null;
  return (
    <Tooltip title={text('shell.enter_manage')}>
      <Button
        type="text"
        icon={<SettingOutlined aria-hidden />}
        aria-label={text('shell.enter_manage')}
        onClick={() => void navigate(manageHome)}
      />
    </Tooltip>
  );
}

/** Only areas with a page that is built and allowed (R1.2), then what leads out of the product. */
function AreaLinks({ allowed }: { readonly allowed: readonly Page[] }) {
  const text = useText();
  const { navigation } = useSession().user;
  const shown = headerAreas.filter((key) => firstPageOf(allowed, key) !== undefined);
  if (shown.length + navigation.length === 0) return null;
  return (
    <nav className={styles['areas']} aria-label={text('shell.areas')}>
      {shown.map((key) => (
        <MenuLink key={key} to={areas[key].path} className={styles['area'] ?? ''}>
          {text(areas[key].title)}
        </MenuLink>
      ))}
      {navigation.map((one) => (
        <OutsideLink key={one.entry} {...one} className={styles['area']} />
      ))}
    </nav>
  );
}

/** Administration has its own header (R25.8); the link back is for people who have another area. */
function ManageTitle({ allowed }: { readonly allowed: readonly Page[] }) {
  const text = useText();
  const home = homeOf(allowed);
  return (
    <nav className={styles['areas']} aria-label={text('shell.areas')}>
      <strong className={styles['manage']}>{text('area.manage')}</strong>
      {home !== undefined && areaOf(home) !== 'manage' && (
        <Link to="/" className={styles['area'] ?? ''}>
          {text('shell.leave_manage')}
        </Link>
      )}
    </nav>
  );
}

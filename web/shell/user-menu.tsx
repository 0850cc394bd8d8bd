import { GlobalOutlined, LogoutOutlined, SettingOutlined, UserOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { useNavigate } from 'react-router';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { turnLanguage } from '#web/lib/i18n/turn-language.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { logOut } from '#web/lib/session/login.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { confirm } from '#web/ui/feedback.tsx';
import styles from '#web/shell/header.module.css';

interface UserMenuProps {
  /** First page of the administration, undefined where none is built or allowed. */
  readonly manageHome: string | undefined;
  readonly isInManage: boolean;
}

export function UserMenu({ manageHome, isInManage }: UserMenuProps) {
  const text = useText();
  const navigate = useNavigate();
  const { user } = useSession();
  const { language } = usePreferences();
  const go = (path: string) => () => void navigate(path);
  const items: MenuProps['items'] = [
    { key: 'person', icon: <UserOutlined aria-hidden />, label: text('shell.person'), onClick: go('/person/index') },
    {
      key: 'language',
      icon: <GlobalOutlined aria-hidden />,
      label: text(language === 'cn' ? 'shell.to_english' : 'shell.to_chinese'),
      onClick: () => void turnLanguage(),
    },
    ...(manageHome === undefined || isInManage
      ? []
      : [
          {
            key: 'manage',
            icon: <SettingOutlined aria-hidden />,
            label: text('shell.enter_manage'),
            onClick: go(manageHome),
          },
        ]),
    {
      key: 'logout',
      icon: <LogoutOutlined aria-hidden />,
      label: text('shell.logout'),
      onClick: () => void askAndLogOut(),
    },
    { type: 'divider' },
    { key: 'version', label: text('app.version'), disabled: true },
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items }} placement="bottomRight">
      <button type="button" className={styles['user']} aria-label={`${user.realname} ${text('shell.user_menu')}`}>
        <Avatar name={user.realname} img={user.img} size={28} isDecorative />
        <span className={styles['person']}>{user.realname}</span>
      </button>
    </Dropdown>
  );
}

/** The call is made only after confirmation (R1.5). */
async function askAndLogOut(): Promise<void> {
  if (await confirm({ title: textOf('shell.logout_confirm'), okText: textOf('shell.logout') })) await logOut();
}

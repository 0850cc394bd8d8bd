import { GlobalOutlined, LogoutOutlined, SettingOutlined, UserOutlined, UserSwitchOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { turnLanguage } from '#web/lib/i18n/turn-language.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { logOut } from '#web/lib/session/login.ts';
import { confirm } from '#web/ui/feedback.tsx';

export interface AccountEntry {
  readonly key: string;
  readonly icon: ReactNode;
  readonly label: string;
  readonly run: () => void;
}

/** What the user menu offers, and on a phone the sheet of everything else. */
export function useAccountEntries(manageHome: string | undefined, isInManage: boolean): readonly AccountEntry[] {
  const text = useText();
  const navigate = useNavigate();
  const { language } = usePreferences();
  const go = (path: string) => () => void navigate(path);
  return [
    { key: 'person', icon: <UserOutlined aria-hidden />, label: text('shell.person'), run: go('/person/index') },
    {
      key: 'standIns',
      icon: <UserSwitchOutlined aria-hidden />,
      label: text('flow.standIns'),
      run: go('/approval/stand-ins'),
    },
    {
      key: 'language',
      icon: <GlobalOutlined aria-hidden />,
      label: text(language === 'cn' ? 'shell.to_english' : 'shell.to_chinese'),
      run: () => void turnLanguage(),
    },
    ...(manageHome === undefined || isInManage
      ? []
      : [
          {
            key: 'manage',
            icon: <SettingOutlined aria-hidden />,
            label: text('shell.enter_manage'),
            run: go(manageHome),
          },
        ]),
    {
      key: 'logout',
      icon: <LogoutOutlined aria-hidden />,
      label: text('shell.logout'),
      run: () => void askAndLogOut(),
    },
  ];
}

/** The call is made only after confirmation (R1.5). */
async function askAndLogOut(): Promise<void> {
  if (await confirm({ title: textOf('shell.logout_confirm'), okText: textOf('shell.logout') })) await logOut();
}

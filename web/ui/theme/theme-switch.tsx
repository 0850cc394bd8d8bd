import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { setPreferences, usePreferences, type ThemeChoice } from '#web/lib/preferences.ts';

const icons = { light: SunOutlined, dark: MoonOutlined, system: DesktopOutlined } as const;
const choices = ['light', 'dark', 'system'] as const satisfies readonly ThemeChoice[];

export function ThemeSwitch() {
  const text = useText();
  const { theme } = usePreferences();
  const Icon = icons[theme];
  const items = choices.map((choice) => {
    const ChoiceIcon = icons[choice];
    return {
      key: choice,
      icon: <ChoiceIcon aria-hidden />,
      label: text(`shell.theme_${choice}`),
      onClick: () => setPreferences({ theme: choice }),
    };
  });
  return (
    <Dropdown trigger={['click']} menu={{ items, selectable: true, selectedKeys: [theme] }}>
      <Button type="text" icon={<Icon aria-hidden />} aria-label={text('shell.theme')} />
    </Dropdown>
  );
}

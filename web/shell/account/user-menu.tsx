import { Dropdown, type MenuProps } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useAccountEntries } from '#web/shell/account/account-entries.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import styles from '#web/shell/header.module.css';

interface UserMenuProps {
  /** First page of the administration, undefined where none is built or allowed. */
  readonly manageHome: string | undefined;
  readonly isInManage: boolean;
}

export function UserMenu({ manageHome, isInManage }: UserMenuProps) {
  const text = useText();
  const { user } = useSession();
  const entries = useAccountEntries(manageHome, isInManage);
  const items: MenuProps['items'] = [
    ...entries.map(({ key, icon, label, run }) => ({ key, icon, label, onClick: run })),
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

import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { UserRow } from '#shared/admin/user-calls.ts';
import type { OfferedAction } from './staff-acts.ts';

interface StaffMenuProps {
  readonly person: UserRow;
  readonly acts: readonly OfferedAction[];
}

/** The remaining actions on a person. */
export function StaffMenu({ person, acts }: StaffMenuProps) {
  const text = useText();
  if (acts.length === 0) return null;
  const items = acts.map(({ key, title, isDangerous = false, run }) => ({
    key,
    label: text(title),
    danger: isDangerous,
    onClick: run,
  }));
  return (
    <Dropdown trigger={['click']} menu={{ items }} placement="bottomRight">
      <Button
        type="text"
        size="small"
        icon={<MoreOutlined aria-hidden />}
        aria-label={text('staff.more_actions', { name: person.realname })}
      />
    </Dropdown>
  );
}

import { useText } from '#web/lib/i18n/i18n.ts';
import { MoreMenu } from '#web/ui/page/more-menu.tsx';
import type { UserRow } from '#shared/admin/user-calls.ts';
import type { OfferedAction } from './staff-acts.ts';

interface StaffMenuProps {
  readonly person: UserRow;
  readonly acts: readonly OfferedAction[];
}

/** The remaining actions on a person. */
export function StaffMenu({ person, acts }: StaffMenuProps) {
  const text = useText();
  const items = acts.map(({ key, title, isDangerous = false, run }) => ({
    key,
    label: text(title),
    danger: isDangerous,
    onClick: run,
  }));
  return <MoreMenu label={text('staff.more_actions', { name: person.realname })} items={items} />;
}

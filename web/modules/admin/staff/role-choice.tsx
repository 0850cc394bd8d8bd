import { useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { roleCalls } from '#shared/admin/role-calls.ts';
import styles from './staff-page.module.css';

interface RoleChoiceProps {
  readonly id?: string;
  readonly value?: readonly number[];
  readonly onChange?: (roleIds: number[]) => void;
  /** The person's roles: they may stay, and be selected again. */
  readonly held?: readonly number[];
  /** Leaves out roles that the user cannot assign alone. */
  readonly onlyOwn?: boolean;
}

/** Roles by group. Those that the user cannot assign alone are marked: they wait for a confirmation (security A15). */
export function RoleChoice({ id, value = [], onChange, held = [], onlyOwn = false }: RoleChoiceProps) {
  const text = useText();
  const query = useQuery(callQuery(roleCalls.all, {}));
  const groups = (query.data ?? []).flatMap(({ pid, name, list }) => {
    const offered = list.flatMap((role) =>
      (role.status === 1 && (role.mayGrant === 1 || !onlyOwn)) || held.includes(role.id)
        ? [{ ...role, isForeign: role.mayGrant === 0 && !held.includes(role.id) }]
        : [],
    );
    return offered.length === 0 ? [] : [{ pid, name, offered }];
  });
  return (
    <div role="group" aria-label={text('staff.roles')} {...(id !== undefined && { id })}>
      <PageState query={query}>
        {() => (
          <Checkbox.Group
            className={styles['roles'] ?? ''}
            value={[...value]}
            onChange={(next) => onChange?.(next.map(Number))}
          >
            {groups.map(({ pid, name, offered }) => (
              <div key={pid} role="group" aria-label={name}>
                <p className={styles['roleGroup']}>{name}</p>
                {offered.map((role) => (
                  <Checkbox key={role.id} value={role.id}>
                    {role.title}
                    {role.isForeign && <span className={styles['foreign']}>{text('staff.role_waits')}</span>}
                  </Checkbox>
                ))}
              </div>
            ))}
          </Checkbox.Group>
        )}
      </PageState>
      {groups.some(({ offered }) => offered.some(({ isForeign }) => isForeign)) && (
        <p className={styles['note']}>{text('staff.role_foreign')}</p>
      )}
    </div>
  );
}

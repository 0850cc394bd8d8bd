import { Checkbox } from 'antd';
import type { MenuNode } from '#shared/admin/menu-calls.ts';
import { grantedOf, toggled } from './role-rights-draft.ts';
import styles from './menu-tree.module.css';

interface MenuTreeProps {
  readonly root: MenuNode;
  readonly granted: ReadonlySet<number>;
  readonly onChange: (granted: ReadonlySet<number>) => void;
}

/** The rights of an area: module by module, with its actions in a row. Only actions are granted. */
export function MenuTree({ root, granted, onChange }: MenuTreeProps) {
  const whole = (node: MenuNode) => {
    const state = grantedOf(node, granted);
    return (
      <Checkbox
        checked={state === 'all'}
        indeterminate={state === 'some'}
        onChange={() => onChange(toggled(node, granted))}
      >
        {node.menuName}
      </Checkbox>
    );
  };
  return (
    <div className={styles['tree']}>
      <div className={styles['all']}>{whole(root)}</div>
      {root.childMenu.map((module) => (
        <div key={module.menuId} className={styles['module']} role="group" aria-label={module.menuName}>
          <div>{whole(module)}</div>
          <div className={styles['actions']}>
            {module.childMenu.map((action) => (
              <span key={action.menuId}>{whole(action)}</span>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

import { MenuTree } from '#web/modules/admin/menu-tree.tsx';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { MenuNode } from '#shared/admin/menu-calls.ts';
import { isMessageKey } from '#shared/i18n/translate.ts';
import styles from './programs.module.css';

interface AbilityTreeProps {
  readonly roots: readonly MenuNode[];
  /** Ids of actions. */
  readonly value?: ReadonlySet<number>;
  readonly onChange?: (value: ReadonlySet<number>) => void;
}

const areaKeys: Readonly<Record<string, string>> = { oa: 'area.office', work: 'area.project' };

/** What a program may do, area by area; the value and its change come from the form. */
export function AbilityTree({ roots, value = new Set(), onChange = () => undefined }: AbilityTreeProps) {
  const text = useText();
  const nameOf = ({ realm, menuName }: MenuNode) => {
    const key = areaKeys[realm] ?? `area.${realm}`;
    return isMessageKey(key) ? text(key) : menuName;
  };
  return (
    <div className={styles['abilities']}>
      {roots.map((root) => (
        <div key={root.menuId} role="group" aria-label={nameOf(root)}>
          <p className={styles['area']}>{nameOf(root)}</p>
          <MenuTree root={root} granted={value} onChange={onChange} />
        </div>
      ))}
    </div>
  );
}

import { Drawer } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { SheetEntry } from '#web/shell/phone/sheet-entry.tsx';
import type { Creation } from '#web/shell/use-creations.tsx';
import { useBackCloses } from '#web/ui/sheet/use-back-closes.ts';
import styles from '#web/shell/phone/bottom-bar.module.css';

interface CreateSheetProps {
  readonly isOpen: boolean;
  readonly creations: readonly Creation[];
  readonly onClose: () => void;
}

/** What can be created, from below. */
export function CreateSheet({ isOpen, creations, onClose }: CreateSheetProps) {
  const text = useText();
  useBackCloses(isOpen, onClose);
  return (
    <Drawer open={isOpen} placement="bottom" size="auto" title={text('action.create')} onClose={onClose}>
      <ul className={styles['list']}>
        {creations.map(({ key, icon, label, run }) => (
          <SheetEntry
            key={key}
            icon={icon}
            label={label}
            onPress={() => {
              onClose();
              run();
            }}
          />
        ))}
      </ul>
    </Drawer>
  );
}

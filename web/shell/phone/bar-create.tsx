import { PlusOutlined } from '@ant-design/icons';
import { Drawer } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { Page } from '#web/modules/page.ts';
import { useCreations } from '#web/shell/use-creations.tsx';
import { SheetEntry } from '#web/shell/phone/sheet-entry.tsx';
import { useBackCloses } from '#web/ui/sheet/use-back-closes.ts';
import styles from '#web/shell/phone/bottom-bar.module.css';

/** ＋ in the middle of the bar of a phone, in reach of the thumb. */
export function BarCreate({ allowed }: { readonly allowed: readonly Page[] }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const { creations, dialog } = useCreations(allowed);
  useBackCloses(isOpen, () => setOpen(false));
  if (creations.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className={styles['create']}
        aria-label={text('action.create')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className={styles['plus']}>
          <PlusOutlined aria-hidden />
        </span>
      </button>
      <Drawer open={isOpen} placement="bottom" size="auto" title={text('action.create')} onClose={() => setOpen(false)}>
        <ul className={styles['list']}>
          {creations.map(({ key, icon, label, run }) => (
            <SheetEntry
              key={key}
              icon={icon}
              label={label}
              onPress={() => {
                setOpen(false);
                run();
              }}
            />
          ))}
        </ul>
      </Drawer>
      {dialog}
    </>
  );
}

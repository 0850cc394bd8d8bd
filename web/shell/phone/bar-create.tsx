import { PlusOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { Page } from '#web/modules/page.ts';
import { useCreations } from '#web/shell/use-creations.tsx';
import styles from '#web/shell/phone/bottom-bar.module.css';

/** Loaded with the bar, on phones alone. */
const CreateSheet = lazyOverlay(() => import('#web/shell/phone/create-sheet.tsx'), 'CreateSheet');

/** ＋ in the middle of the bar of a phone, in reach of the thumb. */
export function BarCreate({ allowed }: { readonly allowed: readonly Page[] }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const { creations, dialog } = useCreations(allowed);
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
      <CreateSheet isOpen={isOpen} creations={creations} onClose={() => setOpen(false)} />
      {dialog}
    </>
  );
}

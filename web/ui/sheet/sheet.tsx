import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useBackCloses } from '#web/ui/sheet/use-back-closes.ts';

interface SheetProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Once it has come up, or has gone. */
  readonly onMoved?: (isOpen: boolean) => void;
}

/** Comes from below on a phone, as high as its content; Back closes it. */
export function Sheet({ isOpen, title, onClose, onMoved, children }: SheetProps) {
  useBackCloses(isOpen, onClose);
  return (
    <Drawer
      open={isOpen}
      placement="bottom"
      // one over another covers it
      push={false}
      size="auto"
      title={title}
      destroyOnHidden
      styles={{
        header: { padding: '8px 16px' },
        body: { padding: '12px 16px 16px' },
      }}
      {...(onMoved && { afterOpenChange: onMoved })}
      onClose={onClose}
    >
      {children}
    </Drawer>
  );
}

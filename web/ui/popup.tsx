import { Drawer, Popover } from 'antd';
import type { ReactNode } from 'react';
import { useIsPhone } from '#web/lib/is-phone.ts';

interface PopupProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Title of the sheet on a phone. */
  readonly title: string;
  readonly placement: 'bottomLeft' | 'bottomRight';
  readonly content: ReactNode;
  /** On a phone only as high as its content. */
  readonly isShort?: boolean;
  /** The button that opens it. */
  readonly children: ReactNode;
}

/** Opens next to its button, or from below on a phone, where there is no space next to it. */
export function Popup({ isOpen, onOpenChange, title, placement, content, isShort = false, children }: PopupProps) {
  const isPhone = useIsPhone();
  if (isPhone) {
    return (
      <>
        <span role="presentation" onClick={() => onOpenChange(true)}>
          {children}
        </span>
        <Drawer
          open={isOpen}
          placement="bottom"
          size={isShort ? 'auto' : 'large'}
          title={title}
          destroyOnHidden
          onClose={() => onOpenChange(false)}
        >
          {content}
        </Drawer>
      </>
    );
  }
  return (
    <Popover
      open={isOpen}
      trigger="click"
      placement={placement}
      arrow={false}
      destroyOnHidden
      onOpenChange={onOpenChange}
      content={content}
    >
      {children}
    </Popover>
  );
}

import { Popover } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';

/** Loaded with the button, on phones alone. */
const Sheet = lazyOverlay(() => import('#web/ui/sheet/sheet.tsx'), 'Sheet');

interface PopupProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Title of the sheet on a phone. */
  readonly title: string;
  readonly placement: 'bottomLeft' | 'bottomRight';
  readonly content: ReactNode;
  /** The button that opens it. */
  readonly children: ReactNode;
}

/**
 * Opens next to its button, or from below on a phone, where there is no space next to it. The focus comes back to the
 * button when it is closed.
 */
export function Popup({ isOpen, onOpenChange, title, placement, content, children }: PopupProps) {
  const isPhone = useIsPhone();
  const opener = useRef<HTMLElement>(null);
  useEffect(() => {
    // what had the focus went with the content
    if (!isOpen && document.activeElement === document.body) opener.current?.focus();
  }, [isOpen]);
  const handleOpenChange = (next: boolean) => {
    if (next && document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
    onOpenChange(next);
  };
  if (isPhone) {
    return (
      <>
        <span role="presentation" onClick={() => onOpenChange(true)}>
          {children}
        </span>
        <Sheet isOpen={isOpen} title={title} onClose={() => onOpenChange(false)}>
          {content}
        </Sheet>
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
      onOpenChange={handleOpenChange}
      content={content}
    >
      {children}
    </Popover>
  );
}

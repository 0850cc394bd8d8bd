import { Modal, type ModalProps } from 'antd';
import { useId, type KeyboardEvent } from 'react';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { useBackCloses } from '#web/ui/sheet/use-back-closes.ts';

interface DialogProps extends Omit<ModalProps, 'open' | 'onCancel' | 'onOk'> {
  readonly open: boolean;
  readonly onOk?: () => void;
  readonly onCancel?: () => void;
  /** The address says that it is open: Back closes it as it leaves that address. */
  readonly isInAddress?: boolean;
}

const oneLine = 'input:is(:not([type]), [type=text]):not([role=combobox])';

/** Whether a name or the like is all that there is to type: Enter has nowhere else to go. A form has its own use for it. */
const isOnlyInput = (target: EventTarget, dialog: Element): boolean =>
  target instanceof Element &&
  target.matches(oneLine) &&
  target.closest('form') === null &&
  dialog.contains(target) &&
  dialog.querySelectorAll(`${oneLine}, textarea`).length === 1;

/**
 * A dialog over a page; Back closes it as its cross does, Ctrl+Enter presses its button unless that is a dangerous one, and
 * so does Enter where one line is all that is typed.
 */
export function Dialog({ open, onOk, onCancel, isInAddress = false, children, ...rest }: DialogProps) {
  const id = useId();
  const { confirmLoading = false, okButtonProps: { disabled = false, danger = false } = {} } = rest;
  const isReady = onOk !== undefined && !confirmLoading && !disabled && !danger;
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, metaKey, defaultPrevented, nativeEvent, target, currentTarget } = event;
    if (key !== 'Enter' || ctrlKey || metaKey || defaultPrevented || nativeEvent.isComposing) return;
    if (!isReady || !isOnlyInput(target, currentTarget)) return;
    event.preventDefault();
    onOk();
  };
  useBackCloses(open && !isInAddress && onCancel !== undefined, () => onCancel?.());
  useShortcut(
    'Control+Enter',
    ({ target }) => {
      // not from a question above it
      if (target instanceof Element && target.closest(`[data-dialog="${id}"]`)) onOk?.();
    },
    { isOn: open && isReady, whileTyping: true, inDialog: true },
  );
  return (
    <Modal
      open={open}
      {...rest}
      data-dialog={id}
      {...(onOk && { onOk: () => onOk() })}
      {...(onCancel && { onCancel: () => onCancel() })}
    >
      <div role="presentation" style={{ display: 'contents' }} onKeyDown={handleKeyDown}>
        {children}
      </div>
    </Modal>
  );
}

import { Modal, type ModalProps } from 'antd';
import { useId } from 'react';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { useBackCloses } from '#web/ui/sheet/use-back-closes.ts';

interface DialogProps extends Omit<ModalProps, 'open' | 'onCancel' | 'onOk'> {
  readonly open: boolean;
  readonly onOk?: () => void;
  readonly onCancel?: () => void;
  /** The address says that it is open: Back closes it as it leaves that address. */
  readonly isInAddress?: boolean;
}

/** A dialog over a page; Back closes it as its cross does, Ctrl+Enter presses its button unless that is a dangerous one. */
export function Dialog({ open, onOk, onCancel, isInAddress = false, ...rest }: DialogProps) {
  const id = useId();
  const { confirmLoading = false, okButtonProps: { disabled = false, danger = false } = {} } = rest;
  useBackCloses(open && !isInAddress && onCancel !== undefined, () => onCancel?.());
  useShortcut(
    'Control+Enter',
    ({ target }) => {
      // not from a question above it
      if (target instanceof Element && target.closest(`[data-dialog="${id}"]`)) onOk?.();
    },
    { isOn: open && onOk !== undefined && !confirmLoading && !disabled && !danger, whileTyping: true, inDialog: true },
  );
  return (
    <Modal
      open={open}
      {...rest}
      data-dialog={id}
      {...(onOk && { onOk: () => onOk() })}
      {...(onCancel && { onCancel: () => onCancel() })}
    />
  );
}

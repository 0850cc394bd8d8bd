import { Modal, type ModalProps } from 'antd';
import { useBackCloses } from '#web/ui/sheet/use-back-closes.ts';

interface DialogProps extends Omit<ModalProps, 'open' | 'onCancel'> {
  readonly open: boolean;
  readonly onCancel?: () => void;
  /** The address says that it is open: Back closes it as it leaves that address. */
  readonly isInAddress?: boolean;
}

/** A dialog over a page; Back closes it as its cross does. */
export function Dialog({ open, onCancel, isInAddress = false, ...rest }: DialogProps) {
  useBackCloses(open && !isInAddress && onCancel !== undefined, () => onCancel?.());
  return <Modal open={open} {...rest} {...(onCancel && { onCancel: () => onCancel() })} />;
}

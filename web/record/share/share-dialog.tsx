import { useText } from '#web/lib/i18n/i18n.ts';
import { usePickables } from '#web/record/picker/pickable.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { QrCode } from '#web/ui/qr-code.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';

interface ShareDialogProps {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}

/** The address of a record as a QR code, to continue on a phone. */
export function ShareDialog({ screen, id, name, onClose }: ShareDialogProps) {
  const text = useText();
  const page = usePickables().find(({ code }) => code === screen.code)?.path ?? location.pathname;
  return (
    <Dialog open width={360} title={text('qr.title', { name })} footer={null} onCancel={onClose} destroyOnHidden>
      <QrCode content={`${location.origin}${page}?rowId=${id}`} fileName={`${name}.png`} hint={text('qr.hint')} />
    </Dialog>
  );
}

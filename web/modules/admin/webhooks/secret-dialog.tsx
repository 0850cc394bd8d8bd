import { useText } from '#web/lib/i18n/i18n.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { CopiedText } from '#web/ui/values/copied-text.tsx';

export interface ToldSecret {
  /** Of its webhook. */
  readonly name: string;
  readonly secret: string;
}

interface SecretDialogProps extends ToldSecret {
  readonly onClose: () => void;
}

/** Shows a secret, the only time that it is shown. */
export function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  const text = useText();
  return (
    <Dialog
      open
      width={560}
      title={text('webhook.secret_title', { name })}
      mask={{ closable: false }}
      okText={text('webhook.secret_kept')}
      cancelButtonProps={{ hidden: true }}
      onOk={onClose}
      onCancel={onClose}
    >
      <p>{text('webhook.secret_once')}</p>
      <CopiedText label={text('webhook.secret')} value={secret} />
    </Dialog>
  );
}

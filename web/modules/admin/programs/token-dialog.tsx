import { useText } from '#web/lib/i18n/i18n.ts';
import type { ToldToken } from '#web/modules/admin/programs/use-program-acts.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { CopiedText } from '#web/ui/values/copied-text.tsx';
import styles from './programs.module.css';

interface TokenDialogProps extends ToldToken {
  readonly onClose: () => void;
}

/** Shows a token, the only time that it is shown. */
export function TokenDialog({ name, token, onClose }: TokenDialogProps) {
  const text = useText();
  return (
    <Dialog
      open
      width={560}
      title={text('program.secret_title', { name })}
      mask={{ closable: false }}
      okText={text('program.secret_kept')}
      footer={(_both, { OkBtn }) => <OkBtn />}
      onOk={onClose}
      onCancel={onClose}
    >
      <div className={styles['told']}>
        <CopiedText label={text('program.secret')} value={token} />
        <p>{text('program.secret_once')}</p>
        <CopiedText label={text('program.header')} value={`Authorization: Bearer ${token}`} />
      </div>
    </Dialog>
  );
}

import { CopyOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { copyText } from '#web/lib/copy-text.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import styles from './copied-text.module.css';

interface CopiedTextProps {
  readonly label: string;
  readonly value: string;
  readonly rows?: number;
}

/** A text to be copied, which can be selected by hand too. */
export function CopiedText({ label, value, rows = 1 }: CopiedTextProps) {
  const text = useText();
  const copy = () =>
    copyText(value).then(
      () => toast.success(textOf('copy.done')),
      () => toast.error(textOf('copy.failed')),
    );
  return (
    <div className={styles['copied']}>
      <Input.TextArea readOnly aria-label={label} value={value} autoSize={{ minRows: rows, maxRows: 8 }} />
      <Button
        icon={<CopyOutlined aria-hidden />}
        aria-label={`${text('copy.copy')} ${label}`}
        onClick={() => void copy()}
      >
        {text('copy.copy')}
      </Button>
    </div>
  );
}

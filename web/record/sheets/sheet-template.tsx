import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { isCallError } from '#web/lib/http/call-error.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/import/import.module.css';

interface SheetTemplateProps {
  readonly hint: string;
  readonly onDownload: () => Promise<unknown>;
}

/** Offers the template sheet. */
export function SheetTemplate({ hint, onDownload }: SheetTemplateProps) {
  const text = useText();
  return (
    <>
      <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void onDownload().catch(toldAlready)}>
        {text('import.dialog.template')}
      </Button>
      <span className={styles['hint']}>{hint}</span>
    </>
  );
}

function toldAlready(error: unknown): void {
  if (!isCallError(error)) throw error;
}

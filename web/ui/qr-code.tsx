import { DownloadOutlined } from '@ant-design/icons';
import { Button, QRCode } from 'antd';
import { useRef } from 'react';
import { saveBlob } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/ui/qr-code.module.css';

interface QrCodeProps {
  readonly content: string;
  /** The content is written below the code. Default true. */
  readonly isContentShown?: boolean;
  /** Name of the picture that it can be saved as; without one it cannot. */
  readonly fileName?: string;
  readonly hint: string;
  /** Pixels; default 200. */
  readonly size?: number;
}

/** A text as a QR code, which can be saved as a picture. */
export function QrCode({ content, isContentShown = true, fileName, hint, size = 200 }: QrCodeProps) {
  const text = useText();
  const holder = useRef<HTMLDivElement>(null);
  const save = (name: string) =>
    holder.current?.querySelector('canvas')?.toBlob((picture) => {
      if (picture) saveBlob(picture, name);
    });
  return (
    <div ref={holder} className={styles['holder']}>
      {/* code readers need dark on light, whatever the mode of the page */}
      <QRCode value={content} size={size} type="canvas" color="#000" bgColor="#fff" aria-label={hint} />
      {isContentShown && <code className={styles['content']}>{content}</code>}
      <p className={styles['hint']}>{hint}</p>
      {fileName !== undefined && (
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => save(fileName)}>
          {text('qr.download')}
        </Button>
      )}
    </div>
  );
}

import { DownloadOutlined } from '@ant-design/icons';
import { Button, QRCode } from 'antd';
import { useRef } from 'react';
import { saveBlob } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/ui/qr-code.module.css';

const size = 200;

interface QrCodeProps {
  readonly content: string;
  readonly fileName: string;
  readonly hint: string;
}

/** A text as a QR code, which can be saved as a picture. */
export function QrCode({ content, fileName, hint }: QrCodeProps) {
  const text = useText();
  const holder = useRef<HTMLDivElement>(null);
  const save = () =>
    holder.current?.querySelector('canvas')?.toBlob((picture) => {
      if (picture) saveBlob(picture, fileName);
    });
  return (
    <div ref={holder} className={styles['holder']}>
      {/* code readers need dark on light, whatever the mode of the page */}
      <QRCode value={content} size={size} type="canvas" color="#000" bgColor="#fff" />
      <code className={styles['content']}>{content}</code>
      <p className={styles['hint']}>{hint}</p>
      <Button icon={<DownloadOutlined aria-hidden />} onClick={save}>
        {text('qr.download')}
      </Button>
    </div>
  );
}

import { Modal } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import styles from '#web/ui/video-dialog.module.css';

interface VideoDialogProps {
  readonly title: string;
  readonly url: string;
  readonly onClose: () => void;
}

/** Plays a video; where it cannot be played here its address is offered. */
export function VideoDialog({ title, url, onClose }: VideoDialogProps) {
  const text = useText();
  const [hasFailed, setFailed] = useState(false);
  // the form around it has the same key and comes after
  useShortcut('Escape', onClose, { whileTyping: true, inDialog: true });
  return (
    <Modal open width={800} title={title} footer={null} keyboard={false} onCancel={onClose} destroyOnHidden>
      {hasFailed ? (
        <p role="alert">
          {text('help_video.unplayable')}{' '}
          <a href={url} target="_blank" rel="noopener noreferrer">
            {url}
          </a>
        </p>
      ) : (
        <video
          // it loads from when it is made, and may have failed before the page shows it and hears of it
          ref={(video) => void (video?.error && setFailed(true))}
          className={styles['video']}
          src={url}
          controls
          preload="metadata"
          onError={() => setFailed(true)}
        />
      )}
    </Modal>
  );
}

import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import styles from '#web/ui/video-dialog.module.css';

interface VideoDialogProps {
  readonly title: string;
  readonly url: string;
  readonly onClose: () => void;
}

/** Plays a video; if it cannot be played here, its address is offered. */
export function VideoDialog({ title, url, onClose }: VideoDialogProps) {
  const text = useText();
  const [hasFailed, setFailed] = useState(false);
  // the form around it handles the same key later
  useShortcut('Escape', onClose, { whileTyping: true, inDialog: true });
  return (
    <Dialog open width={800} title={title} footer={null} keyboard={false} onCancel={onClose} destroyOnHidden>
      {hasFailed ? (
        <p role="alert">
          {text('help_video.unplayable')}{' '}
          <a href={url} target="_blank" rel="noopener noreferrer">
            {url}
          </a>
        </p>
      ) : (
        <video
          // loading starts at creation, so it may have failed before the page renders it and listens
          ref={(video) => void (video?.error && setFailed(true))}
          className={styles['video']}
          src={url}
          controls
          preload="metadata"
          onError={() => setFailed(true)}
        />
      )}
    </Dialog>
  );
}

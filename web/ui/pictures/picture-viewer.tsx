import { CloseOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import styles from '#web/ui/pictures/picture-viewer.module.css';
import type { ViewedFile } from '#web/ui/pictures/viewed-file.ts';
import { ViewerFile } from '#web/ui/pictures/viewer-file.tsx';
import { ViewerThumbnails } from '#web/ui/pictures/viewer-thumbnails.tsx';
import { useBackCloses } from '#web/ui/sheet/use-back-closes.ts';

interface PictureViewerProps {
  readonly files: readonly ViewedFile[];
  /** Index of the first file to show, from 0. */
  readonly index: number;
  readonly onClose: () => void;
}

/** Milliseconds for which the notice at either end stays (R23.5). */
const noticeTime = 10_000;

/** Full-screen preview of files (R23.5). Rendered in place, so that dialogs around it keep the focus inside. */
export function PictureViewer({ files, index, onClose }: PictureViewerProps) {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const [at, setAt] = useState(index);
  const [notice, setNotice] = useState<{ readonly key: MessageKey; readonly since: number } | null>(null);
  const current = Math.min(at, files.length - 1);
  const file = files[current];
  const isEmpty = file === undefined;
  const close = useEffectEvent(onClose);
  useBackCloses(true, onClose);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // closing returns the focus
    return () => element?.close();
  }, []);
  useEffect(() => {
    // the last file has been removed
    if (isEmpty) close();
  }, [isEmpty]);
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(null), noticeTime);
    return () => clearTimeout(timer);
  }, [notice]);

  const show = (next: number) => {
    setNotice(null);
    setAt(next);
  };
  const step = (by: 1 | -1) => {
    const next = current + by;
    if (next in files) show(next);
    else setNotice({ key: by < 0 ? 'viewer.first' : 'viewer.last', since: Date.now() });
  };
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    // before any surrounding element handles the key, wherever the focus is
    event.stopPropagation();
    if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'ArrowRight') step(1);
    else if (event.key === 'Tab' && dialog.current) keepInside(dialog.current, event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    addEventListener('keydown', listen, true);
    return () => removeEventListener('keydown', listen, true);
  }, []);
  useEffect(() => {
    // the pressed button may have been removed with its file
    if (!dialog.current?.contains(document.activeElement)) dialog.current?.focus();
  }, [current]);
  return (
    <dialog
      ref={dialog}
      className={styles['viewer']}
      role="dialog"
      aria-modal="true"
      aria-label={text('viewer.title')}
      tabIndex={-1}
      onClick={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.stopPropagation();
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        event.stopPropagation();
        if (!event.currentTarget.open) onClose();
      }}
    >
      <header className={styles['header']}>
        <span>{`${current + 1} / ${files.length}`}</span>
        <span className={styles['name']} title={file?.name}>
          {file?.name}
        </span>
        <button type="button" className={styles['button']} aria-label={text('viewer.close')} onClick={onClose}>
          <CloseOutlined aria-hidden />
        </button>
      </header>
      <div className={styles['body']}>
        {file && <ViewerFile key={file.url} file={file} />}
        {files.length > 1 && (
          <>
            <button
              type="button"
              className={`${styles['button']} ${styles['previous']}`}
              aria-label={text('viewer.previous')}
              onClick={() => step(-1)}
            >
              <LeftOutlined aria-hidden />
            </button>
            <button
              type="button"
              className={`${styles['button']} ${styles['next']}`}
              aria-label={text('viewer.next')}
              onClick={() => step(1)}
            >
              <RightOutlined aria-hidden />
            </button>
          </>
        )}
        <p className={styles['notice']} role="status">
          {notice && <span key={notice.since}>{text(notice.key)}</span>}
        </p>
      </div>
      {files.length > 1 && <ViewerThumbnails files={files} current={current} onShow={show} />}
    </dialog>
  );
}

/** A modal dialog lets Tab leave for the browser's own buttons; here it wraps around. */
function keepInside(dialog: HTMLElement, event: KeyboardEvent): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = event.shiftKey ? (at <= 0 ? stops.length - 1 : at - 1) : (at + 1) % stops.length;
  event.preventDefault();
  stops[next]?.focus();
}

import { PaperClipOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { isCallError } from '#web/lib/http/call-error.ts';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import styles from '#web/record/cells/row-cell.module.css';
import { fileCalls } from '#shared/platform/file-calls.ts';
import type { FileRow } from '#shared/record/calls/record-calls.ts';

const PictureViewer = lazyOverlay(() => import('#web/ui/pictures/picture-viewer.tsx'), 'PictureViewer');

/** The files of a field: a row knows their batch alone, so that they are asked for when somebody wants to see them. */
export function FileCell({ batchId, name }: { readonly batchId: string; readonly name: string }) {
  const text = useText();
  const [files, setFiles] = useState<readonly FileRow[]>([]);
  const show = async () => {
    try {
      setFiles(await call(fileCalls.ofBatch, { batchId }));
    } catch (error) {
      // the call has informed the user
      if (!isCallError(error)) throw error;
    }
  };
  return (
    <>
      <button
        type="button"
        className={styles['files']}
        aria-label={text('widget.open_file', { name })}
        onClick={() => void show()}
      >
        <PaperClipOutlined aria-hidden /> {text('detail.files')}
      </button>
      {files.length > 0 && <PictureViewer files={files} index={0} onClose={() => setFiles([])} />}
    </>
  );
}

import { DeleteOutlined, FileOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { isPicture, shortName } from '#web/lib/picture-name.ts';
import { pictureKinds, useFileUploads } from '#web/record/inputs/file-uploads.ts';
import styles from '#web/record/inputs/inputs.module.css';
import { SendingFile } from '#web/record/inputs/sending-file.tsx';
import { UploadButton } from '#web/record/inputs/upload-button.tsx';
import { FilePicture } from '#web/ui/pictures/file-picture.tsx';
import { PictureViewer } from '#web/ui/pictures/picture-viewer.tsx';
import type { FileRow } from '#shared/record/calls/record-calls.ts';

interface FileInputProps {
  readonly value: readonly FileRow[];
  /** The batch for new files. */
  readonly batchId: string;
  readonly onChange: (value: FileRow[]) => void;
  /** Reports whether uploads are running. */
  readonly onSending?: (isSending: boolean) => void;
  readonly imagesOnly?: boolean;
  /** A button without words in a row of tools, which places the list of files. */
  readonly isCompact?: boolean;
  /** Pixels of the edge of pictures. */
  readonly pictureSize?: number;
  /** Shows the files only. */
  readonly disabled?: boolean;
}

/** Attachments of a batch: a list with preview, upload and delete (R23.2). */
export function FileInput({
  value,
  batchId,
  onChange,
  onSending,
  imagesOnly = false,
  isCompact = false,
  pictureSize = 32,
  disabled = false,
}: FileInputProps) {
  const text = useText();
  const [shown, setShown] = useState<number | null>(null);
  const { sending, add, remove } = useFileUploads(value, batchId, onChange, imagesOnly);

  const isSending = sending.length > 0;
  const tell = useEffectEvent(() => onSending?.(isSending));
  useEffect(() => tell(), [isSending]);

  return (
    <div {...(isCompact && { style: { display: 'contents' } })}>
      {!disabled && (
        <UploadButton
          label={text(imagesOnly ? 'widget.add_picture' : 'widget.add_file')}
          isBusy={isSending}
          isCompact={isCompact}
          {...(imagesOnly && { accept: pictureKinds })}
          onChoose={(files) => void add(files)}
        />
      )}
      {value.length + sending.length > 0 && (
        <ul className={styles['files']} aria-label={text('widget.files')}>
          {value.map((file, index) => (
            <li key={file.fileId}>
              <button
                type="button"
                className={styles['file']}
                title={file.name}
                aria-label={text('widget.open_file', { name: file.name })}
                onClick={() => setShown(index)}
              >
                {isPicture(file.name) ? (
                  <FilePicture link={file.url} alt="" width={pictureSize} height={pictureSize} />
                ) : (
                  <FileOutlined aria-hidden />
                )}
                {shortName(file.name)}
              </button>
              <span className={styles['size']}>{file.size}</span>
              {!disabled && (
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={text('widget.delete_file_named', { name: file.name })}
                  onClick={() => void remove(file)}
                />
              )}
            </li>
          ))}
          {sending.map(({ key, name, share }) => (
            <SendingFile key={key} name={name} share={share} />
          ))}
        </ul>
      )}
      {shown !== null && <PictureViewer files={value} index={shown} onClose={() => setShown(null)} />}
    </div>
  );
}

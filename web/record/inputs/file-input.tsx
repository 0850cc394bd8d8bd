import { DeleteOutlined, FileOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, type ChangeEvent } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { isPicture, shortName } from '#web/lib/picture-name.ts';
import { useFileUploads } from '#web/record/inputs/file-uploads.ts';
import styles from '#web/record/inputs/inputs.module.css';
import { confirm } from '#web/ui/feedback.tsx';
import { FilePicture } from '#web/ui/file-picture.tsx';
import { PictureViewer } from '#web/ui/picture-viewer.tsx';
import type { FileRow } from '#shared/record/record-calls.ts';

interface FileInputProps {
  readonly value: readonly FileRow[];
  /** Where new files go. */
  readonly batchId: string;
  readonly onChange: (value: FileRow[]) => void;
  /** Tells whether files are on their way. */
  readonly onSending?: (isSending: boolean) => void;
  readonly imagesOnly?: boolean;
  /** Shows the files only. */
  readonly disabled?: boolean;
}

const pictureKinds = 'image/png,image/jpeg,image/gif,image/webp';

/** Attachments of a batch: a list with preview, upload and delete (spec §2, §3). */
export function FileInput({
  value,
  batchId,
  onChange,
  onSending,
  imagesOnly = false,
  disabled = false,
}: FileInputProps) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  const { sending, add, remove } = useFileUploads(value, batchId, onChange, imagesOnly);

  const isSending = sending.length > 0;
  const tell = useEffectEvent(() => onSending?.(isSending));
  useEffect(() => tell(), [isSending]);

  const handleChoose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void add([...(target.files ?? [])]);
    // the same file may be chosen again
    target.value = '';
  };
  const handleRemove = async (file: FileRow) => {
    if (await confirm({ title: text('widget.delete_file'), text: file.name, isDangerous: true }))
      await remove(file.fileId);
  };
  const label = text(imagesOnly ? 'widget.add_picture' : 'widget.add_file');
  return (
    <div>
      {!disabled && (
        <>
          <Button icon={<UploadOutlined aria-hidden />} loading={isSending} onClick={() => input.current?.click()}>
            {label}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            multiple
            aria-label={label}
            {...(imagesOnly && { accept: pictureKinds })}
            onChange={handleChoose}
          />
        </>
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
                  <FilePicture link={file.url} alt="" width={32} height={32} />
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
                  onClick={() => void handleRemove(file)}
                />
              )}
            </li>
          ))}
          {sending.map(({ key, name, share }) => (
            <li key={key}>
              <span title={name}>{shortName(name)}</span>
              <Progress
                className={styles['share'] ?? ''}
                size="small"
                aria-label={name}
                percent={Math.round(share * 100)}
              />
            </li>
          ))}
        </ul>
      )}
      {shown !== null && <PictureViewer files={value} index={shown} onClose={() => setShown(null)} />}
    </div>
  );
}

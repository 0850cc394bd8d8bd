import { DeleteOutlined, PaperClipOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { compressImage } from '#web/lib/compress-image.ts';
import { isCallError } from '#web/lib/http/call-error.ts';
import { upload } from '#web/lib/http/client.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { UploadButton } from '#web/record/inputs/upload-button.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { FilePicture } from '#web/ui/pictures/file-picture.tsx';
import { fileCalls } from '#shared/platform/file-calls.ts';
import styles from './operation-guide.module.css';

/** A file while its item is edited. */
export interface OneFile {
  /** 0 for none. */
  readonly fileId: number;
  readonly name: string;
  /** '' for none. */
  readonly link: string;
}
export const noFile: OneFile = { fileId: 0, name: '', link: '' };

interface OneFileFieldProps {
  readonly value?: OneFile;
  readonly onChange?: (file: OneFile) => void;
  /** The cover, which may be removed; else any file. */
  readonly isCover?: boolean;
}

const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const about = 'guide file';

/** Chooses and uploads one file, then shows it. */
export function OneFileField({ value = noFile, onChange, isCover = false }: OneFileFieldProps) {
  const text = useText();
  const [isBusy, setBusy] = useState(false);
  const handleChoose = async ([file]: readonly File[]) => {
    if (!file) return;
    if (isCover && !pictures.includes(file.type)) {
      toast.error(textOf('guide.cover_type'));
      return;
    }
    setBusy(true);
    toast.progress(textOf('guide.uploading'), about);
    try {
      const small = await compressImage(file);
      const type = pictures.includes(small.type) ? 'img' : 'file';
      const { fileId, url } = await upload(fileCalls.upload, { type }, small, undefined, { quiet: true });
      onChange?.({ fileId, name: file.name, link: url });
      toast.success(textOf('guide.uploaded'), about);
    } catch (error) {
      if (!isCallError(error)) throw error;
      toast.warning(textOf('widget.file_refused', { name: file.name, reason: error.msg }), about);
    } finally {
      setBusy(false);
    }
  };
  const isNone = value.fileId === 0;
  const label = isCover
    ? text(isNone ? 'guide.cover_choose' : 'guide.cover_change')
    : text(isNone ? 'guide.file_choose' : 'guide.file_change');
  return (
    <div className={styles['one-file']}>
      {!isNone && isCover && <FilePicture link={value.link} alt={text('guide.cover')} width={110} height={70} />}
      {!isNone && !isCover && (
        <span className={styles['file-name']} title={value.name}>
          <PaperClipOutlined aria-hidden /> {value.name}
        </span>
      )}
      <UploadButton
        label={label}
        isBusy={isBusy}
        {...(isCover && { accept: pictures })}
        onChoose={(files) => void handleChoose(files)}
      />
      {isCover && !isNone && (
        <Button icon={<DeleteOutlined aria-hidden />} onClick={() => onChange?.(noFile)}>
          {text('guide.cover_remove')}
        </Button>
      )}
    </div>
  );
}

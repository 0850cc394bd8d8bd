import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState, type ChangeEvent } from 'react';
import { upload } from '#web/lib/http/client.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { photoToSend } from '#web/modules/crm/business-cards/id-photo.ts';
import { toast } from '#web/ui/feedback.tsx';
import { CropDialog } from '#web/ui/pictures/crop-dialog.tsx';
import { FilePicture } from '#web/ui/pictures/file-picture.tsx';
import { cardPhoto } from '#shared/crm/business-cards/business-card-calls.ts';
import { fileCalls } from '#shared/platform/file-calls.ts';
import styles from './business-cards.module.css';

/** The photo of a card while it is edited. */
export interface Photo {
  /** 0 for none. */
  readonly fileId: number;
  /** '' for none. */
  readonly url: string;
}
export const noPhoto: Photo = { fileId: 0, url: '' };

interface PhotoFieldProps {
  readonly value?: Photo;
  readonly onChange?: (photo: Photo) => void;
}

const accepted = ['image/png', 'image/jpeg'];
const aboutUpload = 'card photo';

/** Sends a cropped photo; null for one that is too large, which is said. Rejects where the server refuses it. */
async function send(cropped: Blob): Promise<Photo | null> {
  toast.progress(textOf('business_card.uploading'), aboutUpload);
  const photo = await photoToSend(cropped);
  if (!photo) {
    toast.warning(textOf('business_card.photo_large'), aboutUpload);
    return null;
  }
  const name = photo.type === 'image/jpeg' ? 'photo.jpg' : 'photo.png';
  const file = new File([photo], name, { type: photo.type });
  const { fileId, url } = await upload(fileCalls.upload, { type: 'img' }, file);
  toast.success(textOf('business_card.uploaded'), aboutUpload);
  return { fileId, url };
}

/** A box to choose a photo, which is cropped and uploaded; then the photo, which can be changed and removed. */
export function PhotoField({ value = noPhoto, onChange }: PhotoFieldProps) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<File | null>(null);
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // the same file may be chosen again
    target.value = '';
    if (!file) return;
    if (accepted.includes(file.type)) setSource(file);
    else toast.error(textOf('business_card.photo_type'));
  };
  const handleCropped = async (cropped: Blob) => {
    const photo = await send(cropped);
    if (photo) onChange?.(photo);
    setSource(null);
  };
  const choose = () => input.current?.click();
  return (
    <div className={styles['photo']}>
      {value.url === '' ? (
        <button type="button" className={styles['upload']} onClick={choose}>
          <PlusOutlined aria-hidden />
          {text('business_card.photo_choose')}
        </button>
      ) : (
        <>
          <FilePicture link={value.url} alt={text('business_card.photo')} width={90} height={126} />
          <div className={styles['photo-acts']}>
            <Button onClick={choose}>{text('business_card.photo_change')}</Button>
            <Button icon={<DeleteOutlined aria-hidden />} onClick={() => onChange?.(noPhoto)}>
              {text('business_card.photo_remove')}
            </Button>
          </div>
        </>
      )}
      {/* the library shows those of forms, hidden or not */}
      <input ref={input} type="file" style={{ display: 'none' }} accept={accepted.join()} onChange={handleChange} />
      {source && (
        <CropDialog
          title={text('business_card.photo_crop')}
          source={source}
          width={450}
          output={cardPhoto}
          previewWidth={90}
          onDone={handleCropped}
          onClose={() => setSource(null)}
        />
      )}
    </div>
  );
}

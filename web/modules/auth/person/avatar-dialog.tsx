import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { upload } from '#web/lib/http/client.ts';
import { refreshCalls } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { ImageCropper, type ImageCropperHandle } from '#web/ui/pictures/image-cropper.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { personCalls } from '#shared/auth/person-calls.ts';

interface AvatarDialogProps {
  readonly source: File;
  readonly onOther: () => void;
  readonly onClose: () => void;
}

/** Size of the result in pixels: sharp at the largest size in which a person's picture is shown. */
const output = { width: 400, height: 400 };

/** 编辑头像: a square section of the picture, sent as png (R5.13). */
export function AvatarDialog({ source, onOther, onClose }: AvatarDialogProps) {
  const text = useText();
  const client = useQueryClient();
  const cropper = useRef<ImageCropperHandle>(null);
  const [isBusy, setIsBusy] = useState(false);

  const handleBroken = () => {
    toast.error(textOf('cropper.broken'));
    onClose();
  };
  const handleUpload = async () => {
    if (!cropper.current) return;
    setIsBusy(true);
    try {
      const picture = await cropper.current.crop();
      await upload(personCalls.updateImg, {}, new File([picture], 'avatar.png', { type: 'image/png' }));
      await refreshCalls(client, personCalls.self);
      toast.success(textOf('person.avatar_saved'));
      onClose();
    } catch {
      // the user has been informed, and may retry
      setIsBusy(false);
    }
  };

  return (
    <Dialog
      open
      title={text('person.edit_avatar')}
      width={450}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onOther}>{text('person.choose_other')}</Button>
          <Button type="primary" loading={isBusy} onClick={() => void handleUpload()}>
            {text('person.upload_avatar')}
          </Button>
        </>
      }
    >
      <ImageCropper ref={cropper} source={source} ratio={1} type="image/png" output={output} onError={handleBroken} />
    </Dialog>
  );
}

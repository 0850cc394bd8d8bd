import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { upload } from '#web/lib/http/client.ts';
import { refreshCalls } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { CropDialog } from '#web/ui/pictures/crop-dialog.tsx';
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
  const handleDone = async (picture: Blob) => {
    await upload(personCalls.updateImg, {}, new File([picture], 'avatar.png', { type: 'image/png' }));
    await refreshCalls(client, personCalls.self);
    toast.success(textOf('person.avatar_saved'));
    onClose();
  };
  return (
    <CropDialog
      title={text('person.edit_avatar')}
      source={source}
      width={450}
      output={output}
      okText={text('person.upload_avatar')}
      further={<Button onClick={onOther}>{text('person.choose_other')}</Button>}
      onDone={handleDone}
      onClose={onClose}
    />
  );
}

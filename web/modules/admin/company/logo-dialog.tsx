import { Button } from 'antd';
import { useRef, useState } from 'react';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { ImageCropper, type ImageCropperHandle } from '#web/ui/pictures/image-cropper.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';

interface LogoDialogProps {
  readonly source: File;
  readonly onDone: (logo: File) => void;
  readonly onClose: () => void;
}

/** As wide as header and login page show it, and sharp on screens with four dots for each. */
const output = { width: 600, height: 160 };

/** 编辑企业logo: the part of a picture that becomes the logo. */
export function LogoDialog({ source, onDone, onClose }: LogoDialogProps) {
  const text = useText();
  const cropper = useRef<ImageCropperHandle>(null);
  const [isBusy, setBusy] = useState(false);
  const handleBroken = () => {
    toast.error(textOf('cropper.broken'));
    onClose();
  };
  const handleOk = async () => {
    if (!cropper.current) return;
    setBusy(true);
    try {
      onDone(new File([await cropper.current.crop()], 'logo.png', { type: 'image/png' }));
    } catch {
      handleBroken();
    }
  };
  return (
    <Dialog
      open
      title={text('system_config.logo_edit')}
      width={550}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Button type="primary" loading={isBusy} onClick={() => void handleOk()}>
          {text('action.ok')}
        </Button>
      }
    >
      <ImageCropper
        ref={cropper}
        source={source}
        ratio={15 / 4}
        previewWidth={150}
        type="image/png"
        output={output}
        onError={handleBroken}
      />
    </Dialog>
  );
}

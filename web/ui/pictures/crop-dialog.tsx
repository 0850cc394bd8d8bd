import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import type { Size } from '#web/ui/pictures/crop-geometry.ts';
import { ImageCropper, type ImageCropperHandle } from '#web/ui/pictures/image-cropper.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';

interface CropDialogProps {
  readonly title: string;
  readonly source: File;
  /** Of the dialog, in pixels. */
  readonly width: number;
  /** Size of the result in pixels, and so the shape of the frame. */
  readonly output: Size;
  /** Of the preview, in pixels; default 70. */
  readonly previewWidth?: number;
  /** Default 确定. */
  readonly okText?: string;
  /** Buttons before the one that ends it. */
  readonly further?: ReactNode;
  /** Gets the chosen part as png. If it rejects, the dialog stays for another try. */
  readonly onDone: (picture: Blob) => Promise<void> | void;
  readonly onClose: () => void;
}

/** A part of a picture is chosen in a dialog. */
export function CropDialog(props: CropDialogProps) {
  const { title, source, width, output, previewWidth, okText, further, onDone, onClose } = props;
  const text = useText();
  const cropper = useRef<ImageCropperHandle>(null);
  const shown = useRef(source);
  useEffect(() => {
    shown.current = source;
  }, [source]);
  const [isBusy, setBusy] = useState(false);
  const handleBroken = () => {
    toast.error(textOf('cropper.broken'));
    onClose();
  };
  const handleOk = async () => {
    if (!cropper.current) return;
    setBusy(true);
    const picture = await cropper.current.crop().catch(() => null);
    // cancelled, or another picture chosen, while it was waited for
    if (cropper.current === null || shown.current !== source) return setBusy(false);
    if (!picture) return handleBroken();
    try {
      await onDone(picture);
    } catch {
      // the user has been informed, and may retry
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={title}
      width={width}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          {further}
          <Button type="primary" loading={isBusy} onClick={() => void handleOk()}>
            {okText ?? text('action.ok')}
          </Button>
        </>
      }
    >
      <ImageCropper
        ref={cropper}
        source={source}
        ratio={output.width / output.height}
        {...(previewWidth !== undefined && { previewWidth })}
        type="image/png"
        output={output}
        onError={handleBroken}
      />
    </Dialog>
  );
}

import { useText } from '#web/lib/i18n/i18n.ts';
import { CropDialog } from '#web/ui/pictures/crop-dialog.tsx';

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
  return (
    <CropDialog
      title={text('system_config.logo_edit')}
      source={source}
      width={550}
      output={output}
      previewWidth={150}
      onDone={(picture) => onDone(new File([picture], 'logo.png', { type: 'image/png' }))}
      onClose={onClose}
    />
  );
}

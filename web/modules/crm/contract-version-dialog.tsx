import { useText } from '#web/lib/i18n/i18n.ts';
import { Versions } from '#web/modules/crm/contract-versions.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';

interface VersionDialogProps {
  readonly contractId: number;
  readonly version: number;
  readonly onClose: () => void;
}

/** What a contract said when something was booked, among its other versions. */
export function VersionDialog({ contractId, version, onClose }: VersionDialogProps) {
  const text = useText();
  return (
    <Dialog open width={760} footer={null} title={text('contract.versions')} onCancel={onClose}>
      <Versions contractId={contractId} opened={version} />
    </Dialog>
  );
}

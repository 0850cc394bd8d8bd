import { useState } from 'react';
import { download } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { invoiceCalls } from '#shared/crm/invoices/invoice-calls.ts';

/** The sheet for the program of the tax office, of what is approved and not out yet. */
export function TaxDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const [isBusy, setBusy] = useState(false);
  const handleOk = async () => {
    setBusy(true);
    const isDone = await download(invoiceCalls.taxSheet, {}).then(
      () => true,
      () => false,
    );
    setBusy(false);
    if (isDone) onClose();
  };
  return (
    <Dialog
      open
      width={420}
      title={text('invoice.tax_export')}
      okText={text('invoice.tax_download')}
      confirmLoading={isBusy}
      onOk={() => void handleOk()}
      onCancel={onClose}
    >
      {text('invoice.tax_hint')}
    </Dialog>
  );
}

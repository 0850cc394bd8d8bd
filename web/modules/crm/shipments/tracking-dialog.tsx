import { Button, Upload } from 'antd';
import { useState } from 'react';
import { download, upload } from '#web/lib/http/client.ts';
import { refreshCalls } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/modules/crm/shipments/parcels.module.css';
import { queryClient } from '#web/lib/query-client.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { parcelCalls } from '#shared/crm/shipments/parcel-calls.ts';
import { shipmentCalls, type ParcelSheetAnswer } from '#shared/crm/shipments/shipment-calls.ts';

/** The sheet of what waits to be sent, and the same with tracking numbers back. */
export function TrackingDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const [answer, setAnswer] = useState<ParcelSheetAnswer | null>(null);
  const [isSending, setSending] = useState(false);
  const handleFile = async (file: File) => {
    setSending(true);
    const read = await upload(shipmentCalls.upload, {}, file).catch(() => null);
    setSending(false);
    setAnswer(read);
    await refreshCalls(queryClient, shipmentCalls.list, parcelCalls.list);
  };
  return (
    <Dialog open width={520} title={text('parcel.sheets')} footer={null} onCancel={onClose}>
      <p className={styles['hint']}>{text('parcel.sheets_hint')}</p>
      <div className={styles['left']}>
        <Button onClick={() => void download(shipmentCalls.trackingSheet, { expressIds: [] }).catch(() => null)}>
          {text('parcel.sheet_download')}
        </Button>
        <Upload
          accept=".xlsx,.csv"
          showUploadList={false}
          beforeUpload={(file) => {
            void handleFile(file);
            return false;
          }}
        >
          <Button type="primary" loading={isSending}>
            {text('parcel.sheet_upload')}
          </Button>
        </Upload>
      </div>
      {answer && (
        <div role="status">
          {text('parcel.sheet_done', {
            success: answer.success,
            skipped: answer.skipped,
            failed: answer.errors.length,
          })}
          <ul className={styles['errors']}>
            {answer.errors.map(({ row, msg }) => (
              <li key={row}>{text('parcel.sheet_row', { row, msg })}</li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

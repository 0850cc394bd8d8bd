import { AutoComplete, Form, Input } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/modules/crm/shipments/parcels.module.css';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { parcelCalls, pickupCompany, type OpenLine, type Parcel } from '#shared/crm/shipments/parcel-calls.ts';
import { shipmentCalls } from '#shared/crm/shipments/shipment-calls.ts';
import { couriers } from '#shared/crm/options.ts';

interface ParcelDialogProps {
  readonly expressId: number;
  /** Null for a new one. */
  readonly parcel: Parcel | null;
  readonly lines: readonly OpenLine[];
  readonly onClose: () => void;
}

interface Values {
  readonly deliverCompany: string;
  readonly deliverNumber?: string;
  readonly remark?: string;
  readonly nums?: Readonly<Record<string, string>>;
}

/** A parcel with all that is left, unless less is typed; of one that is there, what was written wrong. */
export function ParcelDialog({ expressId, parcel, lines, onClose }: ParcelDialogProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const company = Form.useWatch('deliverCompany', form);
  const open = lines.filter(({ left }) => left !== '0');
  const save = useAction(parcelCalls.save, {
    refreshes: [parcelCalls.list, parcelCalls.left, parcelCalls.log, shipmentCalls.read, shipmentCalls.list],
    onDone: () => {
      toast.success(textOf(parcel ? 'parcel.saved' : 'parcel.sent'));
      onClose();
    },
  });
  const handleFinish = ({ deliverCompany, deliverNumber = '', remark = '', nums = {} }: Values) =>
    save.mutate({
      ...(parcel ? { deliverId: parcel.deliverId } : { expressId, products: packed(nums) }),
      deliverCompany,
      deliverNumber,
      remark,
    });
  return (
    <Dialog
      open
      width={480}
      title={text(parcel ? 'parcel.edit' : 'parcel.new')}
      mask={{ closable: false }}
      okText={text(parcel ? 'action.save' : 'parcel.send')}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{
          deliverCompany: parcel?.deliverCompany ?? '',
          deliverNumber: parcel?.deliverNumber ?? '',
          remark: parcel?.remark ?? '',
          nums: Object.fromEntries(open.map(({ lineId, left }) => [lineId, left])),
        }}
        onFinish={handleFinish}
      >
        <Form.Item
          name="deliverCompany"
          label={text('parcel.sheet.company')}
          rules={[{ required: true, message: text('parcel.company_missing') }]}
        >
          <AutoComplete
            autoFocus
            maxLength={50}
            options={[...couriers, pickupCompany].map((value) => ({ value }))}
            showSearch={{ filterOption: true }}
          />
        </Form.Item>
        <Form.Item
          name="deliverNumber"
          label={text('parcel.sheet.tracking')}
          rules={company === pickupCompany ? [] : [{ required: true, message: text('parcel.number_missing') }]}
        >
          <Input maxLength={50} autoComplete="off" />
        </Form.Item>
        {parcel === null && (
          <Form.Item label={text('parcel.goods')}>
            <div className={styles['goods']}>
              {open.map(({ lineId, name, unit, left }) => (
                <label key={lineId}>
                  <span>
                    {name} {unit}
                  </span>
                  <Form.Item noStyle name={['nums', String(lineId)]}>
                    <Input inputMode="decimal" placeholder={left} />
                  </Form.Item>
                </label>
              ))}
            </div>
          </Form.Item>
        )}
        <Form.Item name="remark" label={text('crm_express.remark')}>
          <Input.TextArea rows={2} maxLength={500} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

/** Lines of which something goes; an empty quantity is nothing. */
const packed = (nums: Readonly<Record<string, string>>) =>
  Object.entries(nums).flatMap(([lineId, num]) => {
    const said = num.trim();
    return said === '' || Number(said) === 0 ? [] : [{ lineId: Number(lineId), num: said }];
  });

import { useQuery } from '@tanstack/react-query';
import { Form, Input, Space } from 'antd';
import { useDebounced } from '#web/lib/debounced.ts';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { BusinessSelect } from '#web/modules/crm/sms-blacklist/business-select.tsx';
import { AreaCodeSelect } from '#web/record/inputs/area-code-select.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import {
  blacklistRemarkLimit,
  smsBlacklistCalls,
  writtenPhoneLimit,
  type BlacklistedNumber,
} from '#shared/crm/sms-blacklist/sms-blacklist-calls.ts';
import type { SmsBusinessKey } from '#shared/crm/sms-blacklist/sms-businesses.ts';
import { defaultAreaCode, shownNumber } from '#shared/record/phone.ts';
import { storedMobile } from '#shared/record/written-phone.ts';

interface BlacklistDialogProps {
  /** The entry to change; null for a new one. */
  readonly edited: BlacklistedNumber | null;
  readonly onClose: () => void;
}

interface Values {
  readonly areaCode: string;
  readonly phone: string;
  readonly businessKeys: SmsBusinessKey[];
  readonly remark: string;
}

/** Enters a number or changes an entry; says while it is typed that a number is listed already. */
export function BlacklistDialog({ edited, onClose }: BlacklistDialogProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const { phone = '', areaCode = defaultAreaCode } = Form.useWatch((values: Partial<Values>) => values, form) ?? {};
  const number = storedMobile(phone, areaCode);
  const twin = useTwin(number, edited?.id);
  const save = useAction(smsBlacklistCalls.save, {
    refreshes: [smsBlacklistCalls.list, smsBlacklistCalls.byPhone],
    onDone: () => {
      toast.success(textOf('sms_blacklist.saved'));
      onClose();
    },
  });
  const handleFinish = (values: Values) => {
    if (!twin) save.mutate({ ...values, ...(edited && { id: edited.id }) });
  };
  // +60 12-345 6789 is split
  const handleBlur = () => {
    if (number) form.setFieldsValue(number);
  };
  const label = text('sms_blacklist.phone');
  return (
    <Dialog
      open
      width={480}
      title={text(edited ? 'sms_blacklist.edit_title' : 'sms_blacklist.add_title')}
      mask={{ closable: false }}
      okText={text('action.save')}
      okButtonProps={{ disabled: twin !== null }}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{
          areaCode: edited?.areaCode ?? defaultAreaCode,
          phone: edited?.phone ?? '',
          businessKeys: edited?.businessKeys ?? [],
          remark: edited?.remark ?? '',
        }}
        onFinish={handleFinish}
      >
        <Form.Item
          label={label}
          htmlFor="blacklist-phone"
          required
          {...(twin && {
            validateStatus: 'error',
            help: (
              <span role="alert">{text('sms_blacklist.taken', { phone: shownNumber(twin.areaCode, twin.phone) })}</span>
            ),
          })}
        >
          <Space.Compact block>
            <Form.Item name="areaCode" noStyle>
              <AreaCodeSelect name={label} />
            </Form.Item>
            <Form.Item
              name="phone"
              noStyle
              dependencies={['areaCode']}
              validateTrigger="onBlur"
              rules={[
                { required: true, whitespace: true, message: text('sms_blacklist.phone_missing') },
                {
                  validator: async (_rule, value: string) => {
                    if (value.trim() !== '' && !storedMobile(value, form.getFieldValue('areaCode') as string))
                      throw new Error(text('field.mobile'));
                  },
                },
              ]}
            >
              <Input id="blacklist-phone" inputMode="tel" autoFocus maxLength={writtenPhoneLimit} onBlur={handleBlur} />
            </Form.Item>
          </Space.Compact>
        </Form.Item>
        <Form.Item
          name="businessKeys"
          label={text('sms_blacklist.businesses')}
          extra={text('sms_blacklist.businesses_hint')}
        >
          <BusinessSelect />
        </Form.Item>
        <Form.Item name="remark" label={text('sms_blacklist.remark')}>
          <Input.TextArea rows={3} maxLength={blacklistRemarkLimit} showCount />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

/** Another entry with the number; null for none, and while it is typed. */
function useTwin(number: ReturnType<typeof storedMobile>, ownId: number | undefined): BlacklistedNumber | null {
  const asked = useDebounced(number ? `${number.areaCode} ${number.phone}` : '');
  const isSettled = number !== null && asked === `${number.areaCode} ${number.phone}`;
  const [areaCode = '', phone = ''] = asked.split(' ');
  const { data } = useQuery({ ...callQuery(smsBlacklistCalls.byPhone, { areaCode, phone }), enabled: isSettled });
  return isSettled && data && data.id !== ownId ? data : null;
}

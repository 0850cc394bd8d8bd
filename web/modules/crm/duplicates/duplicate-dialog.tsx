import { Form, Input } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { kindOf, type KindKey } from '#web/modules/crm/duplicates/duplicate-kinds.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { textLimit } from '#shared/text/text-limit.ts';

interface DialogProps {
  readonly kinds: readonly KindKey[];
  readonly onConfirm: (question: { readonly kindKey: KindKey; readonly typed: string }) => void;
  readonly onClose: () => void;
}

/** Asks for the text and the type to search (R18.4). */
export function DuplicateDialog({ kinds, onConfirm, onClose }: DialogProps) {
  const text = useText();
  const [form] = Form.useForm<{ typed?: string }>();
  const [kindKey, setKindKey] = useState(kinds[0] ?? 'customer');
  return (
    <Dialog
      open
      width={480}
      title={text(kindKey === 'leads' ? 'duplicates.title_leads' : 'duplicates.title')}
      okText={text('duplicates.confirm')}
      cancelText={text('action.cancel')}
      onOk={() => form.submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      <Tabs
        activeKey={kindKey}
        items={kinds.map((key) => ({ key, label: text(kindOf(key).label) }))}
        onChange={(key) => setKindKey(key as KindKey)}
      />
      <Form form={form} layout="vertical" onFinish={({ typed = '' }) => onConfirm({ kindKey, typed: typed.trim() })}>
        <Form.Item
          name="typed"
          label={text('duplicates.input')}
          rules={[{ required: true, whitespace: true, message: text('duplicates.empty') }]}
          required={false}
        >
          <Input autoFocus maxLength={textLimit} placeholder={text('duplicates.placeholder')} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

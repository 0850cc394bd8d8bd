import { Form, InputNumber, Radio } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import type { DepartmentChoice } from '#web/record/inputs/department-path.ts';
import { DepartmentPicker } from '#web/record/inputs/department-picker.tsx';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { customerSettingCalls } from '#shared/crm/pool-calls.ts';
import type { CustomerLimit, LimitKind } from './limit-kinds.ts';
import styles from './settings.module.css';

/** As in the contract (`customerSettingCalls.setLimit`). */
const mostCustomers = 1_000_000;

interface LimitDialogProps {
  readonly kind: LimitKind;
  /** Null for a new one. */
  readonly edited: CustomerLimit | null;
  readonly onClose: () => void;
}

interface Values {
  readonly people: readonly UserChoice[];
  readonly departments: readonly DepartmentChoice[];
  readonly customerNum: number | null;
  readonly customerDeal?: number;
}

/** Adds or changes a limit. The server refuses people who are already in one of the kind. */
export function LimitDialog({ kind, edited, onClose }: LimitDialogProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const save = useAction(customerSettingCalls.setLimit, {
    refreshes: [customerSettingCalls.limits],
    onDone: () => {
      toast.success(textOf('action.done'));
      onClose();
    },
  });
  const handleFinish = ({ people, departments, customerNum, customerDeal = 0 }: Values) =>
    save.mutate({
      ...(edited && { settingId: edited.settingId }),
      type: kind.type,
      customerNum: customerNum ?? undefined,
      customerDeal,
      userList: people.map(({ userId }) => userId),
      deptList: departments.map(({ deptId }) => deptId),
    });
  return (
    <Dialog
      open
      title={text(edited ? 'limit.edit' : 'limit.add')}
      width={480}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{
          people: edited?.userIds ?? [],
          departments: edited?.deptIds.map(({ id, name }) => ({ deptId: id, name })) ?? [],
          customerNum: edited?.customerNum ?? null,
          customerDeal: edited?.customerDeal ?? 0,
        }}
        onFinish={handleFinish}
      >
        <Form.Item
          name="people"
          label={text('limit.people')}
          dependencies={['departments']}
          rules={[
            ({ getFieldValue }) => ({
              // a limit without people limits nothing
              validator: async (_rule, people: readonly unknown[]) => {
                const departments = getFieldValue('departments') as readonly unknown[];
                if (people.length + departments.length === 0) throw new Error(textOf('limit.choose'));
              },
            }),
          ]}
        >
          <PeopleField />
        </Form.Item>
        <Form.Item name="departments" label={text('limit.departments')} extra={text('limit.hint')}>
          <DepartmentsField />
        </Form.Item>
        <Form.Item
          name="customerNum"
          label={text(kind.most)}
          rules={[{ required: true, message: text('limit.number') }]}
        >
          <InputNumber className={styles['number'] ?? ''} min={0} max={mostCustomers} precision={0} />
        </Form.Item>
        {kind.asksForDeals && (
          <Form.Item name="customerDeal" label={text('limit.counts_deals')}>
            <Radio.Group
              options={[
                { value: 1, label: text('limit.yes') },
                { value: 0, label: text('limit.no') },
              ]}
            />
          </Form.Item>
        )}
      </Form>
    </Dialog>
  );
}

/** What a form item passes to its input. */
interface Given<T> {
  readonly id?: string;
  readonly value?: readonly T[];
  readonly onChange?: (value: T[]) => void;
}

const PeopleField = ({ id, value = [], onChange = () => undefined }: Given<UserChoice>) => (
  <UserPicker {...(id !== undefined && { id })} multiple value={value} onChange={onChange} />
);

const DepartmentsField = ({ id, value = [], onChange = () => undefined }: Given<DepartmentChoice>) => (
  <DepartmentPicker {...(id !== undefined && { id })} multiple value={value} onChange={onChange} />
);

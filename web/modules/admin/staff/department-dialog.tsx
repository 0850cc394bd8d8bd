import { Form, Input } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { useRightsAction } from '#web/modules/admin/rights-action.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import type { DepartmentChoice } from '#web/record/inputs/department-path.ts';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { departmentCalls, type DepartmentNode } from '#shared/admin/department-calls.ts';
import { userCalls } from '#shared/admin/user-calls.ts';
import { DepartmentField } from './picker-fields.tsx';

export interface DepartmentDraft {
  /** Absent for a new one. */
  readonly edited?: DepartmentNode;
  readonly parent?: DepartmentNode;
}

interface DepartmentDialogProps {
  readonly draft: DepartmentDraft;
  readonly onClose: () => void;
  readonly onAdded: (deptId: number) => void;
}

interface Values {
  readonly name: string;
  readonly parent: readonly DepartmentChoice[];
}

/** Adds, renames or moves a department. The server reports what the tree does not allow. */
export function DepartmentDialog({ draft: { edited, parent }, onClose, onAdded }: DepartmentDialogProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const add = useAction(departmentCalls.add, {
    refreshes: [departmentCalls.tree],
    onDone: ({ deptId }) => {
      toast.success(textOf('department.added'));
      onClose();
      onAdded(deptId);
    },
  });
  const update = useRightsAction(departmentCalls.update, {
    refreshes: [departmentCalls.tree, userCalls.list],
    onDone: (_input, isAsked) => {
      if (!isAsked) toast.success(textOf('department.saved'));
      onClose();
    },
  });
  const handleFinish = (values: Values) => {
    const name = values.name.trim();
    const pid = values.parent[0]?.deptId ?? 0;
    if (!edited) return add.mutate({ name, pid });
    update.mutate({
      deptId: edited.id,
      ...(name !== edited.name && { name }),
      ...(pid !== edited.pid && { pid }),
    });
  };
  return (
    <Dialog
      open
      title={text(edited ? 'department.edit' : 'department.new')}
      width={480}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={add.isPending || update.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{
          name: edited?.name ?? '',
          parent: parent ? [{ deptId: parent.id, name: parent.name }] : [],
        }}
        onFinish={handleFinish}
      >
        <Form.Item
          name="name"
          label={text('department.name')}
          rules={[
            { required: true, whitespace: true, message: text('field.required', { name: text('department.name') }) },
          ]}
        >
          <Input autoFocus maxLength={50} />
        </Form.Item>
        <Form.Item name="parent" label={text('department.parent')} extra={text('department.parent_hint')}>
          <DepartmentField />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
